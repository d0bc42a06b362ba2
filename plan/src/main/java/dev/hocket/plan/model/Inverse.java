package dev.hocket.plan.model;

import java.util.function.DoubleUnaryOperator;

/** Inverts rising functions. */
final class Inverse {
  private static final int HALVINGS = 200;
  private static final double PRECISION = 1e-14;

  private Inverse() {}

  /**
   * Finds the smallest x at or above {@code from} at which a rising function reaches a value, by
   * doubling and halving.
   *
   * @param scale a step of the right order of magnitude, above 0
   */
  static double of(DoubleUnaryOperator rising, double value, double from, double scale) {
    if (rising.applyAsDouble(from) >= value) {
      return from;
    }
    double low = from;
    double step = scale;
    while (rising.applyAsDouble(low + step) < value) {
      low += step;
      step *= 2;
    }
    double high = low + step;
    for (int i = 0; i < HALVINGS && high - low > PRECISION * high; i++) {
      double middle = low + (high - low) / 2;
      if (rising.applyAsDouble(middle) < value) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** Finds the smallest time at which a tail, which falls to 0, is at most {@code most}. */
  static double ofTail(DoubleUnaryOperator tail, double most, double scale) {
    return of(time -> -tail.applyAsDouble(time), -most, 0, scale);
  }
}
