package dev.hocket.plan.advise;

import dev.hocket.plan.TimeText;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.measure.Trace;
import dev.hocket.plan.simulate.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Checks the predictions on the recorded pools, for which the measurement is known, and names the
 * assumption that fails. Each step from the model to the measurement gives up one assumption:
 *
 * <ol>
 *   <li>the <i>model</i>: Poisson arrivals, and service times known by their mean and variation;
 *   <li><i>redrawn</i>: Poisson arrivals, with service times drawn from the recorded ones;
 *   <li><i>shuffled</i>: the recorded arrivals, with their service times in random order;
 *   <li><i>replayed</i>: the recorded events as they were;
 *   <li><i>measured</i>: what was recorded of the program, on its machine and beside other
 *       programs.
 * </ol>
 *
 * @param goal the goal whose figures are compared
 * @param plan the recorded pools
 * @param modelled the figure by the model
 * @param redrawn the figure in the middle of some simulations
 * @param shuffled the figure in the middle of some simulations
 * @param replayed the figure by the replay
 * @param measured the figure as recorded
 * @param failing the assumptions that fail, in words, in the order of the steps
 * @param replayHolds whether the replay agrees with the measurement
 */
public record Check(
    Goal goal,
    Plan plan,
    double modelled,
    double redrawn,
    double shuffled,
    double replayed,
    double measured,
    List<String> failing,
    boolean replayHolds) {
  private static final int MOST_ROUNDS = 20;
  private static final int LEAST_ROUNDS = 8;
  private static final long EVENTS = 10_000_000;

  /** A smaller difference changes no decision. */
  private static final double NOTABLE = 0.15;

  /**
   * A difference of fewer seconds changes no decision either: parked threads take some 50 µs to
   * wake, which the replay leaves out.
   */
  private static final double NOTABLE_SECONDS = 5e-4;

  /** Shares of events differ notably from one point in a hundred on. */
  private static final double NOTABLE_SHARE = 0.01;

  /** Copies the list. */
  public Check {
    failing = List.copyOf(failing);
  }

  static Check of(Goal goal, Plan today, List<Handler> handlers, Trace.Events recorded) {
    Workload workload = recorded.workload();
    double modelled = today.predict(goal, handlers);
    double[] redrawn = figures(goal, today, handlers, workload, true);
    double[] shuffled = figures(goal, today, handlers, workload, false);
    double replayed = goal.of(today.simulate(workload, handlers));
    double measured = goal.of(recorded.flows());
    List<String> failing = new ArrayList<>();
    if (Double.isInfinite(modelled)) {
      failing.add("these pools are too small: with such arrivals their queue grows without end");
    } else if (differs(goal, modelled, redrawn)) {
      failing.add(
          "run times are distributed in a way, or classes so unlike each other, that the formulas"
              + " do not know");
    }
    if (differs(goal, middle(redrawn), shuffled)) {
      failing.add(
          middle(redrawn) < middle(shuffled)
              ? "events arrive in bursts"
              : "events arrive more evenly than at random");
    }
    if (differs(goal, replayed, shuffled)) {
      failing.add(
          replayed > middle(shuffled)
              ? "long runs follow long runs, or come when many events do"
              : "long runs come when few events do");
    }
    boolean holds = !isNotable(goal, replayed, measured);
    if (!holds) {
      failing.add(
          measured > replayed
              ? "events took longer than their arrivals and run times explain: threads got a"
                  + " processor late, other work ran on these pools, or the pools were smaller for a"
                  + " while"
              : "events took less time than their arrivals and run times explain: the pools were"
                  + " larger for a while, or a waiting thread's work was done by others");
    }
    return new Check(
        goal,
        today,
        modelled,
        middle(redrawn),
        middle(shuffled),
        replayed,
        measured,
        failing,
        holds);
  }

  /**
   * Simulates the goal's figure several times with changed events; returns the figures ascending.
   */
  private static double[] figures(
      Goal goal, Plan today, List<Handler> handlers, Workload workload, boolean redrawn) {
    int rounds = Math.clamp(EVENTS / workload.events(), LEAST_ROUNDS, MOST_ROUNDS);
    double[] figures = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      Workload changed = redrawn ? workload.redrawn(i) : workload.shuffled(i);
      figures[i] = goal.of(today.simulate(changed, handlers));
    }
    Arrays.sort(figures);
    return figures;
  }

  private static double middle(double[] sorted) {
    return sorted[sorted.length / 2];
  }

  /** Returns whether a figure lies notably outside the range of the simulated ones. */
  private static boolean differs(Goal goal, double figure, double[] simulated) {
    boolean outside = figure < simulated[0] || figure > simulated[simulated.length - 1];
    return outside && isNotable(goal, figure, middle(simulated));
  }

  private static boolean isNotable(Goal goal, double one, double other) {
    double difference = Math.abs(one - other);
    return goal == Goal.OVER_100_MS
        ? difference > Math.max(NOTABLE_SHARE, NOTABLE * Math.min(one, other))
        : difference > Math.max(NOTABLE_SECONDS, NOTABLE * Math.min(one, other));
  }

  /**
   * Returns whether the model agrees with the replay.
   *
   * @return true if it agrees; otherwise trust only the replay
   */
  public boolean modelHolds() {
    return !isNotable(goal, modelled, replayed);
  }

  /**
   * Describes how well the predictions hold.
   *
   * @return sentences
   */
  public String inWords() {
    StringBuilder words = new StringBuilder();
    words.append(
        String.format(
            Locale.ROOT,
            "Checked on the sizes that ran, %s: %s measured, %s replayed, %s by the model.",
            plan,
            text(measured),
            text(replayed),
            text(modelled)));
    if (replayHolds && modelHolds()) {
      return words.append(" Both predictions hold.").toString();
    }
    words.append(replayHolds ? " Trust the replay, not the model" : " Trust neither");
    // Each step from the model to the replay may be too small to count, but not all together.
    String why =
        failing.isEmpty()
            ? "no single assumption of the formulas explains the difference"
            : String.join("; ", failing);
    words.append(": ").append(why).append('.');
    return words.toString();
  }

  private String text(double figure) {
    return goal == Goal.OVER_100_MS
        ? String.format(Locale.ROOT, "%.2f %%", 100 * figure)
        : TimeText.of(figure);
  }
}
