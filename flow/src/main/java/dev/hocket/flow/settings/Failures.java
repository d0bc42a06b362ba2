package dev.hocket.flow.settings;

import dev.hocket.flow.graph.Position;
import java.io.Serializable;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The policy for functions that throw: stop the flow, skip the packet, or repeat the call. The
 * state of the function stays as the failed call left it.
 */
public sealed interface Failures extends Serializable {
  /**
   * Returns how often a call is repeated at once before it counts as failed.
   *
   * @return 0 or more
   */
  int retries();

  /**
   * Decides about a packet on which a call has failed; called on the section's thread. An exception
   * that it throws stops the flow.
   *
   * @param failure the failed call
   * @return true if the flow continues without the packet, false if it stops
   */
  boolean skips(Failure failure);

  /**
   * A failed call.
   *
   * @param call the id of the call
   * @param position where it stands
   * @param packet the number of the packet, from 1
   * @param cause the thrown exception
   */
  record Failure(String call, Position position, long packet, Throwable cause) {}

  /** Stops the flow. */
  record Stop() implements Failures {
    @Override
    public int retries() {
      return 0;
    }

    @Override
    public boolean skips(Failure failure) {
      return false;
    }
  }

  /**
   * Drops the packet.
   *
   * @param report gets each failure, one at a time
   */
  record Skip(Consumer<Failure> report) implements Failures {
    /** Checks that there is a report. */
    public Skip {
      Objects.requireNonNull(report, "report");
    }

    @Override
    public int retries() {
      return 0;
    }

    @Override
    public boolean skips(Failure failure) {
      // Several sections may have failures at a time.
      synchronized (report) {
        report.accept(failure);
      }
      return true;
    }
  }

  /**
   * Repeats a call, before another policy applies.
   *
   * @param times the most repeats, in addition to those of the other policy
   * @param then the other policy
   */
  record Retry(int times, Failures then) implements Failures {
    /** Checks the number. */
    public Retry {
      if (times < 0) {
        throw new IllegalArgumentException(times + " retries; give 0 or more");
      }
      Objects.requireNonNull(then, "then");
    }

    @Override
    public int retries() {
      return (int) Math.min(Integer.MAX_VALUE, (long) times + then.retries());
    }

    @Override
    public boolean skips(Failure failure) {
      return then.skips(failure);
    }
  }

  /**
   * Makes the policy that stops the flow at the first failure; the flow's caller gets the
   * exception.
   *
   * @return the policy
   */
  static Failures stop() {
    return new Stop();
  }

  /**
   * Makes the policy that drops a packet on which a function fails; the flow continues.
   *
   * @param report gets each failure; an exception that it throws stops the flow
   * @return the policy
   */
  static Failures skip(Consumer<Failure> report) {
    return new Skip(report);
  }

  /**
   * Makes the policy that repeats a failing call; if it keeps failing, the flow stops.
   *
   * @param times the most repeats
   * @return the policy
   */
  static Failures retry(int times) {
    return retry(times, stop());
  }

  /**
   * Makes the policy that repeats a failing call before another policy applies.
   *
   * @param times the most repeats; if the other policy repeats calls, too, the numbers add up
   * @param then the policy for a call that keeps failing
   * @return the policy
   */
  static Failures retry(int times, Failures then) {
    return new Retry(times, then);
  }
}
