package dev.hocket.core;

/**
 * Continues one suspended activation of a method, for code that Hocket compiled. Each resumable
 * method has one resumer.
 */
@FunctionalInterface
public interface Resumer {
  /**
   * Runs the method from the point at which the frame was made until it returns, throws or suspends
   * again. Its result has been passed to one of {@code Coroutine.complete} before this returns.
   *
   * @param frame the suspended activation
   * @param coroutine the handler of the activation
   * @throws Throwable any exception of the method
   */
  void resume(Frame frame, Coroutine coroutine) throws Throwable;
}
