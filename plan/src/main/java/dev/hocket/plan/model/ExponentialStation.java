package dev.hocket.plan.model;

/** M/M/Na: exponential service times (paper 2, formulas 2 and 3). Everything is in closed form. */
final class ExponentialStation extends Station {
  private final double waitProbability;

  ExponentialStation(Load load, int servers) {
    super(load, servers);
    waitProbability = Erlang.c(servers, load.offered());
  }

  /** Rate at which the waiting time of the jobs that wait decays: c μ (1 − ρ). */
  private double decay() {
    return (servers() - load().offered()) / load().serviceSeconds();
  }

  @Override
  double settledWaitProbability() {
    return waitProbability;
  }

  @Override
  double settledMeanWait() {
    return waitProbability / decay();
  }

  @Override
  double settledWaitAtMost(double seconds) {
    return 1 - waitProbability * Math.exp(-decay() * seconds);
  }

  @Override
  double settledWaitQuantile(double share) {
    return Math.log(waitProbability / (1 - share)) / decay();
  }

  /**
   * 1 − e^{−μt} − C μ (e^{−μt} − e^{−θt}) / (θ − μ), where θ is the decay; written so that it holds
   * for θ = μ too.
   */
  @Override
  double settledFlowAtMost(double seconds) {
    double service = load().serviceSeconds();
    if (service == 0) {
      return 1;
    }
    double served = Math.exp(-seconds / service);
    double x = decay() * seconds - seconds / service;
    double both = served * seconds / service * (x == 0 ? 1 : -Math.expm1(-x) / x);
    if (Double.isNaN(both)) {
      return 1;
    }
    return 1 - served - (load().offered() == 0 ? 0 : waitProbability) * both;
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
