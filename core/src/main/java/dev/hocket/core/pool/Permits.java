package dev.hocket.core.pool;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the threads of a pool: how many are <em>active</em> (they run a block or search for one)
 * and how many are <em>waiting</em> (inside a wait of Hocket, in the middle of a block). Both are
 * in one word, waiting above and active below, so that a thread is at every instant seen as one of
 * the two.
 *
 * <p>A permit is a place among the active. A thread takes one before it searches for work; the pool
 * keeps {@code active ≤ size} except for threads that return from a wait, which cannot be refused;
 * the excess ends with the next blocks that end.
 */
public final class Permits {
  private static final long ACTIVE = 1L;
  private static final long WAITING = 1L << 32;

  private final AtomicLong word = new AtomicLong();

  /** Takes a permit if fewer than {@code size} are out. */
  public boolean acquireBelow(int size) {
    for (; ; ) {
      long current = word.get();
      if ((int) current >= size) {
        return false;
      }
      if (word.compareAndSet(current, current + ACTIVE)) {
        return true;
      }
    }
  }

  public void release() {
    word.addAndGet(-ACTIVE);
  }

  public void activeToWaiting() {
    word.addAndGet(WAITING - ACTIVE);
  }

  public void waitingToActive() {
    word.addAndGet(ACTIVE - WAITING);
  }

  public int active() {
    return (int) word.get();
  }

  public int waiting() {
    return (int) (word.get() >>> 32);
  }

  public boolean noneOut() {
    return word.get() == 0;
  }
}
