package dev.hocket.events;

/**
 * An action of the library's own that a waiter depends on; it fails the waiter if it never runs. It
 * is the first action of its event.
 */
interface AwaitedAction<T, R> extends Action<T, R> {
  /**
   * Runs instead of {@link #apply} if no thread can run the action; must not wait.
   *
   * @param value the value for which the action would have run
   * @param refusal why it has nowhere to run
   */
  void refuse(T value, Throwable refusal);
}
