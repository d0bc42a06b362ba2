package dev.hocket.plan.report;

import dev.hocket.plan.measure.Span;

/** What a target was doing over time. */
final class Activity {
  private static final String UNKNOWN = "";

  /** Blocks that ran, waits and suspensions left out. */
  final Coverage running = new Coverage();

  /** Blocks that waited for a thread. */
  final Coverage queued = new Coverage();

  private long low = Long.MAX_VALUE;
  private long high = Long.MIN_VALUE;
  private long blocks;
  private String kind = UNKNOWN;
  private int size = -1;
  private long sizedAt = Long.MIN_VALUE;

  /** A block that ran, after it had been queued; the share of its run says how much it ran. */
  void add(Span run, long queueNanos, double share) {
    blocks++;
    include(run);
    running.add(run, share);
    if (queueNanos > 0) {
      Span queue = new Span(run.start() - queueNanos, run.start());
      include(queue);
      queued.add(queue);
    }
  }

  private void include(Span span) {
    low = Math.min(low, span.start());
    high = Math.max(high, span.end());
  }

  /** What was recorded at a time; the last counts, and events are not read in the order of time. */
  void setTarget(long time, String newKind, int newSize) {
    kind = newKind.isEmpty() ? kind : newKind;
    if (time >= sizedAt) {
      sizedAt = time;
      size = newSize;
    }
  }

  /** From the first encounter to the last end; only of a target that ran blocks. */
  Span span() {
    return new Span(low, high);
  }

  long blocks() {
    return blocks;
  }

  /** {@code worker}, {@code virtual} or {@code loop}; empty if the recording does not say. */
  String kind() {
    return kind;
  }

  /** −1 if it is not known, {@link Integer#MAX_VALUE} for any number. */
  int size() {
    return size;
  }
}
