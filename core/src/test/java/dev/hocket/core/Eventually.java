package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Polls for a condition, without guessing how long it takes. */
public final class Eventually {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final long PAUSE_NANOS = 10_000;

  /** Conditions that stop all threads, such as a thread dump, must leave these time to run. */
  private static final long LONGEST_PAUSE_NANOS = 5_000_000;

  private Eventually() {}

  /** What a test waits for. */
  public interface Condition {
    /**
     * Evaluates the condition.
     *
     * @return whether it holds now
     * @throws Exception the test fails
     */
    boolean holds() throws Exception;
  }

  /**
   * Returns once the condition holds; fails if it does not within two minutes, or throws.
   *
   * @param condition any
   */
  public static void holds(Condition condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    long pause = PAUSE_NANOS;
    while (!isTrue(condition)) {
      if (System.nanoTime() > deadline) {
        fail("did not come true within " + LIMIT);
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }
  }

  private static boolean isTrue(Condition condition) {
    try {
      return condition.holds();
    } catch (Exception e) {
      return fail("the condition threw an exception", e);
    }
  }

  /**
   * Lets other threads run before the next check. On one processor {@link Thread#yield} would not
   * be enough: the only carrier may repeatedly run a virtual thread that yields, and no other one.
   */
  public static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }
}
