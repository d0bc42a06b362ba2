package dev.hocket.plan.advise;

import dev.hocket.plan.TimeText;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.simulate.FlowTimes;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What is predicted of a plan.
 *
 * @param plan the pools
 * @param cores cores it takes when everything is busy
 * @param utilisation of its fullest pool
 * @param figures by the queueing models, for each goal
 * @param replayed the recorded events put through these pools
 */
public record Prediction(
    Plan plan, int cores, double utilisation, Map<Goal, Banded> figures, Replayed replayed) {

  /**
   * A figure with a 95 % band, which results from the uncertainty of the measured rates, service
   * times and speed-ups.
   *
   * @param value the figure; infinite if a pool is overloaded
   * @param low lower end
   * @param high upper end
   */
  public record Banded(double value, double low, double high) {

    /**
     * A time for people.
     *
     * @return as in {@code 12.30 ms (11.90 ms to 12.80 ms)}
     */
    public String asTime() {
      return "%s (%s to %s)".formatted(TimeText.of(value), TimeText.of(low), TimeText.of(high));
    }
  }

  /**
   * The outcome of a simulation with the recorded arrivals and service times, without any
   * assumption on either.
   *
   * @param mean mean flow time in seconds
   * @param p95 flow time that 95 % did not exceed, in seconds
   * @param over100Millis share over 100 ms
   */
  public record Replayed(double mean, double p95, double over100Millis) {
    static Replayed of(FlowTimes flows) {
      return new Replayed(flows.mean(), flows.quantile(0.95), flows.shareOver(0.1));
    }
  }

  /** Copies the map. */
  public Prediction {
    figures = Map.copyOf(figures);
  }

  static Prediction of(
      Plan plan, List<Handler> handlers, List<List<Handler>> drawn, Replayed replayed) {
    Map<Goal, Banded> figures = new EnumMap<>(Goal.class);
    for (Goal goal : Goal.values()) {
      double[] again = drawn.stream().mapToDouble(one -> plan.predict(goal, one)).toArray();
      figures.put(goal, Draw.banded(plan.predict(goal, handlers), again));
    }
    return new Prediction(
        plan, plan.cores(handlers), plan.utilisation(handlers), figures, replayed);
  }

  /**
   * One figure.
   *
   * @param goal which
   * @return the figure with its band
   */
  public Banded figure(Goal goal) {
    return figures.get(goal);
  }
}
