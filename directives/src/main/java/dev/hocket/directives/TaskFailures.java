package dev.hocket.directives;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Keeps exceptions of tasks until a wait for the tasks throws them: the first, with the others
 * suppressed.
 */
abstract sealed class TaskFailures permits Task, TaskGroup, TaskGroup.Awaited {
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(TaskFailures.class, "state", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final Object CLOSED = new Object();

  /** The exception, or null if there is none or a wait has taken it; CLOSED at the end. */
  private volatile Object state;

  /** Adds an exception; returns false if no wait will follow. */
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

  /** Takes the exception at the end of the last wait; later exceptions go to another wait. */
  final Throwable close() {
    Object known = state == CLOSED ? null : STATE.getAndSet(this, CLOSED);
    return (Throwable) known;
  }

  /** Combines two exceptions, either of which may be null: one with the other suppressed in it. */
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
