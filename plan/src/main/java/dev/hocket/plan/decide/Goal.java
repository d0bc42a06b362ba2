package dev.hocket.plan.decide;

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
}
