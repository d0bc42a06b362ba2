package dev.hocket.plan.model;

import org.apache.commons.numbers.gamma.RegularizedGamma;

/**
 * M/D/Na: all handlers take the same time. Exact, where the paper's formula (4) approximates: the
 * mean by Crommelin's series or by the roots of the queue's characteristic equation, the
 * distribution by Franx's formula ("A simple solution for the M/D/c waiting time distribution",
 * Operations Research Letters 29, 2001).
 */
final class DeterministicStation extends Station {
  /**
   * Below this value of c(1−ρ)² Crommelin's series needs more than about a thousand terms. Above
   * it, it keeps all digits of even the smallest waits, which the roots lose to cancellation.
   */
  private static final double SERIES_FROM = 0.1;

  private static final double ENOUGH = 1e-17;

  private final double meanWait;

  /** Distribution of the number present, computed when a quantile or a share is first asked for. */
  private volatile DeterministicStates states;

  DeterministicStation(Load load, int servers) {
    super(load, servers);
    double idle = 1 - utilisation();
    boolean settles = load.offered() > 0 && idle > 0;
    meanWait = settles ? load.serviceSeconds() * waitInServiceTimes(servers, load.offered()) : 0;
  }

  private static double waitInServiceTimes(int servers, double offered) {
    double idle = 1 - offered / servers;
    return servers * idle * idle >= SERIES_FROM
        ? bySeries(servers, offered)
        : byRoots(servers, offered);
  }

  /**
   * Crommelin's series. The number that wait is the maximum of a random walk whose k-th position is
   * Poisson(ka) − kc; by Spitzer's identity its mean is the sum over k of E[position⁺] / k.
   */
  static double bySeries(int servers, double offered) {
    double sum = 0;
    for (long k = 1; ; k++) {
      double reached = RegularizedGamma.P.value((double) k * servers, k * offered);
      double exceeded = RegularizedGamma.P.value((double) k * servers + 1, k * offered);
      double term = offered * reached - servers * exceeded;
      sum += term;
      if (!(term > ENOUGH * sum)) {
        return sum / offered;
      }
    }
  }

  /** From the derivative at 1 of the generating function of the number present. */
  static double byRoots(int servers, double offered) {
    double idle = servers - offered;
    double present =
        servers / (2 * idle) - idle / 2 + new DeterministicRoots(servers, offered).sum();
    return (present - offered) / offered;
  }

  private DeterministicStates states() {
    DeterministicStates known = states;
    if (known == null) {
      known = new DeterministicStates(servers(), load().offered());
      states = known;
    }
    return known;
  }

  @Override
  double settledWaitProbability() {
    return 1 - states().queueAtMost(-1);
  }

  @Override
  double settledMeanWait() {
    return meanWait;
  }

  @Override
  double settledWaitAtMost(double seconds) {
    return states().waitAtMost(seconds / load().serviceSeconds());
  }

  @Override
  double settledWaitQuantile(double share) {
    double scale = Math.max(meanWait, load().serviceSeconds() / servers());
    return Inverse.of(this::settledWaitAtMost, share, 0, scale);
  }

  @Override
  double settledFlowAtMost(double seconds) {
    return waitAtMost(seconds - load().serviceSeconds());
  }

  @Override
  double settledFlowQuantile(double share) {
    return load().serviceSeconds() + waitQuantile(share);
  }
}
