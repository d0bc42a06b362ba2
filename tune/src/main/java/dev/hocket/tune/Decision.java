package dev.hocket.tune;

import java.util.Locale;

/**
 * A decision on the size of a target after a window of its runs, with its reason. Times are in
 * nanoseconds. The means do not depend on the goal; they serve to check the replay.
 *
 * @param target the name of the worker
 * @param action the kind of the decision
 * @param from the size during the window
 * @param to the size from now on; the same as {@code from} unless the action changes it
 * @param reason the reason, in words
 * @param measured mean time from being queued to the end of a run in the window
 * @param replayed the same time by replaying the window on {@code from}
 * @param answer the smallest size that is good enough by the replay
 * @param replayedAnswer mean time of all runs of the window on that size, by the replay
 * @param modelled mean time on that size by the formula; infinite if the load is too high for it
 * @param runs the number of runs in the window
 * @param goal the figure to minimise
 * @param figureHere the goal's figure on {@code from}, by the replay of all runs of the window:
 *     nanoseconds, or a share
 * @param figureOnAnswer the goal's figure on {@code answer}
 */
public record Decision(
    String target,
    Action action,
    int from,
    int to,
    String reason,
    double measured,
    double replayed,
    int answer,
    double replayedAnswer,
    double modelled,
    int runs,
    TuningGoal goal,
    double figureHere,
    double figureOnAnswer) {

  /** Kinds of decisions. */
  public enum Action {
    /** The size stays. */
    KEEP,
    /** The target gets more threads. */
    GROW,
    /** The target gets fewer threads. */
    SHRINK,
    /**
     * The target gets fewer threads, because another worker with the same budget needs them more.
     */
    GIVE,
    /** The target gets its size before the last change, which made the figure worse. */
    ROLL_BACK,
    /** The size stays, because measurement, replay and formula contradict each other. */
    REFUSE
  }

  /**
   * Returns whether the decision changes the size.
   *
   * @return true if {@code from} and {@code to} differ
   */
  public boolean isChange() {
    return from != to;
  }

  /** Makes another decision about the same window. */
  Decision with(Action other, int newFrom, int newTo, String why) {
    return new Decision(
        target,
        other,
        newFrom,
        newTo,
        why,
        measured,
        replayed,
        answer,
        replayedAnswer,
        modelled,
        runs,
        goal,
        figureHere,
        figureOnAnswer);
  }

  @Override
  public String toString() {
    String change = isChange() ? from + " to " + to + " threads" : "stays at " + from;
    return String.format(
        Locale.ROOT,
        "%s: %s, %s: %s (%,.3f ms measured, %,.3f ms replayed, %d runs; %s here, %s on %d)",
        target,
        action.name().toLowerCase(Locale.ROOT).replace('_', ' '),
        change,
        reason,
        measured / 1e6,
        replayed / 1e6,
        runs,
        goal.text(figureHere),
        goal.text(figureOnAnswer),
        answer);
  }
}
