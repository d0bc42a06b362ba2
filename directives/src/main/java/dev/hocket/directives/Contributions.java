package dev.hocket.directives;

import java.util.concurrent.atomic.AtomicInteger;

/** What the threads of a team hand in for one another, each once. */
final class Contributions {
  /** By the number of the thread; a row is written before its thread arrives. */
  private final Object[][] rows;

  private final AtomicInteger arrived = new AtomicInteger();

  Contributions(int threads) {
    rows = new Object[threads][];
  }

  /** True for the last of the team. */
  boolean arrive(int thread, Object[] mine) {
    rows[thread] = mine;
    return arrived.incrementAndGet() == rows.length;
  }

  boolean areComplete() {
    return arrived.get() == rows.length;
  }

  /** After all have arrived; {@code last} is the thread that ran the last iteration, or -1. */
  Partials partials(int last) {
    return new Partials(rows, last);
  }
}
