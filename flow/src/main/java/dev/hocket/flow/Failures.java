package dev.hocket.flow;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * The policy for functions that throw: stop the flow, skip the packet, or repeat the call. The
 * state of the function stays as the failed call left it.
 *
 * @param retries how often a call is repeated at once before it counts as failed
 * @param skipped gets each failure, on the section's thread; then the flow continues without the
 *     packet. Null if a failure stops the flow
 */
public record Failures(int retries, Consumer<Failure> skipped) {
  /** Checks the number. */
  public Failures {
    if (retries < 0) {
      throw new IllegalArgumentException(retries + " retries; give 0 or more");
    }
  }

  /**
   * A failed call.
   *
   * @param call the id of the call
   * @param position where it stands
   * @param packet the number of the packet, from 1
   * @param cause what it threw
   */
  public record Failure(String call, Position position, long packet, Throwable cause) {}

  /**
   * The first failure stops the flow; its caller gets the exception.
   *
   * @return the policy
   */
  public static Failures stop() {
    return new Failures(0, null);
  }

  /**
   * A packet on which a function fails is dropped, and the flow continues.
   *
   * @param report gets each failure; an exception that it throws stops the flow
   * @return the policy
   */
  public static Failures skip(Consumer<Failure> report) {
    return new Failures(0, Objects.requireNonNull(report, "report"));
  }

  /**
   * Repeats a call that fails; if it keeps failing, the flow stops.
   *
   * @param times how often at most
   * @return the policy
   */
  public static Failures retry(int times) {
    return new Failures(times, null);
  }

  /**
   * Repeats a call that fails before another policy applies.
   *
   * @param times how often at most
   * @param then the policy for a call that keeps failing
   * @return the policy
   */
  public static Failures retry(int times, Failures then) {
    return new Failures(times, then.skipped());
  }
}
