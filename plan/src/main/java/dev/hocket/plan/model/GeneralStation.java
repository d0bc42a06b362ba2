package dev.hocket.plan.model;

import java.util.Arrays;

/**
 * M/G/Na: any service time. The mean wait is an interpolation between the exact M/M/c and M/D/c
 * that is right in light traffic, where an event waits for the first of c running handlers, and in
 * heavy traffic, where only the variation counts (Boxma, Cohen and Huffels, "Approximations of the
 * mean waiting time in an M/G/s queueing system", Operations Research 27, 1979). It is exact for
 * one server. Quantiles of the wait are the mixture of both queues' quantiles that has this mean.
 */
final class GeneralStation extends Station {
  /** Points of the distribution of waits: four in each factor of e, down to e^−40. */
  private static final int POINTS = 160;

  private static final double IN_A_FACTOR = 4;

  private final ExponentialStation exponential;
  private final DeterministicStation deterministic;
  private final double meanWait;

  /** Share of the exponential queue's quantiles in the mixture: above 1 if service varies more. */
  private final double exponentialShare;

  /** The waits that are exceeded with the probabilities C e^{−i/4}, ascending; made when needed. */
  private volatile double[] waits;

  GeneralStation(Load load, int servers) {
    super(load, servers);
    exponential = new ExponentialStation(load, servers);
    deterministic = new DeterministicStation(load, servers);
    double m = exponential.meanWait();
    double d = deterministic.meanWait();
    double variation = load.squaredVariation();
    boolean waits = d > 0 && Double.isFinite(m);
    // 0 for equal service times, 1 for exponential ones.
    double kind =
        servers == 1
            ? variation
            : ((1 + variation) / load.shape().firstRest(servers) - servers - 1) / (servers - 1);
    meanWait = waits ? (1 + variation) / (2 * kind / m + (1 - kind) / d) : m;
    exponentialShare = waits ? (meanWait - d) / (m - d) : 1;
  }

  @Override
  double settledWaitProbability() {
    return exponential.waitProbability();
  }

  @Override
  double settledMeanWait() {
    return meanWait;
  }

  private double[] waits() {
    double[] known = waits;
    if (known == null) {
      known = new double[POINTS];
      double[] equal = deterministic.waitsOver(exponential.waitProbability(), POINTS, IN_A_FACTOR);
      for (int i = 1; i < POINTS; i++) {
        double m = exponential.waitOfTail(i / IN_A_FACTOR);
        double mixed = equal[i] + exponentialShare * (m - equal[i]);
        known[i] = Math.max(known[i - 1], mixed);
      }
      waits = known;
    }
    return known;
  }

  /** Between the points the logarithm of the probability falls in straight lines. */
  @Override
  double settledWaitQuantile(double share) {
    double[] known = waits();
    double place = IN_A_FACTOR * Math.log(exponential.waitProbability() / (1 - share));
    int below = (int) Math.clamp(place, 0, POINTS - 2.0);
    return known[below] + (place - below) * (known[below + 1] - known[below]);
  }

  @Override
  double settledWaitOver(double seconds) {
    double[] known = waits();
    int found = Arrays.binarySearch(known, seconds);
    int below = Math.clamp(found >= 0 ? found : -found - 2, 0, POINTS - 2);
    double step = known[below + 1] - known[below];
    double place = below + (step > 0 ? (seconds - known[below]) / step : 0);
    return exponential.waitProbability() * Math.exp(-place / IN_A_FACTOR);
  }

  @Override
  double settledFlowOver(double seconds) {
    return flowOver(load(), seconds);
  }

  @Override
  double settledFlowQuantile(double share) {
    if (load().serviceSeconds() == 0) {
      return 0;
    }
    return share == 1
        ? Double.POSITIVE_INFINITY
        : Inverse.ofTail(this::settledFlowOver, 1 - share, meanFlow());
  }
}
