package dev.hocket.plan.measure;

/**
 * A measured figure and how far to trust it.
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
   * Standard error of the figure.
   *
   * @return not a number if the half-width is none
   */
  public double standardError() {
    return halfWidth / NORMAL;
  }

  /**
   * The upper end of the interval.
   *
   * @return a figure
   */
  public double high() {
    return value + halfWidth;
  }
}
