package dev.hocket.plan.measure;

/**
 * One block as a recording shows it. Times are in nanoseconds; −1 is unknown.
 *
 * @param start when it began, since 1970
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
    long processorTime,
    boolean inPlace,
    String outcome,
    int items) {

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
      long processorTime,
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
        processorTime,
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

  boolean hasFailed() {
    return "failed".equals(outcome);
  }

  /** Whether it was cancelled or rejected before it began, so that its run has no times. */
  boolean neverRan() {
    return waitTime < 0 && ("cancelled".equals(outcome) || "rejected".equals(outcome));
  }
}
