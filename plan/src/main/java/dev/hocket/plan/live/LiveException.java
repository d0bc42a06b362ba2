package dev.hocket.plan.live;

/** Thrown if a running program cannot be watched; the message has the reason and the way out. */
public final class LiveException extends Exception {
  private static final long serialVersionUID = 1;

  LiveException(String message) {
    super(message);
  }

  LiveException(String message, Throwable cause) {
    super(message, cause);
  }
}
