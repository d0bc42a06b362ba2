package dev.hocket.core;

/**
 * The code of a {@link Block} that can be suspended, for code that Hocket compiled; see {@link
 * Coroutine#body}.
 */
@FunctionalInterface
public interface ResumableBody {
  /**
   * Runs the code until it ends or suspends.
   *
   * @param coroutine the coroutine that suspends it
   * @throws Throwable whatever the code throws, checked or not
   */
  void run(Coroutine coroutine) throws Throwable;
}
