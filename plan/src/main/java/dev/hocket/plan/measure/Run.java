package dev.hocket.plan.measure;

/**
 * One block as a recording shows it. Times are in nanoseconds; −1 is unknown.
 *
 * @param start when it began, since 1970
 * @param times of processors and other waits within it
 */
record Run(
    String label,
    String target,
    long start,
    long duration,
    long queueTime,
    long waitTime,
    long suspendedTime,
    long requeueTime,
    Needs times,
    boolean inPlace,
    String outcome,
    int items) {

  /**
   * What its thread did while it ran, where that was recorded; −1 is unknown.
   *
   * @param processor for how long it had a processor
   * @param ready for how long it was ready but had none
   * @param waiting for how long it slept or waited in the user's own code
   */
  record Needs(long processor, long ready, long waiting) {
    static final Needs UNKNOWN = new Needs(-1, -1, -1);
  }

  /** A block that is one piece of work. */
  Run(
      String label,
      String target,
      long start,
      long duration,
      long queueTime,
      long waitTime,
      long suspendedTime,
      long requeueTime,
      boolean inPlace,
      String outcome) {
    this(
        label,
        target,
        start,
        duration,
        queueTime,
        waitTime,
        suspendedTime,
        requeueTime,
        Needs.UNKNOWN,
        inPlace,
        outcome,
        1);
  }

  /** The part of the duration for which it held a thread and did not wait. */
  long running() {
    long running =
        duration - Math.max(0, waitTime) - Math.max(0, suspendedTime) - Math.max(0, requeueTime);
    return Math.max(0, running);
  }

  /** The part for which it waited or was suspended for something else than a thread. */
  long pausing() {
    return Math.max(0, waitTime) + Math.max(0, suspendedTime);
  }

  /**
   * For how long it was ready but had no processor: what the system counted, or else what is left
   * of its run when it neither had a processor nor is known to have waited. −1 if unknown.
   */
  long ready() {
    if (times.processor < 0 || times.ready >= 0) {
      return times.ready < 0 ? -1 : Math.min(times.ready, running());
    }
    return Math.max(0, running() - times.processor - Math.max(0, times.waiting));
  }

  boolean hasFailed() {
    return "failed".equals(outcome);
  }

  /** Whether it was cancelled or rejected before it began, so that its run has no times. */
  boolean neverRan() {
    return waitTime < 0 && ("cancelled".equals(outcome) || "rejected".equals(outcome));
  }
}
