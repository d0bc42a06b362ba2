package dev.hocket.events.choice;

import dev.hocket.core.Ends;
import dev.hocket.events.steps.Failure;
import dev.hocket.events.waiting.Port;
import dev.hocket.events.waiting.Synchronization;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;

/**
 * The operation of a primitive event, such as receiving from a channel. It can be tried, and waited
 * for, under the lock of its port.
 */
public abstract class Operation {
  /** The result of an attempt that found nothing. */
  public static final Object NOT_YET = new Object();

  /**
   * The port whose lock guards {@link #attempt}, {@link #enqueue} and {@link #withdraw}; or null.
   */
  protected abstract Port port();

  /**
   * Communicates at once if possible.
   *
   * @param offered the value that this operation brings, or null
   * @param wakes collects the partner, to be woken
   * @return the value, a {@link Failure} or {@link #NOT_YET}
   */
  protected abstract Object attempt(Object offered, Wakes wakes);

  /**
   * Returns whether an attempt is worth a lock. Without the lock the result is a guess; under it,
   * false means that an attempt would find nothing.
   */
  protected abstract boolean seemsReady();

  /** Enqueues a waiter, after an attempt under the same lock found no partner. */
  protected abstract void enqueue(Waiter waiter);

  /** Removes a waiter that has lost from its queue, if it is still there. */
  protected abstract void withdraw(Waiter waiter, Wakes wakes);

  /**
   * Carries the operation out, alone or as the branch of a choice that need not wait, in one step
   * under the port's lock: it takes a partner from its port, or does {@code otherwise}. Then it
   * wakes the partner.
   *
   * @param offered the value that the operation brings, or null
   * @return the value, a {@link Failure}, or the result of {@link Otherwise#apply}
   */
  public Object communicate(Object offered, Otherwise otherwise) {
    Wakes wakes = new Wakes();
    Port port = port();
    if (port != null) {
      port.lock();
    }
    try {
      Object result = attempt(offered, wakes);
      return result == NOT_YET ? otherwise.apply(this, offered, true) : result;
    } finally {
      if (port != null) {
        port.unlock();
      }
      wakes.wakeAll();
    }
  }

  /**
   * Leaves an operation in place that found no partner, without actions.
   *
   * @throws RuntimeException if there is no room for it
   */
  protected void leave(Object offered, boolean isRoom) {
    enqueue(new Synchronization(null, offered));
  }

  /** Carries the operation out asynchronously, without post-consumption actions. */
  public void deposit() throws InterruptedException {
    Synchronizer.deposit(this, null);
  }

  /** The threads or blocks whose ends are awaited; null if partners of other kinds end the wait. */
  protected Ends ends() {
    return null;
  }

  /** The limit on waiters without a thread; null if there is none. */
  protected Room room() {
    return null;
  }

  /** Returns the value of a waiter that was claimed. */
  protected Object result(Object given) {
    return given;
  }

  /** Returns the value that a waiter brings. */
  protected Object offered() {
    return null;
  }

  /** Returns this operation without its value: for messages, and to make a result. */
  protected Operation withoutValue() {
    return this;
  }

  /**
   * Returns a value unchanged, and a failure with the words for this operation, a branch of
   * several.
   */
  final Object at(Object value, int branch, int of) {
    return value instanceof Failure failed ? failed.at(where(branch, of)) : value;
  }

  /** Describes the operation, a branch of several, in words. */
  final String where(int branch, int of) {
    return of == 1 ? describe() : describe() + ", branch " + (branch + 1) + " of " + of;
  }

  /** Describes the operation in words, for messages: "receive from channel x". */
  protected abstract String describe();

  @Override
  public final String toString() {
    return describe();
  }
}
