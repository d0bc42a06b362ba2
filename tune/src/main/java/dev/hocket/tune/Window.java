package dev.hocket.tune;

import java.util.Arrays;

/**
 * What a worker of one size did for some hundreds of events. All times are in nanoseconds on one
 * clock.
 *
 * @param size how many runs at once it allowed
 * @param start when the window began; the worker had this size from then on
 * @param queued when the runs that ended in the window were queued, ascending
 * @param began when each began
 * @param ended when each ended
 * @param waited for how long each waited without counting towards the size
 * @param atOnce how many ran when each began, itself included
 * @param pending when runs that have not ended were queued, ascending, as far as that is known
 */
record Window(
    int size,
    long start,
    long[] queued,
    long[] began,
    long[] ended,
    long[] waited,
    int[] atOnce,
    long[] pending) {

  int runs() {
    return queued.length;
  }

  /** All arrivals of the window. */
  int arrivals() {
    return queued.length + pending.length;
  }

  long arrival(int i) {
    return i < queued.length ? queued[i] : pending[i - queued.length];
  }

  /**
   * For how long the run held its place in the window. One that has not ended is taken to need as
   * long as one of those that have.
   */
  double service(int i) {
    int run = i % queued.length;
    long from = i < queued.length ? Math.max(start, began[run]) : began[run];
    return Math.max(0, ended[run] - from - waited[run]);
  }

  /** For how long a run that has ended held its place, also before the window. */
  double length(int run) {
    return Math.max(0, ended[run] - began[run] - waited[run]);
  }

  long waited(int i) {
    return waited[i % queued.length];
  }

  /** Times from being queued to the end, of those that have ended. */
  double[] flows() {
    double[] flows = new double[queued.length];
    Arrays.setAll(flows, i -> ended[i] - queued[i]);
    return flows;
  }

  double meanService() {
    double sum = 0;
    for (int i = 0; i < queued.length; i++) {
      sum += service(i);
    }
    return sum / queued.length;
  }

  /** How many places would be busy on the average if there were enough; infinite for one burst. */
  double offeredLoad() {
    double busy = 0;
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (int i = 0; i < arrivals(); i++) {
      busy += service(i);
      first = Math.min(first, arrival(i));
      last = Math.max(last, arrival(i));
    }
    return last == first ? Double.POSITIVE_INFINITY : busy / (last - first);
  }
}
