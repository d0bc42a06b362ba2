package dev.hocket.plan.measure;

/**
 * A measured figure with its uncertainty.
 *
 * @param value the figure; not a number if nothing was measured
 * @param halfWidth half the width of its 95 % confidence interval; not a number if there are too
 *     few measurements for one
 */
public record Estimate(double value, double halfWidth) {
  /** Quantile of the normal distribution that leaves 2.5 % above it. */
  static final double NORMAL = 1.959964;

  /**
   * The lower end of the interval.
   *
   * @return not below 0, since nothing measured here can be
   */
  public double low() {
    return Math.max(0, value - halfWidth);
  }

  /**
   * Returns the standard error of the figure.
   *
   * @return the standard error; not a number if there is no half-width
   */
  public double standardError() {
    return halfWidth / NORMAL;
  }

  /**
   * The upper end of the interval.
   *
   * @return the upper end
   */
  public double high() {
    return value + halfWidth;
  }
}
