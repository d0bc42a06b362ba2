package dev.hocket.directives;

import java.util.concurrent.atomic.AtomicInteger;

/** Collects values from the threads of a team, one contribution of each thread. */
final class Contributions {
  /** One row of values for each thread, by number. A thread writes its row before it arrives. */
  private final Object[][] rows;

  /**
   * The number of the thread that ran the last iteration; that thread sets it before it arrives.
   */
  private volatile int last = -1;

  private final AtomicInteger arrived = new AtomicInteger();

  Contributions(int threads) {
    rows = new Object[threads][];
  }

  /** Counts the calling thread as arrived; true for the last thread of the team. */
  boolean arrive(int thread, boolean ranLast, Object[] mine) {
    rows[thread] = mine;
    if (ranLast) {
      last = thread;
    }
    return arrived.incrementAndGet() == rows.length;
  }

  boolean areComplete() {
    return arrived.get() == rows.length;
  }

  /** The contributions; called after all threads have arrived. */
  Partials partials() {
    return new Partials(rows, last);
  }
}
