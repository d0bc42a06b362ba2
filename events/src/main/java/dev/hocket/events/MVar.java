package dev.hocket.events;

import dev.hocket.events.variables.Cell;

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
public final class MVar<T> {
  private final Cell cell;
  private final Event<T> take;
  private final Event<T> read;

  /** Makes an empty variable. */
  public MVar() {
    this(new Cell());
  }

  /**
   * Makes a full variable.
   *
   * @param value its value
   */
  public MVar(T value) {
    this(new Cell());
    cell.put(value);
  }

  private MVar(Cell cell) {
    this.cell = cell;
    take = new Primitive<>(cell.take());
    read = new Primitive<>(cell.read());
  }

  /**
   * Fills the variable; never waits.
   *
   * @param newValue the value
   * @throws IllegalStateException if it is full
   */
  public void put(T newValue) {
    if (!cell.put(newValue)) {
      throw new IllegalStateException(this + " is full; takeEvt or swapEvt empties it first");
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
    return new Primitive<>(cell.swap(newValue));
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
    return cell.isFull();
  }

  /** How many wait for a value. */
  int waiting() {
    return cell.waiting();
  }

  /** Names it by a number. */
  @Override
  public String toString() {
    return cell.toString();
  }
}
