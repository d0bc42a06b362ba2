package dev.hocket.plan.simulate;

import java.util.Arrays;

/**
 * Flow times of a simulation or a recording: from the arrival of an event to the end of its
 * handler, in seconds.
 *
 * <p>Means carry the half-width of a 95 % confidence interval by batch means: the events, in order
 * of arrival, are cut into 30 batches whose means are nearly independent. Quantiles have none.
 */
public final class FlowTimes {
  private static final int BATCHES = 30;

  /** 97.5 % quantile of Student's t with 29 degrees of freedom. */
  private static final double STUDENT = 2.045;

  private final double[] flows;
  private final int[] classes;

  FlowTimes(double[] flows, int[] classes) {
    this.flows = flows;
    this.classes = classes;
  }

  /**
   * Makes flow times from measured ones, to be compared with simulated ones.
   *
   * @param flows in seconds, in order of arrival
   * @param classes the class of each event
   * @return the flow times
   */
  public static FlowTimes measured(double[] flows, int[] classes) {
    if (flows.length != classes.length) {
      throw new IllegalArgumentException(
          "as many flow times and classes are needed, not %d and %d"
              .formatted(flows.length, classes.length));
    }
    return new FlowTimes(flows.clone(), classes.clone());
  }

  /**
   * Selects the flow times of one class.
   *
   * @param one index of the class
   * @return its flow times, in order of arrival
   */
  public FlowTimes ofClass(int one) {
    double[] left = new double[flows.length];
    int count = 0;
    for (int i = 0; i < flows.length; i++) {
      if (classes[i] == one) {
        left[count++] = flows[i];
      }
    }
    int[] same = new int[count];
    Arrays.fill(same, one);
    return new FlowTimes(Arrays.copyOf(left, count), same);
  }

  /**
   * Leaves out the flow times of the first events, which arrived before the steady state.
   *
   * @param share share of events to leave out, at least 0 and below 1
   * @return the others
   */
  public FlowTimes settled(double share) {
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException(
          "the share left out must be at least 0 and below 1, not " + share);
    }
    int from = (int) (share * flows.length);
    return new FlowTimes(
        Arrays.copyOfRange(flows, from, flows.length),
        Arrays.copyOfRange(classes, from, classes.length));
  }

  /**
   * Lists the flow times one by one.
   *
   * @return seconds, in order of arrival
   */
  public double[] inOrder() {
    return flows.clone();
  }

  /** The flow time of one event, in order of arrival. */
  double at(int event) {
    return flows[event];
  }

  /**
   * Number of events.
   *
   * @return 0 or more
   */
  public int count() {
    return flows.length;
  }

  /**
   * Mean flow time.
   *
   * @return seconds; not a number without events
   */
  public double mean() {
    return Arrays.stream(flows).average().orElse(Double.NaN);
  }

  /**
   * Half-width of the 95 % confidence interval of the mean.
   *
   * @return seconds; not a number with fewer than 60 events
   */
  public double halfWidth() {
    int size = flows.length / BATCHES;
    if (size < 2) {
      return Double.NaN;
    }
    double sum = 0;
    double squares = 0;
    for (int batch = 0; batch < BATCHES; batch++) {
      double mean = 0;
      for (int i = batch * size; i < (batch + 1) * size; i++) {
        mean += flows[i];
      }
      mean /= size;
      sum += mean;
      squares += mean * mean;
    }
    double variance = (squares - sum * sum / BATCHES) / (BATCHES - 1);
    return STUDENT * Math.sqrt(Math.max(0, variance) / BATCHES);
  }

  /**
   * The flow time that a share of the events does not exceed.
   *
   * @param share between 0 and 1
   * @return seconds; not a number without events
   */
  public double quantile(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("the share must be between 0 and 1, not " + share);
    }
    if (flows.length == 0) {
      return Double.NaN;
    }
    double[] sorted = flows.clone();
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.clamp(rank, 0, sorted.length - 1)];
  }

  /**
   * Share of the events whose flow time is longer than {@code seconds}.
   *
   * @param seconds a time
   * @return between 0 and 1; not a number without events
   */
  public double shareOver(double seconds) {
    return (double) Arrays.stream(flows).filter(flow -> flow > seconds).count() / flows.length;
  }
}
