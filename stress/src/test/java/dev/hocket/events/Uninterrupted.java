package dev.hocket.events;

/**
 * An operation of a race that is never interrupted, so that actors need not declare the exception.
 */
interface Uninterrupted<T> {
  T run() throws InterruptedException;

  static <T> T uninterrupted(Uninterrupted<T> operation) {
    try {
      return operation.run();
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }
}
