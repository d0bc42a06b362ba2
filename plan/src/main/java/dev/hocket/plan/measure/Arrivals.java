package dev.hocket.plan.measure;

import java.util.TreeMap;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * Estimates how often events arrive, and whether they arrive as a Poisson process. In a Poisson
 * process the variance of the numbers in equal windows of time equals their mean. Times may come in
 * any order. Windows begin at a millisecond and are joined two by two when there are too many, so
 * memory is bounded.
 */
public final class Arrivals {
  private static final long FIRST_WIDTH_NANOS = 1_000_000;
  private static final int MOST_WINDOWS = 8192;

  /** The fewest events per window, on average, and the fewest windows that the test needs. */
  private static final int LEAST_MEAN = 5;

  private static final int LEAST_WINDOWS = 10;

  private final TreeMap<Long, Integer> windows = new TreeMap<>();
  private long width = FIRST_WIDTH_NANOS;
  private long count;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  Arrivals() {}

  void add(long nanos) {
    count++;
    first = Math.min(first, nanos);
    last = Math.max(last, nanos);
    windows.merge(Math.floorDiv(nanos, width), 1, Integer::sum);
    if (windows.size() > MOST_WINDOWS) {
      joinPairs();
    }
  }

  private void joinPairs() {
    TreeMap<Long, Integer> joined = new TreeMap<>();
    windows.forEach((index, events) -> joined.merge(Math.floorDiv(index, 2), events, Integer::sum));
    windows.clear();
    windows.putAll(joined);
    width *= 2;
  }

  /**
   * Counts the events whose arrival is known.
   *
   * @return 0 or more
   */
  public long count() {
    return count;
  }

  /**
   * Estimates the number of events a second, from the first to the last.
   *
   * @return the rate; unknown with fewer than two events
   */
  public Estimate perSecond() {
    if (count < 2 || last == first) {
      return new Estimate(Double.NaN, Double.NaN);
    }
    double rate = (count - 1) / ((last - first) / 1e9);
    // Arrivals in bursts estimate the mean less precisely than independent ones.
    double spread = Math.sqrt(Math.max(1, orElse(dispersion(), 1)));
    return new Estimate(rate, Estimate.NORMAL * rate * spread / Math.sqrt(count - 1.0));
  }

  private static double orElse(double value, double other) {
    return Double.isNaN(value) ? other : value;
  }

  /**
   * Index of dispersion: variance of the numbers in equal windows over their mean. 1 for a Poisson
   * process, 0 for a clock, more for bursts.
   *
   * @return the index; not a number with too few events
   */
  public double dispersion() {
    double[] counts = counts();
    if (counts.length < LEAST_WINDOWS) {
      return Double.NaN;
    }
    double mean = count(counts) / counts.length;
    double squares = 0;
    for (double events : counts) {
      squares += (events - mean) * (events - mean);
    }
    return squares / (counts.length - 1) / mean;
  }

  /**
   * Computes the probability that a Poisson process is at least as far from an index of 1, to
   * either side (chi-squared test). Below 0.01 the arrivals are hardly Poisson, and models that
   * assume so must be read with care.
   *
   * @return a probability; not a number with too few events
   */
  public double poissonProbability() {
    double dispersion = dispersion();
    if (Double.isNaN(dispersion)) {
      return Double.NaN;
    }
    int freedom = counts().length - 1;
    ChiSquaredDistribution chiSquared = ChiSquaredDistribution.of(freedom);
    double below = chiSquared.cumulativeProbability(dispersion * freedom);
    return Math.min(1, 2 * Math.min(below, 1 - below));
  }

  private static double count(double[] counts) {
    double sum = 0;
    for (double events : counts) {
      sum += events;
    }
    return sum;
  }

  /** Counts the events in equal windows that lie wholly between the first and the last event. */
  private double[] counts() {
    if (windows.size() < 3) {
      return new double[0];
    }
    long from = windows.firstKey() + 1;
    long inner = windows.lastKey() - from;
    long joined = (long) Math.ceil(LEAST_MEAN * (double) inner / count);
    double[] counts = new double[(int) (inner / Math.max(1, joined))];
    windows.forEach((index, events) -> {
      long at = Math.floorDiv(index - from, Math.max(1, joined));
      if (index >= from && at < counts.length) {
        counts[(int) at] += events;
      }
    });
    return counts;
  }
}
