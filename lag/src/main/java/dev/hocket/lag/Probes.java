package dev.hocket.lag;

import java.util.concurrent.locks.LockSupport;

/**
 * Posts events to the event threads at a fixed rate, and measures how long after its due time each
 * one is handled. If a thread hangs for 300 ms, every probe due in that time is late, as every
 * input of a user would be.
 */
final class Probes {
  private static final long PERIOD_NANOS = 50_000_000;

  /** The largest number of probes that wait for a hanging event thread. */
  static final int MOST_PENDING = 1000;

  private Probes() {}

  static void start() {
    Thread thread = new Thread(null, Probes::post, "hocket-lag-probe");
    thread.setDaemon(true);
    thread.start();
  }

  private static void post() {
    long due = System.nanoTime();
    while (!Thread.interrupted()) {
      due += PERIOD_NANOS;
      for (long ahead; (ahead = due - System.nanoTime()) > 0; ) {
        LockSupport.parkNanos(ahead);
      }
      AwtProbe.post(due);
      FxProbe.post(due);
    }
  }
}
