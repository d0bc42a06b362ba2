package dev.hocket.events;

/**
 * An action of the library's own that a waiter depends on. If the action can never run, it fails
 * the waiter. It is the first action of its event.
 */
interface AwaitedAction<T, R> extends Action<T, R> {
  /**
   * Runs instead of {@link #apply} if no thread can run the action; must not wait.
   *
   * @param value the value for which the action would have run
   * @param refusal the reason why no thread can run it
   */
  void refuse(T value, Throwable refusal);
}
