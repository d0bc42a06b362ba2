package dev.hocket.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Where senders and receivers meet: a send and a receive happen together, as one step (paper 4,
 * section 2). A buffered channel also holds values: a send happens when there is room, a receive
 * when there is a value.
 *
 * <p>Whoever waits is served in the order of arrival, threads that wait and asynchronous events
 * that are pending alike. What the sender did before it sent happens-before what the receiver does
 * after it received; without a buffer, also the other way round. Values may be null. All methods
 * may be called from any thread, an event loop's too as long as they do not wait.
 *
 * <p>An operation on a channel costs constant time; a pending asynchronous send holds 40 bytes.
 *
 * @param <T> what is sent
 */
public final class Channel<T> extends Port {
  private final String name;
  private final WaitQueue senders = new WaitQueue();
  private final WaitQueue receivers = new WaitQueue();
  private final Ring buffer;
  private final Receive receive = new Receive();

  /** Set once, under the lock. */
  private Failed end;

  /** Makes a channel without a buffer, named by a number in messages. */
  public Channel() {
    this(null, 0);
  }

  /**
   * Makes a channel without a buffer.
   *
   * @param name what messages call it
   */
  public Channel(String name) {
    this(Objects.requireNonNull(name, "name"), 0);
  }

  private Channel(String name, int capacity) {
    this.name = name;
    this.buffer = new Ring(capacity);
  }

  /**
   * Makes a buffered channel.
   *
   * @param <T> what is sent
   * @param name what messages call it
   * @param capacity how many values it holds at most
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
    return new Channel<>(Objects.requireNonNull(name, "name"), capacity);
  }

  /** A channel that no code of the program's sees. */
  static <T> Channel<T> local() {
    return new Channel<>();
  }

  /**
   * The event of sending a value.
   *
   * @param value the value
   * @return the event; it yields null
   */
  public Event<Void> sendEvt(T value) {
    return new Send(value);
  }

  /**
   * The event of receiving a value.
   *
   * @return the event
   */
  public Event<T> recvEvt() {
    return receive;
  }

  /**
   * The asynchronous event of sending a value: creating it hands the value to a waiting receiver or
   * leaves it here, in order.
   *
   * @param value the value
   * @return the event
   */
  public AsyncEvent<Void, Void> aSendEvt(T value) {
    return sendEvt(value).sTrans();
  }

  /**
   * The asynchronous event of receiving a value: creating it takes a place among the receivers. The
   * value goes to its post-consumption actions.
   *
   * @return the event
   */
  public AsyncEvent<Void, T> aRecvEvt() {
    return receive.sTrans();
  }

  /**
   * Sends a value and waits until it has been received, or buffered. The same as {@code
   * sendEvt(value).sync()}.
   *
   * @param value the value
   * @throws InterruptedException if the calling thread is interrupted before; then the value was
   *     not sent
   * @throws ChannelClosedException if the channel is closed
   */
  public void send(T value) throws InterruptedException {
    Syncing.refuseInterrupt();
    Waiter waiter = null;
    Waiter receiver = null;
    Failed ended;
    lock();
    try {
      ended = end;
      if (ended == null && (receiver = receivers.claimFirst(value)) == null && !buffer.add(value)) {
        waiter = new Waiter(Thread.currentThread(), value);
        senders.add(waiter);
      }
    } finally {
      unlock();
    }
    if (waiter != null) {
      await(waiter, senders);
      ended = waiter.value instanceof Failed failed ? failed : null;
    } else if (receiver != null) {
      receiver.sync.tell();
    }
    if (ended != null) {
      throw Failed.sneak(ended.exception());
    }
  }

  /**
   * Receives a value, waiting for one. The same as {@code recvEvt().sync()}.
   *
   * @return the value
   * @throws InterruptedException if the calling thread is interrupted before; then no value was
   *     taken
   * @throws ChannelClosedException if the channel is closed and nothing is left to receive
   */
  @SuppressWarnings("unchecked")
  public T recv() throws InterruptedException {
    Syncing.refuseInterrupt();
    Waiter waiter = null;
    Waiter sender = null;
    Object value;
    lock();
    try {
      if (buffer.isEmpty()) {
        sender = senders.claimFirst();
        if (sender != null) {
          value = sender.value;
        } else if (end != null) {
          value = end;
        } else {
          value = null;
          waiter = new Waiter(Thread.currentThread(), null);
          receivers.add(waiter);
        }
      } else {
        value = buffer.take();
        sender = refill();
      }
    } finally {
      unlock();
    }
    if (waiter != null) {
      await(waiter, receivers);
      value = waiter.value;
    } else if (sender != null) {
      sender.sync.tell();
    }
    if (value instanceof Failed failed) {
      throw Failed.sneak(failed.exception());
    }
    return (T) value;
  }

  /**
   * Sends a value if a receiver waits, or there is room in the buffer; never waits.
   *
   * @param value the value
   * @return whether it was sent
   * @throws ChannelClosedException if the channel is closed
   */
  public boolean sendPoll(T value) {
    return attempt(new Send(value)) != BaseEvent.NOT_YET;
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
    Object value = attempt(receive);
    if (value == BaseEvent.NOT_YET) {
      return false;
    }
    taker.accept((T) value);
    return true;
  }

  /**
   * Sends a value asynchronously; never waits. The same as {@code aSendEvt(value).aSync()}.
   *
   * @param value the value
   * @throws ChannelClosedException if the channel is closed
   */
  public void aSend(T value) {
    Waiter receiver = null;
    Failed ended;
    lock();
    try {
      ended = end;
      if (ended == null && (receiver = receivers.claimFirst(value)) == null && !buffer.add(value)) {
        senders.add(new Waiter(null, value));
      }
    } finally {
      unlock();
    }
    if (receiver != null) {
      receiver.sync.tell();
    } else if (ended != null) {
      throw Failed.sneak(ended.exception());
    }
  }

  /**
   * Ends the channel in good order: from now on sending fails with a {@link
   * ChannelClosedException}. What has been sent before, asynchronously, into the buffer or by
   * threads that still wait, can be received; then receiving fails too, and receivers that wait
   * fail at once. Post-consumption actions of pending asynchronous receives do not run, and nothing
   * is reported. Closing twice is harmless, and so is closing a channel that has failed.
   */
  public void close() {
    end(new Failed.Closed(this, null), new ArrayList<>());
  }

  /**
   * Ends the channel at once: from now on sending and receiving fail with a {@link
   * ChannelClosedException} with the cause, and everybody who waits fails so. Where an asynchronous
   * event with post-consumption actions is pending, its handlers get the failure, or the uncaught
   * handler.
   *
   * @param cause why
   * @return the values that were sent and will not be received, in order; empty if the channel was
   *     closed with nothing left, or had failed
   */
  public List<T> fail(Throwable cause) {
    List<T> lost = new ArrayList<>();
    end(new Failed.Closed(this, Objects.requireNonNull(cause, "cause")), lost);
    return lost;
  }

  /**
   * Whether the channel was closed or has failed.
   *
   * @return true from then on
   */
  public boolean isClosed() {
    lock();
    try {
      return end != null;
    } finally {
      unlock();
    }
  }

  /**
   * How many values can be received now: those in the buffer, and those of senders that wait.
   *
   * @return a number that may be stale by the time it is read; takes time in proportion to it
   */
  public int pending() {
    lock();
    try {
      return buffer.size() + senders.size();
    } finally {
      unlock();
    }
  }

  /**
   * How many receives wait.
   *
   * @return a number that may be stale by the time it is read; takes time in proportion to it
   */
  public int waiting() {
    lock();
    try {
      return receivers.size();
    } finally {
      unlock();
    }
  }

  /**
   * What messages call it.
   *
   * @return the name it was given, or a number
   */
  @Override
  public String name() {
    return name == null ? "channel #" + id : "channel " + name;
  }

  /** Nothing is added to the lost if the channel has ended before, or ends in good order. */
  @SuppressWarnings("unchecked")
  void end(Failed closed, List<T> lost) {
    Wakes wakes = new Wakes();
    lock();
    try {
      if (end != null && (!end.isEnd() || closed.isEnd())) {
        return;
      }
      end = closed;
      for (Waiter waiter; (waiter = receivers.claimFirst(closed)) != null; ) {
        wakes.add(waiter.sync);
      }
      if (!closed.isEnd()) {
        while (!buffer.isEmpty()) {
          lost.add((T) buffer.take());
        }
        for (Waiter waiter; (waiter = senders.poll()) != null; ) {
          T value = (T) waiter.value;
          waiter.value = closed;
          if (waiter.sync.claim(waiter.branch)) {
            lost.add(value);
            wakes.add(waiter.sync);
          }
        }
      }
    } finally {
      unlock();
    }
    wakes.tell();
  }

  /** Moves the first waiting sender's value into the room that a receive has made. */
  private Waiter refill() {
    Waiter sender = senders.claimFirst();
    if (sender != null) {
      buffer.add(sender.value);
    }
    return sender;
  }

  private void await(Waiter waiter, WaitQueue queue) throws InterruptedException {
    Syncing.await(
        waiter,
        () -> {
          lock();
          try {
            queue.remove(waiter);
          } finally {
            unlock();
          }
        });
  }

  private Object attempt(BaseEvent<?> event) {
    Wakes wakes = new Wakes();
    Object value;
    lock();
    try {
      value = event.attempt(wakes);
    } finally {
      unlock();
    }
    wakes.tell();
    if (value instanceof Failed failed) {
      throw Failed.sneak(failed.exception());
    }
    return value;
  }

  private final class Send extends BaseEvent<Void> {
    private final T value;

    Send(T value) {
      this.value = value;
    }

    @Override
    Port port() {
      return Channel.this;
    }

    @Override
    Object attempt(Wakes wakes) {
      if (end != null) {
        return end;
      }
      Waiter receiver = receivers.claimFirst(value);
      if (receiver != null) {
        wakes.add(receiver.sync);
        return null;
      }
      return buffer.add(value) ? null : NOT_YET;
    }

    @Override
    boolean seemsReady() {
      return !receivers.isEmpty() || buffer.hasRoom() || end != null;
    }

    @Override
    void enqueue(Waiter waiter) {
      senders.add(waiter);
    }

    @Override
    void withdraw(Waiter waiter) {
      senders.remove(waiter);
    }

    @Override
    Object result(Object given) {
      return given instanceof Failed ? given : null;
    }

    @Override
    Object offered() {
      return value;
    }

    @Override
    String describe() {
      return "send to " + name();
    }
  }

  private final class Receive extends BaseEvent<T> {
    @Override
    Port port() {
      return Channel.this;
    }

    @Override
    Object attempt(Wakes wakes) {
      Waiter sender;
      Object value;
      if (buffer.isEmpty()) {
        sender = senders.claimFirst();
        value = sender != null ? sender.value : end != null ? end : NOT_YET;
      } else {
        value = buffer.take();
        sender = refill();
      }
      if (sender != null) {
        wakes.add(sender.sync);
      }
      return value;
    }

    @Override
    boolean seemsReady() {
      return !senders.isEmpty() || !buffer.isEmpty() || end != null;
    }

    @Override
    void enqueue(Waiter waiter) {
      receivers.add(waiter);
    }

    @Override
    void withdraw(Waiter waiter) {
      receivers.remove(waiter);
    }

    @Override
    String describe() {
      return "receive from " + name();
    }
  }
}
