package dev.hocket.flow;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * What becomes of a flow when a function throws. The state of the function stays as the failed call
 * left it.
 *
 * @param retries how often a call is repeated at once before it counts as failed
 * @param skipped is given each failure, on the section's thread, after which the flow goes on
 *     without the packet; null if a failure stops the flow
 */
public record Failures(int retries, Consumer<Failure> skipped) {
  /** Checks the number. */
  public Failures {
    if (retries < 0) {
      throw new IllegalArgumentException(retries + " retries; there must be 0 or more");
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
   * The first failure stops the flow, whose caller gets it.
   *
   * @return the policy
   */
  public static Failures stop() {
    return new Failures(0, null);
  }

  /**
   * A packet whose handling fails is dropped, and the flow goes on.
   *
   * @param report is given each failure; what it throws stops the flow
   * @return the policy
   */
  public static Failures skip(Consumer<Failure> report) {
    return new Failures(0, Objects.requireNonNull(report, "report"));
  }

  /**
   * A call that fails is repeated; if that does not help, the flow stops.
   *
   * @param times how often at most
   * @return the policy
   */
  public static Failures retry(int times) {
    return new Failures(times, null);
  }

  /**
   * A call that fails is repeated first.
   *
   * @param times how often at most
   * @param then what if that does not help
   * @return the policy
   */
  public static Failures retry(int times, Failures then) {
    return new Failures(times, then.skipped());
  }
}
