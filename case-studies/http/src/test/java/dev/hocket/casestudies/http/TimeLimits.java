package dev.hocket.casestudies.http;

import java.io.IOException;
import java.time.Duration;

/**
 * Tests of a server's time limits. The limit must be short, or the test takes long, and a client
 * that meets it must do so on a machine that is busy with other things, too: so a test is repeated
 * with twice the limit if such a client was too slow.
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

  /** What a client does that meets the limit. */
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

  /** The result of what a client does in time; if it fails, or is refused with 408, it was late. */
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
