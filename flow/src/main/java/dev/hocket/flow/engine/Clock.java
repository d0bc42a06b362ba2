package dev.hocket.flow.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that looks at runs about once in a millisecond, at random moments. There is one for all
 * runs, a daemon, which sleeps while there is none.
 */
// A fixed period would fall into step with functions that wait for times such as a millisecond: the
// clock would see them always waiting.
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

  /** Is called by the clock's thread. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Looks; must not block.
     *
     * @return false to be called no more
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
      // The run goes on, with the sections that it has.
      THREAD.getUncaughtExceptionHandler().uncaughtException(THREAD, t);
      return false;
    }
  }
}
