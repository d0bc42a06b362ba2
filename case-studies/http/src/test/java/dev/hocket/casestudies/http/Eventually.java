package dev.hocket.casestudies.http;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for a condition that other threads make true. */
public final class Eventually {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(2);

  private Eventually() {}

  public static void holds(Callable<Boolean> condition) throws Exception {
    long start = System.nanoTime();
    while (!condition.call()) {
      if (System.nanoTime() - start > LIMIT.toNanos()) {
        throw new AssertionError("it does not hold after " + LIMIT);
      }
      Thread.sleep(PAUSE);
    }
  }
}
