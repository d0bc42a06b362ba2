package dev.hocket.events;

import dev.hocket.core.Awaitable;
import dev.hocket.core.Coroutine;
import java.util.List;
import java.util.Objects;

/**
 * A queue without a limit between asynchronous senders and synchronous receivers (paper 4, section
 * 4.1): a channel on which all sends are asynchronous.
 *
 * @param <T> the type of the values
 */
public final class Mailbox<T> implements Source<T> {
  private final Channel<T> channel;

  /**
   * Makes a mailbox.
   *
   * @param name the mailbox's name in messages
   */
  public Mailbox(String name) {
    channel = new Channel<>("of mailbox " + Objects.requireNonNull(name, "name"));
  }

  /**
   * Sends a value; never waits.
   *
   * @param value the value
   * @throws ChannelClosedException if the mailbox is closed
   */
  public void send(T value) {
    channel.aSend(value);
  }

  /**
   * The asynchronous event of sending a value: with post-creation and post-consumption actions, in
   * {@code aChoose}, and by {@code aTrans} in {@code choose}.
   *
   * @param value the value
   * @return the event
   */
  @CheckReturnValue
  public AsyncEvent<Void, Void> aSendEvt(T value) {
    return channel.aSendEvt(value);
  }

  /**
   * The event of receiving the value that has waited longest.
   *
   * @return the event
   */
  @Override
  @CheckReturnValue
  public Event<T> recvEvt() {
    return channel.recvEvt();
  }

  /**
   * Receives the value that has waited longest, waiting for one.
   *
   * @return the value
   * @throws InterruptedException if the calling thread is interrupted before; then none was taken
   * @throws ChannelClosedException if the mailbox is closed and empty
   * @throws IllegalStateException if the thread of an event loop would have to wait
   */
  @Override
  @Awaitable
  public T recv() throws InterruptedException {
    return channel.recv();
  }

  @Override
  public T recv(Coroutine handler) throws InterruptedException {
    return channel.recv(handler);
  }

  @Override
  public int pending() {
    return channel.pending();
  }

  /** Closes the mailbox: the values left can be received. The same as {@link Channel#close}. */
  public void close() {
    channel.close();
  }

  /**
   * Fails the mailbox at once, for a receiver that stops: it accepts and yields no more values. The
   * same as {@link Channel#fail}.
   *
   * @param cause the reason; the cause of the {@link ChannelClosedException} of threads that still
   *     send or receive
   * @return the values that were left and will not be received, in order
   */
  public List<T> fail(Throwable cause) {
    return channel.fail(cause);
  }

  /** Returns the mailbox's name in messages. */
  @Override
  public String toString() {
    return channel.toString();
  }
}
