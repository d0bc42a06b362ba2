package dev.hocket.directives;

import dev.hocket.core.ThreadBudget;
import java.util.ArrayList;
import java.util.List;

/**
 * Shares the threads of the budget evenly among the regions that run: when one of them begins or
 * ends, and every now and then, since blocks without regions begin and end, too.
 */
final class Widths {
  /** Guards what changes of all {@link Width}s; held for microseconds, and by no user code. */
  static final Object LOCK = new Object();

  /** From one look to the next. */
  private static final long PERIOD_NANOS = 500_000;

  /** Threads that have paused keep their memory: so many times the budget are enough. */
  private static final int MOST_HIRED = 4;

  /** Threads of all regions, those that have paused included. */
  private static int hired;

  /** In order of their beginning. */
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

  /** How many threads the regions may hire. Called under the lock. */
  static int mayHire() {
    return Math.max(0, MOST_HIRED * ThreadBudget.size() - hired);
  }

  /** Notes that a region has hired threads, until its end. Called under the lock. */
  static void hired(int threads) {
    hired += threads;
  }

  /** Called between two chunks. */
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

  // What other blocks and regions have is not shared. A region whose iterations have all been
  // claimed keeps its threads to their ends. The others get equal numbers, and the oldest ones the
  // remainder. A region gets its threads before others have left theirs, which they do after the
  // chunks that they run.
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
