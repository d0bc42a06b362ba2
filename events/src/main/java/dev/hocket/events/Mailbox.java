package dev.hocket.events;

import java.util.List;
import java.util.Objects;

/**
 * A queue without a limit between asynchronous senders and synchronous receivers (paper 4, section
 * 4.1): a channel all of whose sends are asynchronous.
 *
 * @param <T> what is sent
 */
public final class Mailbox<T> implements Source<T> {
  private final Channel<T> channel;

  /**
   * Makes a mailbox.
   *
   * @param name what messages call it
   */
  public Mailbox(String name) {
    channel = new Channel<>("of mailbox " + Objects.requireNonNull(name, "name"));
  }

  /**
   * Leaves a value; never waits.
   *
   * @param value the value
   * @throws ChannelClosedException if the mailbox is closed
   */
  public void send(T value) {
    channel.aSend(value);
  }

  /**
   * The asynchronous event of leaving a value: with post-creation and post-consumption actions, in
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
   * @throws IllegalStateException if it would have to wait on the thread of an event loop
   */
  @Override
  public T recv() throws InterruptedException {
    return channel.recv();
  }

  @Override
  public int pending() {
    return channel.pending();
  }

  /** Takes no more values; those left can be received. The same as {@link Channel#close}. */
  public void close() {
    channel.close();
  }

  /**
   * Ends the mailbox at once, for a receiver that stops: it takes and gives no more values. The
   * same as {@link Channel#fail}.
   *
   * @param cause why; it is the cause of the {@link ChannelClosedException} of threads that still
   *     send or receive
   * @return the values that were left and will not be received, in order
   */
  public List<T> fail(Throwable cause) {
    return channel.fail(cause);
  }

  /** What messages call it. */
  @Override
  public String toString() {
    return channel.toString();
  }
}
