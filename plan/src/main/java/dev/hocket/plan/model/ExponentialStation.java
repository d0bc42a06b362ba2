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
  double settledWaitOver(double seconds) {
    return waitProbability * Math.exp(-decay() * seconds);
  }

  @Override
  double settledWaitQuantile(double share) {
    return Math.log(waitProbability / (1 - share)) / decay();
  }

  /** The wait that is exceeded with the probability C e^{−x}. */
  double waitOfTail(double x) {
    return x / decay();
  }

  /**
   * e^{−μt} + C μ (e^{−θt} − e^{−μt}) / (μ − θ), where θ is the decay. The difference is taken from
   * its larger term, so that it holds for θ = μ too, and nothing overflows.
   */
  @Override
  double settledFlowOver(double seconds) {
    double service = load().serviceSeconds();
    if (service == 0) {
      return 0;
    }
    double served = seconds / service;
    double waited = decay() * seconds;
    double x = Math.abs(served - waited);
    double difference =
        served * Math.exp(-Math.min(served, waited)) * (x == 0 ? 1 : -Math.expm1(-x) / x);
    return Math.exp(-served) + (load().offered() == 0 ? 0 : waitProbability * difference);
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
