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
   * Computes the figure of simulated flow times.
   *
   * @param flows the flow times of at least one event
   * @return the figure in the goal's unit
   */
  public double of(FlowTimes flows) {
    return switch (this) {
      case MEAN -> flows.mean();
      case P95 -> flows.quantile(SHARE);
      case OVER_100_MS -> flows.shareOver(NOTICEABLE_SECONDS);
    };
  }

  /**
   * Computes the figure as other recordings of the same program might have shown it.
   *
   * @param flows the flow times of at least one event
   * @param stretches the stretches of their workload
   * @return one figure for each draw
   */
  public double[] drawn(FlowTimes flows, Stretches stretches) {
    return drawn(flows, stretches, 0);
  }

  /**
   * Computes the figure as other recordings might have shown it, if all events took longer.
   *
   * @param flows the flow times of at least one event
   * @param stretches the stretches of their workload
   * @param longer the additional time in seconds; negative if events take less time
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
