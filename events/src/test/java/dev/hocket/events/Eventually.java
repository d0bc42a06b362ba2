package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Polls for a condition, without guessing how long it takes. */
public final class Eventually {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long PAUSE_NANOS = 10_000;

  private Eventually() {}

  /**
   * Returns once the condition holds; fails if it does not within 30 seconds.
   *
   * @param condition any
   */
  public static void holds(BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        fail("did not come true within " + LIMIT);
      }
      pause();
    }
  }

  /**
   * Lets other threads run before the next look. On one processor {@link Thread#yield} would not
   * do: the only carrier may run a virtual thread that yields again and again, and no other.
   */
  static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }
}
