package dev.hocket.plan.advise;

import dev.hocket.plan.TimeText;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Plan;
import java.util.Arrays;
import java.util.Map;

/**
 * The predicted figures of a plan. The replay decides; the model only proposes plans.
 *
 * @param plan the pools
 * @param cores the number of cores in use when all threads of the plan are busy
 * @param utilisation the utilisation of the fullest pool
 * @param replayed figures of the recorded events put through these pools, without any assumption on
 *     arrivals or service times; their bands come from a bootstrap of whole stretches of the
 *     recording, and from the uncertainty of speed-ups
 * @param modelled figures by the queueing models, infinite if a pool is overloaded
 */
public record Prediction(
    Plan plan,
    int cores,
    double utilisation,
    Map<Goal, Banded> replayed,
    Map<Goal, Double> modelled) {

  /**
   * A figure with a 95 % band.
   *
   * @param value the figure; infinite if a pool is overloaded
   * @param low lower end
   * @param high upper end
   */
  public record Banded(double value, double low, double high) {

    /**
     * A figure with the middle 95 % of its values over some draws. The band contains the figure:
     * draws of whole stretches can all lie on one side of it, if one stretch dominates.
     *
     * @param value the figure
     * @param drawn the figure as other recordings might have shown it
     */
    static Banded of(double value, double[] drawn) {
      double[] sorted = drawn.clone();
      Arrays.sort(sorted);
      int cut = sorted.length / 40;
      double low = Math.min(value, sorted[cut]);
      return new Banded(value, low, Math.max(value, sorted[sorted.length - 1 - cut]));
    }

    /**
     * Formats a figure that is a time, with its band.
     *
     * @return as in {@code 12.30 ms (11.90 ms to 12.80 ms)}
     */
    public String asTime() {
      return "%s (%s to %s)".formatted(TimeText.of(value), TimeText.of(low), TimeText.of(high));
    }
  }

  /** Copies the maps. */
  public Prediction {
    replayed = Map.copyOf(replayed);
    modelled = Map.copyOf(modelled);
  }

  /**
   * Returns a figure of the replay.
   *
   * @param goal the goal of the figure
   * @return the figure with its band
   */
  public Banded replayed(Goal goal) {
    return replayed.get(goal);
  }

  /**
   * Returns a figure of the models.
   *
   * @param goal the goal of the figure
   * @return the figure
   */
  public double modelled(Goal goal) {
    return modelled.get(goal);
  }
}
