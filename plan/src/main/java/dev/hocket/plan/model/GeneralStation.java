package dev.hocket.plan.model;

/**
 * M/G/Na: any service time, known by its mean and variation. The mean wait is Kimura's harmonic
 * interpolation between the exact M/M/c and M/D/c ("A two-moment approximation for the mean waiting
 * time in the GI/G/s queue", Management Science 32, 1986), which is exact for one server. Quantiles
 * of the wait are the mixture of both queues' quantiles that has this mean. For flow times the
 * service time is taken to be gamma distributed.
 */
final class GeneralStation extends Station {
  private final ExponentialStation exponential;
  private final DeterministicStation deterministic;
  private final double meanWait;

  /** Share of the exponential queue's quantiles in the mixture: above 1 if service varies more. */
  private final double exponentialShare;

  GeneralStation(Load load, int servers) {
    super(load, servers);
    exponential = new ExponentialStation(load, servers);
    deterministic = new DeterministicStation(load, servers);
    double m = exponential.meanWait();
    double d = deterministic.meanWait();
    double variation = load.squaredVariation();
    meanWait = (1 + variation) / (2 * variation / m + (1 - variation) / d);
    exponentialShare = (meanWait - d) / (m - d);
  }

  @Override
  double settledWaitProbability() {
    return exponential.waitProbability();
  }

  @Override
  double settledMeanWait() {
    return meanWait;
  }

  @Override
  double settledWaitQuantile(double share) {
    double m = exponential.waitQuantile(share);
    double d = deterministic.waitQuantile(share);
    return Math.max(0, d + exponentialShare * (m - d));
  }

  @Override
  double settledWaitAtMost(double seconds) {
    double none = 1 - waitProbability();
    double low = none;
    double high = 1;
    for (int i = 0; i < 50; i++) {
      double middle = (low + high) / 2;
      if (settledWaitQuantile(middle) <= seconds) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  double settledFlowAtMost(double seconds) {
    return flowAtMost(load(), seconds);
  }

  @Override
  double settledFlowQuantile(double share) {
    if (load().serviceSeconds() == 0) {
      return 0;
    }
    return share == 1
        ? Double.POSITIVE_INFINITY
        : Inverse.of(this::settledFlowAtMost, share, 0, meanFlow());
  }
}
