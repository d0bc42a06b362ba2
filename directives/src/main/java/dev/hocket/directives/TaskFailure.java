package dev.hocket.directives;

/** What some tasks have thrown, until a wait for them throws it: the first, the others in it. */
final class TaskFailure {
  private volatile Throwable first;
  private boolean isClosed;

  /** Adds an exception; false if nothing will wait for it any more. */
  synchronized boolean add(Throwable thrown) {
    if (isClosed) {
      return false;
    }
    first = both(first, thrown);
    return true;
  }

  boolean isThere() {
    return first != null;
  }

  synchronized Throwable take() {
    Throwable taken = first;
    first = null;
    return taken;
  }

  synchronized Throwable close() {
    isClosed = true;
    return take();
  }

  /** One of two exceptions that may be null, with the other one suppressed in it. */
  static Throwable both(Throwable one, Throwable other) {
    if (one == null) {
      return other;
    }
    if (other != null && other != one) {
      one.addSuppressed(other);
    }
    return one;
  }
}
