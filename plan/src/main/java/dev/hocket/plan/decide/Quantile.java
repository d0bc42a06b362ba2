package dev.hocket.plan.decide;

import java.util.function.DoubleUnaryOperator;

/** Finds quantiles of flow times: the time that a share of events does not exceed. */
final class Quantile {
  private static final int HALVINGS = 40;

  private Quantile() {}

  /**
   * Finds the time that only 5 % exceed, by doubling from a microsecond, then halving.
   *
   * @param over the share of events that take longer than a number of seconds; falls to 0
   */
  static double of(DoubleUnaryOperator over) {
    return of(Goal.SHARE, over);
  }

  /** Finds the time that a share of events does not exceed. */
  static double of(double share, DoubleUnaryOperator over) {
    double high = 1e-6;
    while (over.applyAsDouble(high) > 1 - share && high < 1e12) {
      high *= 2;
    }
    double low = 0;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (over.applyAsDouble(middle) > 1 - share) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
