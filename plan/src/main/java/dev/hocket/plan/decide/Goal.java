package dev.hocket.plan.decide;

import dev.hocket.plan.simulate.FlowTimes;
import dev.hocket.plan.simulate.Stretches;
import java.util.Arrays;

/** The figure that a plan minimises, over the events of all classes together. */
public enum Goal {
  /** The mean flow time, in seconds. */
  MEAN,
  /** The flow time that 95 % of the events do not exceed, in seconds. */
  P95,
  /** The share of events whose flow time is above 100 ms, which people notice. */
  OVER_100_MS;

  static final double NOTICEABLE_SECONDS = 0.1;
  static final double SHARE = 0.95;

  /**
   * The figure of simulated flow times.
   *
   * @param flows at least one
   * @return in the unit of the goal
   */
  public double of(FlowTimes flows) {
    return switch (this) {
      case MEAN -> flows.mean();
      case P95 -> flows.quantile(SHARE);
      case OVER_100_MS -> flows.shareOver(NOTICEABLE_SECONDS);
    };
  }

  /**
   * The figure as other recordings of the same program might have shown it.
   *
   * @param flows at least one
   * @param stretches of their workload
   * @return one figure for each draw
   */
  public double[] drawn(FlowTimes flows, Stretches stretches) {
    return drawn(flows, stretches, 0);
  }

  /**
   * {@link #drawn(FlowTimes, Stretches)} of events that all take longer.
   *
   * @param flows at least one
   * @param stretches of their workload
   * @param longer by how much, in seconds; negative if they take less time
   * @return one figure for each draw
   */
  public double[] drawn(FlowTimes flows, Stretches stretches, double longer) {
    return switch (this) {
      case MEAN -> plus(stretches.means(flows), longer);
      case P95 -> plus(stretches.quantiles(flows, SHARE), longer);
      case OVER_100_MS -> stretches.sharesOver(flows, NOTICEABLE_SECONDS - longer);
    };
  }

  private static double[] plus(double[] seconds, double longer) {
    return Arrays.stream(seconds).map(one -> one + longer).toArray();
  }
}
