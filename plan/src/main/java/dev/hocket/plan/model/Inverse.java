package dev.hocket.plan.model;

import java.util.function.DoubleUnaryOperator;

/** Inverts distribution functions. */
final class Inverse {
  /** Enough halvings to use up the digits of a double. */
  private static final int HALVINGS = 60;

  private Inverse() {}

  /**
   * The smallest x at or above {@code from} at which a distribution function reaches a value below
   * 1, by doubling and halving.
   *
   * @param scale a step of the right order of magnitude, above 0
   */
  static double of(DoubleUnaryOperator atMost, double share, double from, double scale) {
    if (atMost.applyAsDouble(from) >= share) {
      return from;
    }
    double low = from;
    double step = scale;
    while (atMost.applyAsDouble(low + step) < share) {
      low += step;
      step *= 2;
    }
    double high = low + step;
    for (int i = 0; i < HALVINGS && low < high; i++) {
      double middle = low + (high - low) / 2;
      if (atMost.applyAsDouble(middle) < share) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
