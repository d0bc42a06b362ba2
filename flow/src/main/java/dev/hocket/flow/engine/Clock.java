package dev.hocket.flow.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that samples runs at random moments, each as often as it asks for. One daemon thread
 * serves all runs, and sleeps while there are none.
 */
// A fixed period would synchronise with functions that wait for, say, a millisecond: every sample
// would find them waiting.
public final class Clock {
  private static final double LEAST_SHARE = 0.2;
  private static final double MOST_SHARE = 1.8;
  private static final List<Entry> ENTRIES = new CopyOnWriteArrayList<>();
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
     * @return the mean time until the next sample, in nanoseconds; 0 to be removed from the clock
     */
    long look();
  }

  /** A listener with the time of its next sample, which only the clock's thread uses. */
  private static final class Entry {
    private final Listener listener;
    private long due;

    Entry(Listener listener, long due) {
      this.listener = listener;
      this.due = due;
    }
  }

  /**
   * Adds a listener.
   *
   * @param nanos the mean time until its first sample
   */
  public static void add(Listener listener, long nanos) {
    ENTRIES.add(new Entry(listener, System.nanoTime() + random(nanos)));
    LockSupport.unpark(THREAD);
  }

  private static long random(long mean) {
    return (long) (mean * ThreadLocalRandom.current().nextDouble(LEAST_SHARE, MOST_SHARE));
  }

  private static void run() {
    while (true) {
      long rest = rest();
      if (rest == Long.MAX_VALUE) {
        LockSupport.park(Clock.class);
      } else if (rest > 0) {
        LockSupport.parkNanos(rest);
      }
      ENTRIES.removeIf(Clock::isOver);
    }
  }

  /** The time until the next sample of any run; {@code Long.MAX_VALUE} if there is no run. */
  private static long rest() {
    long now = System.nanoTime();
    return ENTRIES.stream().mapToLong(entry -> entry.due - now).min().orElse(Long.MAX_VALUE);
  }

  /** Takes a sample that is due; returns whether it was the last one. */
  private static boolean isOver(Entry entry) {
    if (System.nanoTime() - entry.due < 0) {
      return false;
    }
    try {
      long next = entry.listener.look();
      entry.due = System.nanoTime() + random(next);
      return next == 0;
    } catch (Throwable t) {
      // The run continues with its present sections.
      THREAD.getUncaughtExceptionHandler().uncaughtException(THREAD, t);
      return true;
    }
  }
}
