package dev.hocket.lag;

import java.util.concurrent.locks.LockSupport;

/**
 * Posts an event to the event threads at a fixed rate, to see how long they take to come to it. It
 * counts from the time at which it was due: a thread that is late by 300 ms is so for all the
 * probes of that time, as it is for all that a user would have done.
 */
final class Probes {
  private static final long PERIOD_NANOS = 50_000_000;

  /** Events that wait for an event thread that hangs. */
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
