package dev.hocket.events;

import dev.hocket.core.Awaitable;
import dev.hocket.core.Coroutine;
import dev.hocket.events.channels.Limit;
import dev.hocket.events.channels.Queues;
import dev.hocket.events.choice.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * A channel on which senders and receivers meet: a send and a receive happen together, as one step
 * (paper 4, section 2).
 *
 * <pre>{@code
 * Channel<String> orders = new Channel<>("orders"); // a send waits for its receiver
 * Channel<String> prints = Channel.buffered("prints", 16); // it waits only if 16 values are there
 * Channel<String> news = Channel.limited("news", 100, Overflow.FAIL); // for asynchronous sends
 *
 * spawn(() -> {
 *   orders.send("tea"); // waits for the receiver below
 *   orders.close(); // from now on sending fails, and receiving once nothing is left
 * });
 * String order = orders.recv();
 * }</pre>
 *
 * <p>{@link #sendEvt} and {@link #recvEvt} are the same operations as events, for a choice among
 * several; {@link #aSend} and {@link #aRecvEvt} do not wait; {@link #sendPoll} and {@link
 * #recvPoll} only communicate if that is possible now.
 *
 * <p>Waiting threads and pending asynchronous events are served in the order of their arrival. The
 * sender's actions before the send happen-before the receiver's actions after the receive; without
 * a buffer, also the other way round. Values may be null. All methods may be called from any
 * thread, including that of an event loop if they do not wait.
 *
 * <p>An operation on a channel takes constant time, amortized, with two exceptions: to close or
 * fail a channel takes time in proportion to the waiters, and so may a send to a full limited
 * channel on which choices wait. A pending asynchronous send without actions holds 4 to 8 bytes,
 * with compressed references; on a limited channel, or behind senders that wait, 32.
 *
 * @param <T> the type of the values
 */
public final class Channel<T> implements Source<T> {
  /** The state of the channel, guarded by its lock. */
  final Queues queues;

  private final Event<T> receive;

  /** Makes a channel without a buffer, named by a number in messages. */
  public Channel() {
    this(null, 0, null);
  }

  /**
   * Makes a channel without a buffer.
   *
   * @param name the channel's name in messages
   */
  public Channel(String name) {
    this(Objects.requireNonNull(name, "name"), 0, null);
  }

  /**
   * Makes a buffered channel.
   *
   * @param <T> the type of the values
   * @param name the channel's name in messages
   * @param capacity the most values that it holds
   * @return the channel
   * @throws IllegalArgumentException if the capacity is less than 1
   */
  public static <T> Channel<T> buffered(String name, int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException(
          "channel "
              + name
              + ": a buffer of "
              + capacity
              + " values; it must hold 1 or more, and new Channel(name) has none");
    }
    return new Channel<>(Objects.requireNonNull(name, "name"), capacity, null);
  }

  /**
   * Makes a channel without a buffer that limits the number of pending asynchronous sends, and so
   * their memory.
   *
   * @param <T> the type of the values
   * @param name the channel's name in messages
   * @param limit the most sends that may be pending
   * @param overflow the behaviour of a further send
   * @return the channel
   * @throws IllegalArgumentException if the limit is less than 1
   */
  public static <T> Channel<T> limited(String name, int limit, Overflow overflow) {
    if (limit < 1) {
      throw new IllegalArgumentException(
          "channel " + name + ": a limit of " + limit + " pending sends; it must be 1 or more");
    }
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(overflow, "overflow");
    Limit onPending =
        new Limit(
            limit,
            overflow == Overflow.WAIT,
            branch -> ChannelFullException.ofSend("channel " + name, branch, limit, overflow));
    return new Channel<>(name, 0, onPending);
  }

  /**
   * Sends a value and waits until it has been received, or buffered. The same as {@code
   * sendEvt(value).sync()}.
   *
   * @param value the value
   * @throws InterruptedException if the calling thread is interrupted before; then the value was
   *     not sent
   * @throws ChannelClosedException if the channel is closed
   * @throws IllegalStateException if the thread of an event loop would have to wait
   */
  @Awaitable
  public void send(T value) throws InterruptedException {
    queues.sendAndWait(value);
  }

  /**
   * {@link #send(Object)} in a handler that Hocket compiled, under {@code //#omp await}; see {@link
   * Event#sync(Coroutine)}.
   *
   * @param value the value
   * @param handler the handler
   * @throws InterruptedException as the method without a handler does
   */
  public void send(T value, Coroutine handler) throws InterruptedException {
    sendEvt(value).sync(handler);
  }

  /**
   * Receives a value, waiting for one. The same as {@code recvEvt().sync()}.
   *
   * @return the value
   * @throws InterruptedException if the calling thread is interrupted before; then no value was
   *     taken
   * @throws ChannelClosedException if the channel is closed and nothing is left to receive
   * @throws IllegalStateException if the thread of an event loop would have to wait
   */
  @Override
  @Awaitable
  @SuppressWarnings("unchecked")
  public T recv() throws InterruptedException {
    return (T) queues.receiveAndWait();
  }

  @Override
  public T recv(Coroutine handler) throws InterruptedException {
    return recvEvt().sync(handler);
  }

  /**
   * Closes the channel: from now on sending fails with a {@link ChannelClosedException}. Values
   * that have been sent before, asynchronously, into the buffer or by threads that still wait, can
   * be received; then receiving fails too, and receivers that wait fail at once. Post-consumption
   * actions of pending asynchronous receives do not run, and nothing is reported. Closing twice is
   * harmless, and so is closing a channel that has failed.
   *
   * <p>This method is for senders. A receiver that stops calls {@link #fail}: after a close,
   * waiting senders would wait forever, because their values can still be received.
   */
  public void close() {
    queues.end(new ChannelEnd(name(), null, true));
  }

  /**
   * Fails the channel at once: from now on sending and receiving fail with a {@link
   * ChannelClosedException} with the cause, and so do all waiting senders and receivers. If an
   * asynchronous event with post-consumption actions is pending, its handlers get the failure, or
   * else the uncaught handler.
   *
   * @param cause the reason
   * @return the values that were sent and will not be received, in order; empty if the channel was
   *     closed with nothing left, or had failed
   */
  @SuppressWarnings("unchecked")
  public List<T> fail(Throwable cause) {
    List<Object> lost = new ArrayList<>();
    queues.end(new ChannelEnd(name(), Objects.requireNonNull(cause, "cause"), false), lost);
    return (List<T>) lost;
  }

  /**
   * The event of sending a value.
   *
   * @param value the value
   * @return the event; it yields null
   */
  @CheckReturnValue
  public Event<Void> sendEvt(T value) {
    return new Primitive<>(queues.sending(value));
  }

  /**
   * The event of receiving a value.
   *
   * @return the event
   */
  @Override
  @CheckReturnValue
  public Event<T> recvEvt() {
    return receive;
  }

  /**
   * The asynchronous event of sending a value: creating it passes the value to a waiting receiver
   * or leaves it in the channel, in order.
   *
   * @param value the value
   * @return the event
   */
  @CheckReturnValue
  public AsyncEvent<Void, Void> aSendEvt(T value) {
    return sendEvt(value).sTrans();
  }

  /**
   * The asynchronous event of receiving a value: creating it puts it in line with the receivers.
   * The value goes to its post-consumption actions.
   *
   * @return the event
   */
  @CheckReturnValue
  public AsyncEvent<Void, T> aRecvEvt() {
    return receive.sTrans();
  }

  /**
   * Sends a value asynchronously; never waits, not even on a channel with {@link Overflow#WAIT}, on
   * which {@code aSendEvt(value).aSync()} waits for room. Otherwise the two are the same.
   *
   * @param value the value
   * @throws ChannelClosedException if the channel is closed
   * @throws ChannelFullException if the channel has reached its limit of pending sends, whatever
   *     its policy
   */
  public void aSend(T value) {
    queues.sendLater(value);
  }

  /**
   * Sends a value if a receiver waits, or there is room in the buffer; never waits.
   *
   * @param value the value
   * @return whether it was sent
   * @throws ChannelClosedException if the channel is closed
   */
  public boolean sendPoll(T value) {
    return queues.sendPoll(value);
  }

  /**
   * Receives a value if there is one; never waits.
   *
   * @param taker gets the value, on the calling thread, after it was received
   * @return whether there was one
   * @throws ChannelClosedException if the channel is closed and nothing is left to receive
   */
  @SuppressWarnings("unchecked")
  public boolean recvPoll(Consumer<? super T> taker) {
    Objects.requireNonNull(taker, "taker");
    Object value = queues.receivePoll();
    if (value == Operation.NOT_YET) {
      return false;
    }
    taker.accept((T) value);
    return true;
  }

  /**
   * Makes a channel that receives what a publisher publishes. Items are requested as they are
   * consumed. When the publisher completes, the channel is closed; when it fails, the channel is
   * closed with that cause, after the items before it. Closing the channel cancels the
   * subscription, at the latest with the next item.
   *
   * @param <T> the type of the items
   * @param name the channel's name in messages
   * @param publisher the publisher
   * @param prefetch the most items that may wait in the channel
   * @return the channel
   * @throws IllegalArgumentException if the number is less than 1
   */
  public static <T> Channel<T> of(
      String name, Flow.Publisher<? extends T> publisher, int prefetch) {
    if (prefetch < 1) {
      throw new IllegalArgumentException(
          "channel " + name + ": a prefetch of " + prefetch + " items; it must be 1 or more");
    }
    Channel<T> channel = new Channel<>(name);
    publisher.subscribe(new Subscriber<>(channel, prefetch));
    return channel;
  }

  /**
   * Returns whether the channel was closed or has failed.
   *
   * @return true from then on
   */
  public boolean isClosed() {
    return queues.hasEnded();
  }

  @Override
  public int pending() {
    return queues.pending();
  }

  /**
   * Counts the receives that wait.
   *
   * @return a number that may be stale by the time it is read; takes time in proportion to it
   */
  public int waiting() {
    return queues.waiting();
  }

  /**
   * Returns the channel's name in messages.
   *
   * @return {@code channel x} if it was given the name x, or else {@code channel #n} with a number
   */
  public String name() {
    return queues.name();
  }

  /** Returns {@link #name}. */
  @Override
  public String toString() {
    return name();
  }

  private Channel(String name, int capacity, Limit limit) {
    queues = new Queues(name, capacity, limit);
    receive = new Primitive<>(queues.receiving());
  }
}
