package dev.hocket.core;

/**
 * A wait that could never end: what the calling thread waits for waits, over one or more blocks,
 * for the calling thread. Thrown as soon as the last wait of the circle begins; the message tells
 * the circle.
 */
public final class DeadlockException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  DeadlockException(String message) {
    super(message);
  }
}
