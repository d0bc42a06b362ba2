package dev.hocket.events;

import dev.hocket.events.steps.Failure;
import java.util.Objects;

/**
 * Where values can be received until there will be no more.
 *
 * @param <T> what is received
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
   * The event of receiving the next value or learning that there is none: unlike {@link #recvEvt}
   * it does not fail when the source has ended.
   *
   * @return the event; from the end on it is always ready, so a loop over a choice must leave it
   *     out then
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
   * @throws IllegalStateException if it would have to wait on the thread of an event loop
   */
  T recv() throws InterruptedException;

  /**
   * How many values can be received now: those in a buffer, and those of senders that wait.
   *
   * @return a number that may be stale by the time it is read; takes time in proportion to it
   */
  int pending();

  /**
   * Receives until the source is closed and nothing is left to receive, and does something with
   * each value, on the calling thread. Others may receive from the source, too: each value goes to
   * one of them.
   *
   * @param effect what is done with a value; what it throws ends the loop and is thrown here
   * @throws InterruptedException if the calling thread is interrupted while it waits, or in the
   *     effect; in the first case no value was taken
   * @throws ChannelClosedException with the cause, if the source has failed
   * @throws IllegalStateException if it would have to wait on the thread of an event loop
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
