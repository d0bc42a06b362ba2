package dev.hocket.directives;

import dev.hocket.core.ThreadBudget;
import java.util.ArrayList;
import java.util.List;

/**
 * Shares the threads of the budget evenly among the running regions: when one of them begins or
 * ends, and periodically, because blocks without regions begin and end, too.
 */
final class Widths {
  /**
   * Guards the changing state of all {@link Width}s; held for microseconds, and never by user code.
   */
  static final Object LOCK = new Object();

  /** The time from one check to the next. */
  private static final long PERIOD_NANOS = 500_000;

  /** The largest number of hired threads, in budgets: paused threads, too, occupy memory. */
  private static final int MOST_HIRED = 4;

  /** The number of threads of all regions, including paused ones. */
  private static int hired;

  /** The running regions in order of their beginning. */
  private static final List<Width> RUNNING = new ArrayList<>();

  private static volatile long looked = System.nanoTime();

  private Widths() {}

  static void begin(Width width) {
    synchronized (LOCK) {
      RUNNING.add(width);
      share();
    }
  }

  static void end(Width width) {
    synchronized (LOCK) {
      RUNNING.remove(width);
      hired -= width.hired();
      share();
    }
  }

  /** The number of threads that regions may still hire. Called under the lock. */
  static int mayHire() {
    return Math.max(0, MOST_HIRED * ThreadBudget.size() - hired);
  }

  /** Records that a region has hired threads, until its end. Called under the lock. */
  static void hired(int threads) {
    hired += threads;
  }

  /** Shares the threads again if the time for it has come. Called between two chunks. */
  static void lookAgain() {
    if (isTimeToLook()) {
      synchronized (LOCK) {
        if (isTimeToLook()) {
          share();
        }
      }
    }
  }

  private static boolean isTimeToLook() {
    return System.nanoTime() - looked > PERIOD_NANOS;
  }

  // Threads of other blocks and regions are not shared. A region whose iterations have all been
  // claimed keeps its threads until they end. The other regions get equal numbers, and the oldest
  // ones the remainder. A region gets its threads before other regions have lost theirs, which
  // happens after the chunks that these are running.
  private static void share() {
    looked = System.nanoTime();
    int left = ThreadBudget.size() - ThreadBudget.inUse();
    List<Width> growing = new ArrayList<>();
    for (Width width : RUNNING) {
      if (width.grows()) {
        left += width.running();
        growing.add(width);
      }
    }
    int regions = growing.size();
    for (int i = 0; i < regions; i++) {
      int remainder = i < left % regions ? 1 : 0;
      growing.get(i).want(left / regions + remainder);
    }
  }
}
