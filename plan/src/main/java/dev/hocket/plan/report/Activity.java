package dev.hocket.plan.report;

import dev.hocket.plan.measure.Span;

/** The activity of a target over time. */
final class Activity {
  private static final String UNKNOWN = "";

  /** The number of blocks that ran at each time, without those that waited or were suspended. */
  final Coverage running = new Coverage();

  /** The number of blocks that waited for a thread at each time. */
  final Coverage queued = new Coverage();

  private long low = Long.MAX_VALUE;
  private long high = Long.MIN_VALUE;
  private long blocks;
  private String kind = UNKNOWN;
  private int size = -1;

  /**
   * Adds a block that was queued and then ran; {@code share} is the part of its run in which it did
   * not wait.
   */
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

  /** Adds a recorded size. The largest one counts, because a tuned pool may change it often. */
  void setTarget(String newKind, int newSize) {
    kind = newKind.isEmpty() ? kind : newKind;
    size = Math.max(size, newSize);
  }

  /** The span from the first encounter to the last end. The target must have run blocks. */
  Span span() {
    return new Span(low, high);
  }

  long blocks() {
    return blocks;
  }

  /** The target's kind: {@code worker}, {@code virtual} or {@code loop}; empty if not recorded. */
  String kind() {
    return kind;
  }

  /** The most blocks that run at once; −1 if unknown, {@link Integer#MAX_VALUE} for any number. */
  int size() {
    return size;
  }
}
