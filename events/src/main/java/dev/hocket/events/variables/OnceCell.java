package dev.hocket.events.variables;

import dev.hocket.core.Ends;
import dev.hocket.events.choice.Operation;
import dev.hocket.events.waiting.Port;
import dev.hocket.events.waiting.Registry;
import dev.hocket.events.waiting.SeparateQueue;
import dev.hocket.events.waiting.Trace;
import dev.hocket.events.waiting.WaitQueue;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;
import java.util.List;

/** A cell that is written once, with its readers. */
public final class OnceCell extends Port {
  private static final Object EMPTY = new Object();

  private final WaitQueue readers = new SeparateQueue();

  /** The value, a {@code Failure}, or EMPTY. Written under the lock. */
  private volatile Object value = EMPTY;

  public OnceCell() {
    if (Trace.isOn()) {
      Registry.add(this);
    }
  }

  /** Returns the value or {@code Failure}, after it has been written. */
  public Object value() {
    return value;
  }

  public boolean isWritten() {
    return value != EMPTY;
  }

  /** Writes a value or a {@code Failure} unless there is one, and wakes the readers. */
  public boolean write(Object result) {
    Wakes wakes = new Wakes();
    try {
      return write(result, wakes);
    } finally {
      wakes.wakeAll();
    }
  }

  /** Writes as {@link #write(Object)}, for a thread without locks that wakes the readers later. */
  public boolean write(Object result, Wakes wakes) {
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

  /** Makes the operation of reading the value. */
  public Operation read() {
    return read(null);
  }

  /** Makes the operation of reading the value, which is written when something has ended. */
  public Operation read(Ends ends) {
    return new Read(ends);
  }

  /** Counts the readers that wait for the write. */
  public int waiting() {
    return waitingIn(readers);
  }

  @Override
  protected List<Waiting> queues() {
    return List.of(new Waiting("read", 0, readers.toList()));
  }

  @Override
  public String name() {
    return "I-variable #" + id;
  }

  private final class Read extends Operation {
    private final Ends ends;

    Read(Ends ends) {
      this.ends = ends;
    }

    @Override
    protected Ends ends() {
      return ends;
    }

    @Override
    protected Port port() {
      return OnceCell.this;
    }

    @Override
    protected Object attempt(Object offered, Wakes wakes) {
      return value == EMPTY ? NOT_YET : value;
    }

    @Override
    protected boolean seemsReady() {
      return value != EMPTY;
    }

    @Override
    protected void enqueue(Waiter waiter) {
      readers.add(waiter);
    }

    @Override
    protected void withdraw(Waiter waiter, Wakes wakes) {
      readers.remove(waiter);
    }

    @Override
    protected String describe() {
      return "read of " + OnceCell.this;
    }
  }
}
