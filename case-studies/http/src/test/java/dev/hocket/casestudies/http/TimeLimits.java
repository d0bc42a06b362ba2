package dev.hocket.casestudies.http;

import java.io.IOException;
import java.time.Duration;

/**
 * Runs tests of a server's time limits. A short limit keeps the test fast, but on a busy machine
 * even a good client may exceed it. So if a good client was too slow, the test runs again with
 * twice the limit.
 */
public final class TimeLimits {
  private static final Duration SHORTEST = Duration.ofMillis(300);
  private static final Duration LONGEST = Duration.ofSeconds(40);

  private TimeLimits() {}

  /** A test that takes some multiple of the limit. */
  @FunctionalInterface
  public interface Test {
    void run(Duration limit) throws Exception;
  }

  /** The work of a client that keeps to the limit. */
  @FunctionalInterface
  public interface Prompt<T> {
    T get() throws IOException;
  }

  private static final class TooShort extends Exception {
    private static final long serialVersionUID = 1L;

    TooShort(Throwable cause) {
      super("the limit is too short for this machine", cause);
    }
  }

  /** Runs a test. */
  public static void with(Test test) throws Exception {
    for (Duration limit = SHORTEST; ; limit = limit.multipliedBy(2)) {
      try {
        test.run(limit);
        return;
      } catch (TooShort tooShort) {
        if (limit.compareTo(LONGEST) > 0) {
          throw tooShort;
        }
      }
    }
  }

  /**
   * Returns the result of a client that keeps to the limit; a failure or a 408 means that it was
   * late.
   */
  public static <T> T prompt(Prompt<T> prompt) throws Exception {
    T result;
    try {
      result = prompt.get();
    } catch (IOException late) {
      throw new TooShort(late);
    }
    if (result instanceof Client.Reply reply && reply.status() == 408) {
      throw new TooShort(null);
    }
    return result;
  }
}
