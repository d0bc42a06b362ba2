package dev.hocket.plan.model;

/**
 * M/D/Na: all handlers take the same time. Exact, where the paper's formula (4) approximates: the
 * queue by Spitzer's identity ({@link DeterministicQueue}), the distribution of waits by Franx's
 * formula ("A simple solution for the M/D/c waiting time distribution", Operations Research Letters
 * 29, 2001).
 */
final class DeterministicStation extends Station {
  private static final int TABLE = 200;

  private final DeterministicQueue queue;

  DeterministicStation(Load load, int servers) {
    super(load, servers);
    boolean settles = load.offered() > 0 && load.offered() < servers;
    queue = settles ? new DeterministicQueue(servers, load.offered()) : null;
  }

  @Override
  double settledWaitProbability() {
    return queue.waitOver(0);
  }

  @Override
  double settledMeanWait() {
    return queue.meanLength() / load().arrivalsPerSecond();
  }

  @Override
  double settledWaitOver(double seconds) {
    return queue.waitOver(seconds / load().serviceSeconds());
  }

  @Override
  double settledWaitQuantile(double share) {
    double scale = Math.max(settledMeanWait(), load().serviceSeconds() / servers());
    return Inverse.ofTail(this::settledWaitOver, 1 - share, scale);
  }

  /**
   * The waits that are exceeded with the probabilities p e^{−i/n}, interpolated from some hundred
   * points of the distribution.
   */
  double[] waitsOver(double first, int count, double inAFactor) {
    double service = load().serviceSeconds();
    double least = Math.log(first) - count / inAFactor;
    double last = Math.max(settledMeanWait(), service / servers());
    while (logOver(last) > least) {
      last *= 2;
    }
    double[] waits = new double[count];
    double time = 0;
    double value = logOver(0);
    int step = 0;
    double timeBefore = 0;
    double valueBefore = value;
    for (int i = 0; i < count; i++) {
      double wanted = Math.log(first) - i / inAFactor;
      while (value > wanted && step < TABLE) {
        step++;
        timeBefore = time;
        valueBefore = value;
        time = last * Math.pow((double) step / TABLE, 1.5);
        value = logOver(time);
      }
      double slope = valueBefore - value;
      waits[i] =
          slope > 0
              ? timeBefore + (time - timeBefore) * Math.max(0, valueBefore - wanted) / slope
              : timeBefore;
    }
    return waits;
  }

  private double logOver(double seconds) {
    return Math.log(Math.max(Double.MIN_NORMAL, settledWaitOver(seconds)));
  }

  @Override
  double settledFlowOver(double seconds) {
    return waitOver(seconds - load().serviceSeconds());
  }

  @Override
  double settledFlowQuantile(double share) {
    return load().serviceSeconds() + waitQuantile(share);
  }
}
