package dev.hocket.events;

import dev.hocket.core.Awaitable;
import dev.hocket.core.Coroutine;
import dev.hocket.core.Ends;
import dev.hocket.events.steps.Failure;
import dev.hocket.events.variables.OnceCell;
import dev.hocket.events.waiting.Wakes;
import java.util.Objects;
import java.util.concurrent.CompletionException;

/**
 * A variable that is written once and can be read any number of times (an I-variable of Concurrent
 * ML): reading waits until it has been written.
 *
 * <p>Writing happens-before every read. No method but the reads waits.
 *
 * @param <T> the type of the value
 */
public final class IVar<T> {
  private final OnceCell cell = new OnceCell();
  private final Event<T> get = new Primitive<>(cell.read());

  /** Makes an empty variable. */
  public IVar() {}

  /**
   * Writes the variable.
   *
   * @param newValue the value
   * @throws IllegalStateException if it has been written before
   */
  public void put(T newValue) {
    if (!tryPut(newValue)) {
      Object value = cell.value();
      String held =
          value instanceof Failure failed
              ? "failure " + Failure.words(failed.exception())
              : "" + value;
      throw new IllegalStateException(this + " has been written already; it holds " + held);
    }
  }

  /**
   * Writes the variable unless it has been written before.
   *
   * @param newValue the value
   * @return whether this call has written it
   */
  public boolean tryPut(T newValue) {
    return cell.write(newValue);
  }

  /**
   * Writes a failure instead of a value, unless the variable has been written before. Every read
   * throws an unchecked failure unchanged, and a checked one as the cause of a {@link
   * CompletionException}, which reads need not declare. So an {@link InterruptedException} that
   * ended one thread does not interrupt the readers.
   *
   * @param failure the failure
   * @return whether this call has written it
   */
  public boolean fail(Throwable failure) {
    return cell.write(
        new Failure.Thrown(unchecked(Objects.requireNonNull(failure, "failure")), false));
  }

  private Throwable unchecked(Throwable failure) {
    return failure instanceof RuntimeException || failure instanceof Error
        ? failure
        : new CompletionException("read of " + this + ": " + Failure.words(failure), failure);
  }

  /**
   * The event of reading. It is ready from the write on.
   *
   * @return the event
   */
  @CheckReturnValue
  public Event<T> getEvt() {
    return get;
  }

  /** The event of reading a variable that is written when something has ended. */
  Event<T> getEvt(Ends ends) {
    return new Primitive<>(cell.read(ends));
  }

  /**
   * Reads the variable, waiting for the write.
   *
   * @return the value
   * @throws InterruptedException if the calling thread is interrupted before
   * @throws IllegalStateException if the thread of an event loop would have to wait
   */
  @Awaitable
  public T get() throws InterruptedException {
    return get.sync();
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
    return get.sync(handler);
  }

  /**
   * Whether it has been written, with a value or a failure.
   *
   * @return true from the write on
   */
  public boolean isWritten() {
    return cell.isWritten();
  }

  /**
   * Writes the variable as {@link #tryPut}, for a thread without locks that wakes the readers
   * later.
   */
  boolean tryPut(T newValue, Wakes wakes) {
    return cell.write(newValue, wakes);
  }

  /** Counts the readers that wait for the write. */
  int waiting() {
    return cell.waiting();
  }

  /** Names the variable by a number. */
  @Override
  public String toString() {
    return cell.toString();
  }
}
