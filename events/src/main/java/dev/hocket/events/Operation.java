package dev.hocket.events;

/**
 * What a primitive event does, such as to receive from a channel. It can be tried, and waited for,
 * under the lock of its port.
 */
abstract class Operation {
  /** The result of an attempt that found nothing. */
  static final Object NOT_YET = new Object();

  /**
   * The port whose lock guards {@link #attempt}, {@link #enqueue} and {@link #withdraw}; or null.
   */
  abstract Port port();

  /**
   * Communicates at once if it can.
   *
   * @param offered the value that this operation brings, or null
   * @param wakes takes the partner
   * @return the value, a {@link Failure} or {@link #NOT_YET}
   */
  abstract Object attempt(Object offered, Wakes wakes);

  /**
   * Whether an attempt is worth a lock. Without the lock it is a guess. Under it, false means that
   * an attempt would find nothing.
   */
  abstract boolean seemsReady();

  /** Enqueues a waiter, after an attempt under the same lock found no partner. */
  abstract void enqueue(Waiter waiter);

  /** Removes a waiter that has lost from its queue, if it is still there. */
  abstract void withdraw(Waiter waiter, Wakes wakes);

  /**
   * Carries the operation out, alone or as the branch of a choice that need not wait: it takes a
   * partner from its port, or does what it does otherwise, in one step under the port's lock. Then
   * it wakes the partner.
   *
   * @param offered the value that it brings, or null
   * @return the value, a {@link Failure}, or the result of {@link Otherwise#apply}
   */
  Object communicate(Object offered, Otherwise otherwise) {
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
   * @throws ChannelFullException if there is no room for it
   */
  void leave(Object offered, boolean isRoom) {
    enqueue(new Synchronization(null, offered));
  }

  /** Carries it out asynchronously, without post-consumption actions. */
  void deposit() throws InterruptedException {
    Synchronizer.deposit(this, null);
  }

  /** The limit on waiters without a thread; null if there is none. */
  PendingLimit room() {
    return null;
  }

  /** The value of a waiter that was claimed. */
  Object result(Object given) {
    return given;
  }

  /** The value that a waiter brings. */
  Object offered() {
    return null;
  }

  /** This operation without the value that it brings: for messages, and to make a result. */
  Operation withoutValue() {
    return this;
  }

  /** The operation in words, for messages: "receive from channel x". */
  abstract String describe();

  @Override
  public final String toString() {
    return describe();
  }
}
