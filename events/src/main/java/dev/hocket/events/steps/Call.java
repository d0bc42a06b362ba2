package dev.hocket.events.steps;

/** What a step calls: an action of the program, or code of the library. */
@FunctionalInterface
public interface Call {
  /** Makes the next value of the one before. */
  Object apply(Object value) throws InterruptedException;

  /** Whether it is known to wait. */
  default boolean waits() {
    return false;
  }

  /** Whether a waiter depends on it, so that it must be refused if it never runs. */
  default boolean isAwaited() {
    return false;
  }

  /**
   * Fails the waiter that depends on it, instead of {@link #apply}; must not wait.
   *
   * @param value the value for which the call would have run
   * @param refusal why it has nowhere to run
   */
  default void refuse(Object value, Throwable refusal) {}
}
