package dev.hocket.events;

import dev.hocket.core.Awaitable;
import dev.hocket.core.Coroutine;
import dev.hocket.events.variables.Cell;

/**
 * A variable that is full or empty (an M-variable of Concurrent ML). Taking its value leaves it
 * empty, and waits if it is empty; reading does not change it. So an M-variable is a lock with its
 * data, or a place to pass one value on.
 *
 * <p>Waiters are served in order; a put serves readers up to the first taker. The actions of a
 * thread before a put happen-before those of a thread that has got the value.
 *
 * @param <T> the type of the value
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
   * @param value the variable's value
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
   * @throws IllegalStateException if the thread of an event loop would have to wait
   */
  @Awaitable
  public T take() throws InterruptedException {
    return take.sync();
  }

  /**
   * {@link #take()} in a handler that Hocket compiled, under {@code //#omp await}; see {@link
   * Event#sync(Coroutine)}.
   *
   * @param handler the handler
   * @return the value
   * @throws InterruptedException as the method without a handler does
   */
  public T take(Coroutine handler) throws InterruptedException {
    return take.sync(handler);
  }

  /**
   * Reads the value, waiting for one.
   *
   * @return the value
   * @throws InterruptedException if the calling thread is interrupted before
   * @throws IllegalStateException if the thread of an event loop would have to wait
   */
  @Awaitable
  public T get() throws InterruptedException {
    return read.sync();
  }

  /**
   * {@link #get()} in a handler that Hocket compiled, under {@code //#omp await}; see {@link
   * Event#sync(Coroutine)}.
   *
   * @param handler the handler
   * @return the value
   * @throws InterruptedException as the method without a handler does
   */
  public T get(Coroutine handler) throws InterruptedException {
    return read.sync(handler);
  }

  /**
   * Whether it holds a value.
   *
   * @return an answer that may be stale by the time it is read
   */
  public boolean isFull() {
    return cell.isFull();
  }

  /** Counts the threads that wait for a value. */
  int waiting() {
    return cell.waiting();
  }

  /** Names the variable by a number. */
  @Override
  public String toString() {
    return cell.toString();
  }
}
