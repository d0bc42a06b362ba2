package dev.hocket.core;

/**
 * A wait that could never end: the awaited block or thread waits itself, directly or through other
 * blocks, for the calling thread. Thrown as soon as the last wait of the cycle begins; the message
 * lists the waits in the cycle.
 */
public final class DeadlockException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  DeadlockException(String message) {
    super(message);
  }
}
