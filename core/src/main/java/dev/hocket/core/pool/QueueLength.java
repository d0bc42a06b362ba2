package dev.hocket.core.pool;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the blocks of a queue separately, because the queue would have to walk through them. A
 * queue with a limit is counted exactly, by one word. A queue without one has two words, one for
 * each of its ends, so that the threads which add blocks and those which take them do not contend
 * here either; a pool keeps the second one by thread.
 */
public final class QueueLength {
  public static final int UNLIMITED = Integer.MAX_VALUE;

  // Two cache lines, 128 bytes, separate the words from each other and from the data around the
  // array.
  private static final int ADDED = 16;
  private static final int REMOVED = 32;
  private static final int WORDS = 48;

  private final int limit;
  private final AtomicInteger exact = new AtomicInteger();
  private final AtomicLongArray ends = new AtomicLongArray(WORDS);

  public QueueLength(int limit) {
    this.limit = limit;
  }

  public int limit() {
    return limit;
  }

  public boolean isLimited() {
    return limit != UNLIMITED;
  }

  /** Counts a block that is about to be added; returns false without counting it at the limit. */
  public boolean addBelowLimit() {
    if (!isLimited()) {
      ends.getAndIncrement(ADDED);
    } else if (exact.getAndIncrement() >= limit) {
      exact.decrementAndGet();
      return false;
    }
    return true;
  }

  /** Counts a block regardless of the limit. */
  public void add() {
    if (isLimited()) {
      exact.incrementAndGet();
    } else {
      ends.getAndIncrement(ADDED);
    }
  }

  /** Removes a counted block that has left the queue, or was not added. */
  public void remove() {
    if (isLimited()) {
      exact.decrementAndGet();
    } else {
      ends.getAndIncrement(REMOVED);
    }
  }

  public int now() {
    return now(0);
  }

  /**
   * Returns the length; {@code taken} is the number of blocks that left and were not counted here.
   */
  public int now(long taken) {
    if (isLimited()) {
      return exact.get();
    }
    // In this order the difference is never below zero: what is removed was added before.
    long removed = taken + ends.get(REMOVED);
    return (int) Math.min(UNLIMITED, ends.get(ADDED) - removed);
  }
}
