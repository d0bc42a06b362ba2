package dev.hocket.elsewhere;

import java.util.concurrent.CountDownLatch;

/** Code of a user, which reports name. */
public final class Program {
  private Program() {}

  /** Waits in code that is not the library's. */
  public static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
