package dev.hocket.tune;

import java.util.Arrays;

/**
 * The runs of a target of one size during some hundreds of events. All times are in nanoseconds on
 * one clock.
 *
 * @param size the number of runs at once that the size allowed
 * @param start the time at which the window began; the worker had this size from then on
 * @param queued the times at which the runs that ended in the window were queued, ascending
 * @param began the time at which each began
 * @param ended the time at which each ended
 * @param waited the time for which each waited without counting towards the size
 * @param atOnce the number of runs when each began, itself included
 * @param pending the times at which runs that have not ended were queued, ascending, as far as
 *     known
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

  /** Counts all arrivals of the window. */
  int arrivals() {
    return queued.length + pending.length;
  }

  long arrival(int i) {
    return i < queued.length ? queued[i] : pending[i - queued.length];
  }

  /**
   * The time for which a run held its place in the window. A run that has not ended is taken to
   * need as long as one of those that have.
   */
  double service(int i) {
    int run = i % queued.length;
    long from = i < queued.length ? Math.max(start, began[run]) : began[run];
    return Math.max(0, ended[run] - from - waited[run]);
  }

  /** The time for which a run that has ended held its place, also before the window. */
  double length(int run) {
    return Math.max(0, ended[run] - began[run] - waited[run]);
  }

  long waited(int i) {
    return waited[i % queued.length];
  }

  /** The times from being queued to the end, of the runs that have ended. */
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

  /** The mean number of busy places if there were enough; infinite for one burst. */
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
