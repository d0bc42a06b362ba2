package dev.hocket.events;

/** An operation of a race whose thread nobody interrupts; an actor may throw nothing checked. */
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
