package dev.hocket.events;

import java.util.List;

/** A cell that is written once, with its readers. */
final class OnceCell extends Port {
  private static final Object EMPTY = new Object();

  private final WaitQueue readers = new SeparateQueue();

  /** The value, a {@link Failure}, or EMPTY. Written under the lock. */
  private volatile Object value = EMPTY;

  OnceCell() {
    if (Trace.isOn()) {
      Registry.add(this);
    }
  }

  /** The value or {@link Failure}, after it has been written. */
  Object value() {
    return value;
  }

  boolean isWritten() {
    return value != EMPTY;
  }

  /** Writes a value or a {@link Failure} unless there is one, and wakes the readers. */
  boolean write(Object result) {
    Wakes wakes = new Wakes();
    try {
      return write(result, wakes);
    } finally {
      wakes.wakeAll();
    }
  }

  /** {@link #write(Object)}, by a thread that holds no port's lock and wakes the readers later. */
  boolean write(Object result, Wakes wakes) {
    lock();
    try {
      if (value != EMPTY) {
        return false;
      }
      value = result;
      for (Waiter reader; (reader = readers.claimFirst(result)) != null; ) {
        wakes.add(reader.sync());
      }
      return true;
    } finally {
      unlock();
    }
  }

  /** The operation of reading it. */
  Operation read() {
    return new Read();
  }

  /** How many wait for the write. */
  int waiting() {
    return waitingIn(readers);
  }

  @Override
  List<Waiting> queues() {
    return List.of(new Waiting("read", 0, readers.toList()));
  }

  @Override
  String name() {
    return "I-variable #" + id;
  }

  private final class Read extends Operation {
    @Override
    Port port() {
      return OnceCell.this;
    }

    @Override
    Object attempt(Object offered, Wakes wakes) {
      return value == EMPTY ? NOT_YET : value;
    }

    @Override
    boolean seemsReady() {
      return value != EMPTY;
    }

    @Override
    void enqueue(Waiter waiter) {
      readers.add(waiter);
    }

    @Override
    void withdraw(Waiter waiter, Wakes wakes) {
      readers.remove(waiter);
    }

    @Override
    String describe() {
      return "read of " + OnceCell.this;
    }
  }
}
