package dev.hocket.directives;

import java.util.concurrent.atomic.AtomicInteger;

/** Collects values from the threads of a team, one contribution of each thread. */
final class Contributions {
  /** One row for each thread, by its number; a thread writes its row before it arrives. */
  private final Object[][] rows;

  /** The thread that ran the last iteration; that thread writes it before it arrives. */
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

  /** After all have arrived. */
  Partials partials() {
    return new Partials(rows, last);
  }
}
