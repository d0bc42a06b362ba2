package dev.hocket.plan.report;

/** Chooses the marks of an axis. */
final class Axis {
  private Axis() {}

  /** Rounds up to 1, 2 or 5 times a power of ten. */
  static double step(double atLeast) {
    double power = Math.pow(10, Math.floor(Math.log10(atLeast)));
    for (int factor : new int[] {1, 2, 5}) {
      if (power * factor >= atLeast) {
        return power * factor;
      }
    }
    return power * 10;
  }
}
