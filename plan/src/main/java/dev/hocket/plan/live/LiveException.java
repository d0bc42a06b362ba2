package dev.hocket.plan.live;

/** Says why a running program cannot be watched, and what to do. */
public final class LiveException extends Exception {
  private static final long serialVersionUID = 1;

  LiveException(String message) {
    super(message);
  }

  LiveException(String message, Throwable cause) {
    super(message, cause);
  }
}
