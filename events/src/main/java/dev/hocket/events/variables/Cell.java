package dev.hocket.events.variables;

import dev.hocket.events.choice.Operation;
import dev.hocket.events.waiting.Port;
import dev.hocket.events.waiting.Registry;
import dev.hocket.events.waiting.SeparateQueue;
import dev.hocket.events.waiting.Trace;
import dev.hocket.events.waiting.WaitQueue;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;
import java.util.List;

/** A cell that is full or empty, with its waiters. */
public final class Cell extends Port {
  private static final Object EMPTY = new Object();

  /** The request of a waiter, stored in place of its value until it gets one. */
  private sealed interface Wish {}

  private enum Plain implements Wish {
    READ,
    TAKE
  }

  private record Swap(Object value) implements Wish {}

  private final WaitQueue waiting = new SeparateQueue();

  /** The value. Written under the lock; read without it for a guess. */
  private volatile Object value = EMPTY;

  public Cell() {
    if (Trace.isOn()) {
      Registry.add(this);
    }
  }

  /** Fills the cell; returns false if it is full. */
  public boolean put(Object newValue) {
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
      Object wish = waiter.value();
      waiter.setValue(current);
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

  /** Returns the content of the cell after a request has been served. */
  private static Object after(Wish wish, Object value) {
    return switch (wish) {
      case Plain.READ -> value;
      case Plain.TAKE -> EMPTY;
      case Swap swap -> swap.value();
    };
  }

  public boolean isFull() {
    return value != EMPTY;
  }

  /** Makes the operation of taking the value, which leaves the cell empty. */
  public Operation take() {
    return new Get(Plain.TAKE);
  }

  /** Makes the operation of reading the value, which stays. */
  public Operation read() {
    return new Get(Plain.READ);
  }

  /** Makes the operation of exchanging the value for another. */
  public Operation swap(Object newValue) {
    return new Get(new Swap(newValue));
  }

  /** Counts the waiters. */
  public int waiting() {
    return waitingIn(waiting);
  }

  @Override
  protected List<Waiting> queues() {
    return List.of(new Waiting("read, take or swap", 0, waiting.toList()));
  }

  @Override
  public String name() {
    return "M-variable #" + id;
  }

  private final class Get extends Operation {
    private final Wish wish;

    Get(Wish wish) {
      this.wish = wish;
    }

    @Override
    protected Port port() {
      return Cell.this;
    }

    @Override
    protected Object attempt(Object offered, Wakes wakes) {
      Object current = value;
      if (current == EMPTY) {
        return NOT_YET;
      }
      value = after(wish, current);
      return current;
    }

    @Override
    protected boolean seemsReady() {
      return isFull();
    }

    @Override
    protected void enqueue(Waiter waiter) {
      waiting.add(waiter);
    }

    @Override
    protected void withdraw(Waiter waiter, Wakes wakes) {
      waiting.remove(waiter);
    }

    @Override
    protected Object offered() {
      return wish;
    }

    @Override
    protected String describe() {
      return (wish instanceof Swap ? "swap" : wish == Plain.TAKE ? "take" : "read")
          + " of "
          + Cell.this;
    }
  }
}
