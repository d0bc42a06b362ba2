package dev.hocket.casestudies.http;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what other threads bring about. */
public final class Eventually {
  private static final long LIMIT_NANOS = Duration.ofMinutes(2).toNanos();
  private static final Duration PAUSE = Duration.ofMillis(2);

  private Eventually() {}

  public static void holds(Callable<Boolean> condition) throws Exception {
    long start = System.nanoTime();
    while (!condition.call()) {
      if (System.nanoTime() - start > LIMIT_NANOS) {
        throw new AssertionError("it does not hold after 30 s");
      }
      Thread.sleep(PAUSE);
    }
  }
}
