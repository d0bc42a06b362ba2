package dev.hocket.events.timers;

import java.time.Instant;

/** The clocks of {@link Timers}, and their thread. */
public interface Time {
  /** The clocks of the system. */
  Time SYSTEM = new SystemTime();

  /** Returns the time of a clock that only goes forward; only differences have a meaning. */
  long nanos();

  /** Returns the time of the system's clock, which can be changed. */
  Instant instant();

  /** Starts the thread that serves timers until none is left. */
  void start(Runnable look);

  /** The system's clocks, and one daemon thread. */
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
