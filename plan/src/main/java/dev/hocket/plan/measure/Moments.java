package dev.hocket.plan.measure;

/**
 * Computes mean and variance of a stream of figures, with their errors, by Welford's and
 * Terriberry's sums.
 */
final class Moments {
  private long count;
  private double mean;
  private double m2;
  private double m3;
  private double m4;

  void add(double x) {
    long before = count++;
    double delta = x - mean;
    double step = delta / count;
    double square = delta * step * before;
    mean += step;
    m4 += square * step * step * (count * (count - 3.0) + 3) + 6 * step * step * m2 - 4 * step * m3;
    m3 += square * step * (count - 2) - 3 * step * m2;
    m2 += square;
  }

  long count() {
    return count;
  }

  Estimate mean() {
    if (count == 0) {
      return new Estimate(Double.NaN, Double.NaN);
    }
    double error = count < 2 ? Double.NaN : Math.sqrt(variance() / count);
    return new Estimate(mean, Estimate.NORMAL * error);
  }

  private double variance() {
    return m2 / (count - 1);
  }

  /**
   * Computes the variance over the squared mean. The relative error is taken to be that of the
   * variance, √((κ − 1)/n), where κ is the kurtosis; that of the mean is small in comparison.
   */
  Estimate squaredVariation() {
    if (count < 2 || mean == 0) {
      return new Estimate(count == 0 || mean != 0 ? Double.NaN : 0, Double.NaN);
    }
    double squared = variance() / (mean * mean);
    double kurtosis = m2 == 0 ? 1 : count * m4 / (m2 * m2);
    return new Estimate(
        squared, Estimate.NORMAL * squared * Math.sqrt(Math.max(0, kurtosis - 1) / count));
  }
}
