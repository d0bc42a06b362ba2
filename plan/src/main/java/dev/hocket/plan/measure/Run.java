package dev.hocket.plan.measure;

/**
 * One block as a recording shows it. Times are in nanoseconds; −1 is unknown.
 *
 * @param start the start of the block, since 1970
 * @param times the times of processors and of other waits within the block
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
   * The recorded activity of a block's thread during the block; −1 is unknown.
   *
   * @param processor the time for which the thread had a processor
   * @param ready the time for which the thread was ready but had no processor
   * @param waiting the time for which the thread slept or waited in the user's own code
   */
  record Needs(long processor, long ready, long waiting) {
    static final Needs UNKNOWN = new Needs(-1, -1, -1);
  }

  /** Makes a block that is one piece of work. */
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

  /** The part of the duration for which the block held a thread and did not wait. */
  long running() {
    long running =
        duration - Math.max(0, waitTime) - Math.max(0, suspendedTime) - Math.max(0, requeueTime);
    return Math.max(0, running);
  }

  /** The part for which the block waited, or was suspended, for something else than a thread. */
  long pausing() {
    return Math.max(0, waitTime) + Math.max(0, suspendedTime);
  }

  /**
   * The time for which the block was ready but had no processor: as the system counted it, or else
   * the rest of the run in which it neither had a processor nor is known to have waited. −1 if
   * unknown.
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

  /**
   * Returns whether the block was cancelled or rejected before it began, so that it has no times.
   */
  boolean neverRan() {
    return waitTime < 0 && ("cancelled".equals(outcome) || "rejected".equals(outcome));
  }
}
