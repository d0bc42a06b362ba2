package dev.hocket.events;

import dev.hocket.core.Awaitable;
import dev.hocket.core.Coroutine;
import dev.hocket.events.steps.Failure;
import java.util.Objects;

/**
 * A source of values, which can be received until the source ends.
 *
 * @param <T> the type of the values
 */
public sealed interface Source<T> permits Channel, Mailbox, Multicast.Listener {
  /**
   * The event of receiving the next value.
   *
   * @return the event
   */
  @CheckReturnValue
  Event<T> recvEvt();

  /**
   * The event of receiving the next value or the end: unlike {@link #recvEvt} it does not fail when
   * the source has ended.
   *
   * @return the event; once the source has ended it is always ready, so a loop over a choice must
   *     then omit it
   */
  @CheckReturnValue
  default Event<Next<T>> nextEvt() {
    return recvEvt().<Next<T>>wrap(Next.Value::new).wrapHandler(Source::end);
  }

  private static <T> Next<T> end(Throwable failure) {
    if (failure instanceof ChannelClosedException closed) {
      return new Next.End<>(closed.getCause());
    }
    throw Failure.sneak(failure);
  }

  /**
   * Receives the next value, waiting for one.
   *
   * @return the value
   * @throws InterruptedException if the calling thread is interrupted before; then no value was
   *     taken
   * @throws ChannelClosedException if the source is closed and nothing is left to receive
   * @throws IllegalStateException if the thread of an event loop would have to wait
   */
  @Awaitable
  T recv() throws InterruptedException;

  /**
   * {@link #recv()} in a handler that Hocket compiled, under {@code //#omp await}; see {@link
   * Event#sync(Coroutine)}.
   *
   * @param handler the handler
   * @return the value
   * @throws InterruptedException as the method without a handler does
   */
  T recv(Coroutine handler) throws InterruptedException;

  /**
   * How many values can be received now: those in a buffer, and those of senders that wait.
   *
   * @return a number that may be stale by the time it is read; takes time in proportion to it
   */
  int pending();

  /**
   * Receives until the source is closed and nothing is left to receive, and runs an effect on each
   * value, on the calling thread. Other threads may also receive from the source: each value goes
   * to one of them.
   *
   * @param effect called with each value; an exception that it throws ends the loop and is thrown
   *     here
   * @throws InterruptedException if the calling thread is interrupted while it waits, or in the
   *     effect; in the first case no value was taken
   * @throws ChannelClosedException with the cause, if the source has failed
   * @throws IllegalStateException if the thread of an event loop would have to wait
   */
  default void forEach(Effect<? super T> effect) throws InterruptedException {
    Objects.requireNonNull(effect, "effect");
    while (true) {
      T value;
      try {
        value = recv();
      } catch (ChannelClosedException end) {
        if (end.getCause() == null) {
          return;
        }
        throw end;
      }
      effect.run(value);
    }
  }
}
