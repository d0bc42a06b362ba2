package dev.hocket.lag;

import java.util.concurrent.locks.LockSupport;

/**
 * Posts an event to the event threads at a fixed rate and measures how long they take to handle it,
 * from the time at which it was due. If a thread hangs for 300 ms, every probe due in that time is
 * late, as every input of a user would be.
 */
final class Probes {
  private static final long PERIOD_NANOS = 50_000_000;

  /** How many probes may wait for an event thread that hangs. */
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
