package dev.hocket.plan.model;

import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A queue and the threads that serve it, in steady state: M/M/Na, M/D/Na or M/G/Na in Kendall's
 * notation (paper 2, section 2.3).
 *
 * <pre>{@code
 * Station pool = Station.of(new Load(10, 0.177, 0), 3);
 * double mean = pool.meanFlow(); // seconds from arrival to end, 0.203
 * double p95 = pool.flowQuantile(0.95);
 * }</pre>
 *
 * <p>A station whose utilisation is 1 or more has no steady state: its means and quantiles are
 * infinite, and every event waits. Without arrivals no event waits. Immutable; all methods may be
 * called from any thread; expensive results are cached.
 */
public abstract sealed class Station
    permits ExponentialStation, DeterministicStation, GeneralStation {
  private static final double NEARLY_EQUAL = 1e-5;

  /** A share of a probability that is too small to change any of its digits. */
  private static final double NEGLIGIBLE = 1e-17;

  private final Load load;
  private final int servers;

  Station(Load load, int servers) {
    this.load = load;
    this.servers = Check.between("the number of servers", 1, Erlang.MOST_SERVERS, servers);
  }

  /**
   * Makes the station of a load: exact if its service times are all equal (variation 0) or
   * exponential (1), by an approximation between the two otherwise.
   *
   * @param load the load
   * @param servers number of threads, Na in the paper; 1 to 1,000,000
   * @return the station
   */
  public static Station of(Load load, int servers) {
    if (load.squaredVariation() == 0) {
      return new DeterministicStation(load, servers);
    }
    if (load.squaredVariation() == 1) {
      return new ExponentialStation(load, servers);
    }
    return new GeneralStation(load, servers);
  }

  /**
   * The load that arrives.
   *
   * @return the load
   */
  public final Load load() {
    return load;
  }

  /**
   * Number of threads.
   *
   * @return 1 or more
   */
  public final int servers() {
    return servers;
  }

  /**
   * Share of the threads' time that is needed: ρ of the paper's formula (1). From 1 on the queue
   * grows without end.
   *
   * @return 0 or more
   */
  public final double utilisation() {
    return load.offered() / servers;
  }

  /**
   * Probability that an arriving event finds no idle thread.
   *
   * @return between 0 and 1
   */
  public final double waitProbability() {
    return isIdle() ? 0 : isUnstable() ? 1 : settledWaitProbability();
  }

  /**
   * Mean time an event waits before its handler begins, in seconds.
   *
   * @return 0 or more; infinite at a utilisation of 1 or more
   */
  public final double meanWait() {
    return isIdle() ? 0 : isUnstable() ? Double.POSITIVE_INFINITY : settledMeanWait();
  }

  /**
   * Mean time from an event's arrival to the end of its handler, in seconds: the paper's W.
   *
   * @return {@link #meanWait()} and the service time
   */
  public final double meanFlow() {
    return meanWait() + load.serviceSeconds();
  }

  /**
   * Mean number of events that wait (Little's law).
   *
   * @return 0 or more
   */
  public final double meanQueueLength() {
    return isIdle() ? 0 : load.arrivalsPerSecond() * meanWait();
  }

  /**
   * Mean number of events that wait or are being handled (Little's law).
   *
   * @return 0 or more
   */
  public final double meanPresent() {
    return meanQueueLength() + load.offered();
  }

  /**
   * Probability that an event waits longer than {@code seconds}. Small probabilities keep their
   * digits.
   *
   * @param seconds any time; below 0 the answer is 1
   * @return between 0 and 1
   */
  public final double waitOver(double seconds) {
    if (Double.isNaN(seconds)) {
      throw new IllegalArgumentException("the waiting time must be a number, not NaN");
    }
    if (seconds < 0 || (isUnstable() && !isIdle())) {
      return 1;
    }
    return isIdle() ? 0 : settledWaitOver(seconds);
  }

  /**
   * Probability that an event waits at most {@code seconds}.
   *
   * @param seconds any time; below 0 the answer is 0
   * @return between 0 and 1
   */
  public final double waitAtMost(double seconds) {
    return 1 - waitOver(seconds);
  }

  /**
   * The waiting time that a share of all events does not exceed.
   *
   * @param share between 0 and 1, as in 0.95
   * @return seconds; infinite for a share of 1 and at a utilisation of 1 or more
   */
  public final double waitQuantile(double share) {
    Check.share("the share", share);
    if (isIdle()) {
      return 0;
    }
    if (isUnstable() || share == 1) {
      return Double.POSITIVE_INFINITY;
    }
    return share <= 1 - waitProbability() ? 0 : settledWaitQuantile(share);
  }

  /**
   * Probability that an event has not been handled within {@code seconds} of its arrival. Small
   * probabilities keep their digits.
   *
   * @param seconds any time
   * @return between 0 and 1
   */
  public final double flowOver(double seconds) {
    if (Double.isNaN(seconds)) {
      throw new IllegalArgumentException("the flow time must be a number, not NaN");
    }
    if (seconds < 0 || (isUnstable() && !isIdle())) {
      return 1;
    }
    return settledFlowOver(seconds);
  }

  /**
   * Probability that an event has been handled within {@code seconds} of its arrival.
   *
   * @param seconds any time
   * @return between 0 and 1
   */
  public final double flowAtMost(double seconds) {
    return 1 - flowOver(seconds);
  }

  /**
   * Probability that an event of one of several classes that share this queue has not been handled
   * within {@code seconds}. Events of all classes wait alike; then each takes its own service time,
   * assumed to be gamma distributed.
   *
   * @param own the load of that class, of which this station's load is a mixture
   * @param seconds any time
   * @return between 0 and 1, to some 1 % of the probability
   */
  public final double flowOver(Load own, double seconds) {
    double mean = own.serviceSeconds();
    if (mean == 0 || own.squaredVariation() == 0 || isUnstable()) {
      return waitOver(seconds - mean);
    }
    if (seconds < 0) {
      return 1;
    }
    // A gamma distribution with such a small variation is close to a normal one, and would take too
    // long to evaluate.
    ContinuousDistribution service =
        own.squaredVariation() < NEARLY_EQUAL
            ? NormalDistribution.of(mean, mean * Math.sqrt(own.squaredVariation()))
            : GammaDistribution.of(1 / own.squaredVariation(), mean * own.squaredVariation());
    double served = service.survivalProbability(seconds);
    return waitProbability() <= NEGLIGIBLE * served
        ? served
        : new FlowTail(this, service).over(seconds);
  }

  /**
   * The flow time that a share of all events does not exceed.
   *
   * @param share between 0 and 1, as in 0.95
   * @return seconds; infinite for a share of 1 and at a utilisation of 1 or more
   */
  public final double flowQuantile(double share) {
    Check.share("the share", share);
    if (isUnstable() && !isIdle()) {
      return Double.POSITIVE_INFINITY;
    }
    return settledFlowQuantile(share);
  }

  /** Returns whether no event ever waits, because none arrive or they take no time. */
  private boolean isIdle() {
    return load.offered() == 0;
  }

  private boolean isUnstable() {
    return utilisation() >= 1;
  }

  // The methods below are called only for stations that are neither idle nor unstable, except those
  // for flow times, which idle stations have, too.

  abstract double settledWaitProbability();

  abstract double settledMeanWait();

  abstract double settledWaitOver(double seconds);

  abstract double settledWaitQuantile(double share);

  abstract double settledFlowOver(double seconds);

  abstract double settledFlowQuantile(double share);
}
