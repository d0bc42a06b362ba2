package dev.hocket.core;

/**
 * A wait that could never end, found before it began: what the calling thread is about to wait for
 * waits, over one or more blocks, for the calling thread. Its message names every block on the way.
 */
public final class DeadlockException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  DeadlockException(String message) {
    super(message);
  }
}
