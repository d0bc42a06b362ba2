package dev.hocket.events;

import java.util.List;

/**
 * A variable that is full or empty (an M-variable of Concurrent ML): taking its value leaves it
 * empty and waits if it is; reading leaves it as it was. So an M-variable is a lock with its data,
 * or a place to hand one value over.
 *
 * <p>Waiters are served in order; a put serves readers up to the first taker. What a thread did
 * before a put happens-before what another does after it has got that value.
 *
 * @param <T> what it holds
 */
public final class MVar<T> extends Port {
  private static final Object EMPTY = new Object();

  /** The request of a waiter, stored in place of its value until it gets one. */
  private sealed interface Wish {}

  private enum Plain implements Wish {
    READ,
    TAKE
  }

  private record Swap(Object value) implements Wish {}

  private final WaitQueue waiting = new SeparateQueue();
  private final Event<T> take = new Get(Plain.TAKE);
  private final Event<T> read = new Get(Plain.READ);

  /** Written under the lock; read without it for a guess. */
  private volatile Object value;

  /** Makes an empty variable. */
  public MVar() {
    this.value = EMPTY;
    if (Trace.isOn()) {
      Registry.add(this);
    }
  }

  /**
   * Makes a full variable.
   *
   * @param value its value
   */
  public MVar(T value) {
    this();
    this.value = value;
  }

  /**
   * Fills the variable; never waits.
   *
   * @param newValue the value
   * @throws IllegalStateException if it is full
   */
  public void put(T newValue) {
    Wakes wakes = new Wakes();
    lock();
    try {
      if (value != EMPTY) {
        throw new IllegalStateException(this + " is full; takeEvt or swapEvt empties it first");
      }
      fill(newValue, wakes);
    } finally {
      unlock();
      wakes.wakeAll();
    }
  }

  /**
   * The event of taking the value, which leaves the variable empty.
   *
   * @return the event
   */
  @CheckReturnValue
  public Event<T> takeEvt() {
    return take;
  }

  /**
   * The event of reading the value, which stays.
   *
   * @return the event
   */
  @CheckReturnValue
  public Event<T> getEvt() {
    return read;
  }

  /**
   * The event of exchanging the value for another, in one step.
   *
   * @param newValue the other value
   * @return the event; it yields the value that was there
   */
  @CheckReturnValue
  public Event<T> swapEvt(T newValue) {
    return new Get(new Swap(newValue));
  }

  /**
   * Takes the value, waiting for one.
   *
   * @return the value
   * @throws InterruptedException if the calling thread is interrupted before
   * @throws IllegalStateException if it would have to wait on the thread of an event loop
   */
  public T take() throws InterruptedException {
    return take.sync();
  }

  /**
   * Reads the value, waiting for one.
   *
   * @return the value
   * @throws InterruptedException if the calling thread is interrupted before
   * @throws IllegalStateException if it would have to wait on the thread of an event loop
   */
  public T get() throws InterruptedException {
    return read.sync();
  }

  /**
   * Whether it holds a value.
   *
   * @return an answer that may be stale by the time it is read
   */
  public boolean isFull() {
    return value != EMPTY;
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

  /** The content of the variable after a request has been served. */
  private static Object after(Wish wish, Object value) {
    return switch (wish) {
      case Plain.READ -> value;
      case Plain.TAKE -> EMPTY;
      case Swap swap -> swap.value();
    };
  }

  private final class Get extends BaseEvent<T> {
    private final Wish wish;

    Get(Wish wish) {
      this.wish = wish;
    }

    @Override
    Port port() {
      return MVar.this;
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
          + MVar.this;
    }
  }
}
