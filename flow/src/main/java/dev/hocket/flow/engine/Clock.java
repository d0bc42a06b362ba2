package dev.hocket.flow.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that samples runs about once in a millisecond, at random moments. One daemon thread
 * serves all runs, and sleeps while there are none.
 */
// A fixed period would synchronise with functions that wait for, say, a millisecond: every sample
// would find them waiting.
public final class Clock {
  private static final long LEAST_NANOS = 200_000;
  private static final long MOST_NANOS = 1_800_000;
  private static final List<Listener> LISTENERS = new CopyOnWriteArrayList<>();
  private static final Thread THREAD =
      Thread.ofPlatform()
          .name("hocket-flow-clock")
          .daemon()
          .inheritInheritableThreadLocals(false)
          .start(Clock::run);

  private Clock() {}

  /** Takes samples on the clock's thread. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Takes a sample; must not block.
     *
     * @return false to be removed from the clock
     */
    boolean look();
  }

  /** Adds a listener. */
  public static void add(Listener listener) {
    LISTENERS.add(listener);
    LockSupport.unpark(THREAD);
  }

  private static void run() {
    while (true) {
      if (LISTENERS.isEmpty()) {
        LockSupport.park(Clock.class);
        continue;
      }
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LEAST_NANOS, MOST_NANOS));
      LISTENERS.removeIf(listener -> !looks(listener));
    }
  }

  private static boolean looks(Listener listener) {
    try {
      return listener.look();
    } catch (Throwable t) {
      // The run continues with its present sections.
      THREAD.getUncaughtExceptionHandler().uncaughtException(THREAD, t);
      return false;
    }
  }
}
