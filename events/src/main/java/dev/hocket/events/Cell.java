package dev.hocket.events;

import java.util.List;

/** A cell that is full or empty, with those that wait for a value. */
final class Cell extends Port {
  private static final Object EMPTY = new Object();

  /** The request of a waiter, stored in place of its value until it gets one. */
  private sealed interface Wish {}

  private enum Plain implements Wish {
    READ,
    TAKE
  }

  private record Swap(Object value) implements Wish {}

  private final WaitQueue waiting = new SeparateQueue();

  /** Written under the lock; read without it for a guess. */
  private volatile Object value = EMPTY;

  Cell() {
    if (Trace.isOn()) {
      Registry.add(this);
    }
  }

  /** Fills the cell; returns false if it is full. */
  boolean put(Object newValue) {
    Wakes wakes = new Wakes();
    lock();
    try {
      if (value != EMPTY) {
        return false;
      }
      fill(newValue, wakes);
      return true;
    } finally {
      unlock();
      wakes.wakeAll();
    }
  }

  /** Serves the waiters, until one has taken the value or none is left. */
  private void fill(Object newValue, Wakes wakes) {
    Object current = newValue;
    for (Waiter waiter; (waiter = waiting.poll()) != null; ) {
      Object wish = waiter.value;
      waiter.value = current;
      if (waiter.claim()) {
        wakes.add(waiter.sync());
        current = after((Wish) wish, current);
        if (current == EMPTY) {
          break;
        }
      }
    }
    value = current;
  }

  /** The content of the cell after a request has been served. */
  private static Object after(Wish wish, Object value) {
    return switch (wish) {
      case Plain.READ -> value;
      case Plain.TAKE -> EMPTY;
      case Swap swap -> swap.value();
    };
  }

  boolean isFull() {
    return value != EMPTY;
  }

  /** The operation of taking the value, which leaves the cell empty. */
  Operation take() {
    return new Get(Plain.TAKE);
  }

  /** The operation of reading the value, which stays. */
  Operation read() {
    return new Get(Plain.READ);
  }

  /** The operation of exchanging the value for another. */
  Operation swap(Object newValue) {
    return new Get(new Swap(newValue));
  }

  /** How many wait for a value. */
  int waiting() {
    return waitingIn(waiting);
  }

  @Override
  List<Waiting> queues() {
    return List.of(new Waiting("read, take or swap", 0, waiting.toList()));
  }

  @Override
  String name() {
    return "M-variable #" + id;
  }

  private final class Get extends Operation {
    private final Wish wish;

    Get(Wish wish) {
      this.wish = wish;
    }

    @Override
    Port port() {
      return Cell.this;
    }

    @Override
    Object attempt(Object offered, Wakes wakes) {
      Object current = value;
      if (current == EMPTY) {
        return NOT_YET;
      }
      value = after(wish, current);
      return current;
    }

    @Override
    boolean seemsReady() {
      return isFull();
    }

    @Override
    void enqueue(Waiter waiter) {
      waiting.add(waiter);
    }

    @Override
    void withdraw(Waiter waiter, Wakes wakes) {
      waiting.remove(waiter);
    }

    @Override
    Object offered() {
      return wish;
    }

    @Override
    String describe() {
      return (wish instanceof Swap ? "swap" : wish == Plain.TAKE ? "take" : "read")
          + " of "
          + Cell.this;
    }
  }
}
