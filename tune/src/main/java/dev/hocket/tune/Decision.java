package dev.hocket.tune;

import java.util.Locale;

/**
 * What was decided of a worker after a window of its runs, and why.
 *
 * @param target the name of the worker
 * @param action what was decided
 * @param from the size during the window
 * @param to the size from now on; the same as {@code from} unless the action changes it
 * @param reason why, in words
 * @param measured mean time from being queued to the end of a run in the window, in nanoseconds
 * @param replayed the same by replaying the window on the size that it had
 * @param answer the smallest size that the replay finds good enough
 * @param replayedAnswer what the replay of all runs of the window says for that size
 * @param modelled what the formula says for that size; infinite if the load is too high for it
 * @param runs how many runs the window has
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
    int runs) {

  /** Kinds of decisions. */
  public enum Action {
    /** The size stays. */
    KEEP,
    /** More threads. */
    GROW,
    /** Fewer threads. */
    SHRINK,
    /** Back to the size before the last change, which made it worse. */
    ROLL_BACK,
    /** The size stays, because measurement, replay and formula contradict each other. */
    REFUSE
  }

  /**
   * Whether the decision asks for another size.
   *
   * @return true if {@code from} and {@code to} differ
   */
  public boolean isChange() {
    return from != to;
  }

  @Override
  public String toString() {
    String change = isChange() ? from + " to " + to + " threads" : "stays at " + from;
    return "%s: %s, %s: %s (%,.3f ms measured, %,.3f ms replayed, %d runs)"
        .formatted(
            target,
            action.name().toLowerCase(Locale.ROOT).replace('_', ' '),
            change,
            reason,
            measured / 1e6,
            replayed / 1e6,
            runs);
  }
}
