package dev.hocket.core;

/**
 * For code that Hocket compiled: the code of a {@link Block} that can be suspended; see {@link
 * Coroutine#body}.
 */
@FunctionalInterface
public interface ResumableBody {
  /**
   * Runs the code until it ends or suspends.
   *
   * @param coroutine what suspends it
   * @throws Throwable whatever the code throws, checked or not
   */
  void run(Coroutine coroutine) throws Throwable;
}
