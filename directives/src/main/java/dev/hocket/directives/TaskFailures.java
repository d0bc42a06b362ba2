package dev.hocket.directives;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Keeps what some tasks have thrown, until a wait for them throws it: the first, the others in it.
 */
abstract class TaskFailures {
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(TaskFailures.class, "state", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final Object CLOSED = new Object();

  /** null, then an exception, then null again if a wait takes it; CLOSED in the end. */
  private volatile Object state;

  /** Adds an exception; false if nothing will wait for it any more. */
  final boolean add(Throwable thrown) {
    while (true) {
      Object known = state;
      if (known == CLOSED) {
        return false;
      }
      if (STATE.compareAndSet(this, known, both((Throwable) known, thrown))) {
        return true;
      }
    }
  }

  final boolean hasFailed() {
    return state instanceof Throwable;
  }

  final Throwable takeFailure() {
    return state instanceof Throwable known && STATE.compareAndSet(this, known, null)
        ? known
        : null;
  }

  /** Takes it at the end of the last wait: later exceptions are for another one. */
  final Throwable close() {
    Object known = state == CLOSED ? null : STATE.getAndSet(this, CLOSED);
    return (Throwable) known;
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
