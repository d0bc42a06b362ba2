package dev.hocket.directives;

import java.util.concurrent.atomic.AtomicInteger;

/** The values that the threads of a team hand to one another, one contribution of each thread. */
final class Contributions {
  /** By the number of the thread; a row is written before its thread arrives. */
  private final Object[][] rows;

  /** The thread that ran the last iteration; written before it arrives. */
  private volatile int last = -1;

  private final AtomicInteger arrived = new AtomicInteger();

  Contributions(int threads) {
    rows = new Object[threads][];
  }

  /** True for the last of the team. */
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
