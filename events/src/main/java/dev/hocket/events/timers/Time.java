package dev.hocket.events.timers;

import java.time.Instant;

/** The clocks that {@link Timers} go by, and the thread that keeps looking at them. */
public interface Time {
  /** That of the system. */
  Time SYSTEM = new SystemTime();

  /** A clock that only goes forward; its differences matter. */
  long nanos();

  /** The system's clock, which can be set. */
  Instant instant();

  /** Starts the thread that serves timers until none is left. */
  void start(Runnable look);

  /** One daemon thread. */
  final class SystemTime implements Time {
    @Override
    public long nanos() {
      return System.nanoTime();
    }

    @Override
    public Instant instant() {
      return Instant.now();
    }

    @Override
    public void start(Runnable look) {
      Thread thread = new Thread(null, look, "hocket-events-timer", 0, false);
      thread.setDaemon(true);
      thread.start();
    }
  }
}
