package dev.hocket.events.steps;

/** The call of a step: an action of the program, or code of the library. */
@FunctionalInterface
public interface Call {
  /** Computes the next value from the previous one. */
  Object apply(Object value) throws InterruptedException;

  /** Returns whether the call is known to wait. */
  default boolean waits() {
    return false;
  }

  /**
   * Returns the source of the messages of a branch that begins with this call, as {@code
   * Span.pauses} takes it.
   *
   * @param operation the operation of the branch: the source, unless the call knows better
   */
  default Object source(Object operation) {
    return operation;
  }

  /** Returns whether a waiter depends on the call, so that it must be refused if it never runs. */
  default boolean isAwaited() {
    return false;
  }

  /**
   * Fails the waiter that depends on it, instead of {@link #apply}; must not wait.
   *
   * @param value the value for which the call would have run
   * @param refusal the reason why no thread can run it
   */
  default void refuse(Object value, Throwable refusal) {}
}
