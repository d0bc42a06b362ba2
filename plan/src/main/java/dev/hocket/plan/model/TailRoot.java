package dev.hocket.plan.model;

/**
 * The root above 1 of ln z = ρ (z − 1): the tail of the queue of M/D/c decays by this factor from
 * one length to the next.
 */
final class TailRoot {
  private TailRoot() {}

  /**
   * Computes the root less one, by Newton's iteration from above.
   *
   * @param utilisation ρ
   * @param idle 1 − ρ, with all its digits
   */
  static double lessOne(double utilisation, double idle) {
    double x = 4 * idle / (utilisation * utilisation);
    for (int step = 0; step < 200; step++) {
      // (log(1 + x) − ρx) / x, without the cancellation of the first term where x is small.
      double value = idle - lag(x);
      double slope = -lagSlope(x);
      double next = x - value / slope;
      if (!(next > 0)) {
        next = x / 2;
      }
      if (Math.abs(next - x) <= 1e-15 * x) {
        return next;
      }
      x = next;
    }
    return x;
  }

  /** Computes 1 − log(1 + x)/x = x/2 − x²/3 + x³/4 − … */
  private static double lag(double x) {
    if (x > 0.1) {
      return 1 - Math.log1p(x) / x;
    }
    double sum = 0;
    for (int k = 18; k >= 1; k--) {
      sum = x * (1.0 / (k + 1) - sum);
    }
    return sum;
  }

  private static double lagSlope(double x) {
    if (x > 0.1) {
      return (Math.log1p(x) / x - 1 / (1 + x)) / x;
    }
    double sum = 0;
    for (int k = 18; k >= 1; k--) {
      sum = (double) k / (k + 1) - x * sum;
    }
    return sum;
  }
}
