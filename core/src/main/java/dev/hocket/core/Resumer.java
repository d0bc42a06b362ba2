package dev.hocket.core;

/**
 * For code that Hocket compiled: goes on with one suspended activation of a method. There is one
 * per resumable method.
 */
@FunctionalInterface
public interface Resumer {
  /**
   * Runs the method from the point at which the frame was made until it returns, throws or suspends
   * again. What it returned has been handed to one of {@code Coroutine.complete} before this
   * returns.
   *
   * @param frame the suspended activation
   * @param coroutine the handler it belongs to
   * @throws Throwable what the method throws
   */
  void resume(Frame frame, Coroutine coroutine) throws Throwable;
}
