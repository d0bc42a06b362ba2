package dev.hocket.core;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the blocks of a queue beside the queue, which would have to walk through them. A queue
 * with a limit is counted exactly. One without is counted by a {@link LongAdder}, on which threads
 * that add blocks and threads that take them do not contend; its sum may lag behind.
 */
final class QueueLength {
  static final int UNLIMITED = Integer.MAX_VALUE;

  private final int limit;
  private final AtomicInteger exact = new AtomicInteger();
  private final LongAdder lagging = new LongAdder();

  QueueLength(int limit) {
    this.limit = limit;
  }

  int limit() {
    return limit;
  }

  /** Counts a block that is about to be added; false, and nothing counted, at the limit. */
  boolean addBelowLimit() {
    if (limit == UNLIMITED) {
      lagging.increment();
    } else if (exact.getAndIncrement() >= limit) {
      exact.decrementAndGet();
      return false;
    }
    return true;
  }

  /** Counts a block that no limit holds back. */
  void add() {
    if (limit == UNLIMITED) {
      lagging.increment();
    } else {
      exact.incrementAndGet();
    }
  }

  /** A counted block has left the queue, or was not added after all. */
  void remove() {
    if (limit == UNLIMITED) {
      lagging.decrement();
    } else {
      exact.decrementAndGet();
    }
  }

  /** Takes constant time. */
  int now() {
    // A sum over several cells is no snapshot, and may miss an addition but not its removal.
    return limit == UNLIMITED ? (int) Math.max(0, lagging.sum()) : exact.get();
  }
}
