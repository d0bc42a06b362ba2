package dev.hocket.events;

import dev.hocket.core.Awaitable;
import dev.hocket.core.Coroutine;
import dev.hocket.events.choice.SuspendedDeposit;
import dev.hocket.events.steps.Envelope;
import dev.hocket.events.steps.Failure;
import dev.hocket.events.steps.Origin;
import dev.hocket.events.steps.Token;
import dev.hocket.events.waiting.Trace;
import dev.hocket.events.waiting.Wakes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A channel that sends every value to each of its listeners (paper 4, section 4.1) by an
 * asynchronous send. All listeners get all values sent since they were made, in the same order.
 *
 * <pre>{@code
 * Multicast<String> news = new Multicast<>("news");
 * try (Multicast.Listener<String> listener = news.listen()) {
 *   news.send("rain");
 *   System.out.println(listener.recv());
 * }
 * }</pre>
 *
 * <p>A listener collects values until it is closed, so a program must close each listener that it
 * makes. The number of values that a slow listener has not received is limited: a listener made by
 * {@link #listen()} that exceeds {@value #DEFAULT_LIMIT} fails and is removed; {@link #listen(int)}
 * takes another limit, and with {@link #listen(int, Overflow)} the senders wait or fail instead.
 *
 * <p>Sending takes time in proportion to the listeners. A multicast ends as a {@link Channel} does,
 * and its listeners with it.
 *
 * @param <T> the type of the values
 */
public final class Multicast<T> {
  /** The most values that a listener made by {@link #listen()} may have to receive. */
  public static final int DEFAULT_LIMIT = 10_000;

  private final String name;

  /** The listeners in the order in which they were made. Guarded by this object. */
  private final Set<Listener<T>> listeners = new LinkedHashSet<>();

  /** The end of the channel; null while it is open. Guarded by this object. */
  private ChannelEnd end;

  /** Makes a channel without listeners, and without a name. */
  public Multicast() {
    name = "multicast";
  }

  /**
   * Makes a channel without listeners.
   *
   * @param name the channel's name in messages
   */
  public Multicast(String name) {
    this.name = "multicast " + Objects.requireNonNull(name, "name");
  }

  /**
   * Sends a value to all listeners, or to none. Waits only for listeners made with {@link
   * Overflow#WAIT}, until none of them is full. Ends a full listener that was made without an
   * {@code Overflow}.
   *
   * @param value the value
   * @throws InterruptedException if the calling thread is interrupted while it waits; then no
   *     listener gets the value
   * @throws ChannelClosedException if it is closed, or has failed
   * @throws ChannelFullException if a listener with {@link Overflow#FAIL} is full; then none gets
   *     the value
   * @throws IllegalStateException if the thread of an event loop would have to wait
   */
  @Awaitable
  // A value is sent to all listeners or to none, and in one order:
  //
  //   1. Under the lock of this object, look for a listener with a limit on which the sender has no
  //      room reserved. If there is none, send the value to all: done.
  //   2. Without the lock, reserve room there, waiting if need be, and continue with 1: listeners
  //      may have come or gone.
  //   3. If that throws, release all reservations.
  //
  // Senders reserve in the order of the listeners, to which new ones are appended. So two senders
  // never wait for each other's reservations.
  public void send(T value) throws InterruptedException {
    Set<Listener<T>> reserved = new HashSet<>();
    boolean isGiven = false;
    try {
      for (Listener<T> limited; (limited = giveToAll(value, reserved)) != null; ) {
        if (limited.reserve()) {
          reserved.add(limited);
        }
      }
      isGiven = true;
    } finally {
      if (!isGiven) {
        reserved.forEach(Listener::release);
      }
    }
  }

  /**
   * {@link #send(Object)} in a handler that Hocket compiled, under {@code //#omp await(send(T))}:
   * suspends the handler where the method would wait, also on an event loop. A cancel of the
   * handler meanwhile withdraws the value, which then no listener gets.
   *
   * @param value the value
   * @param handler the handler
   * @throws InterruptedException as {@link #send(Object)} does
   */
  public void send(T value, Coroutine handler) throws InterruptedException {
    if (handler.canSuspend()) {
      handler.await(new MulticastSend<>(this, value));
    } else {
      send(value);
    }
  }

  /** Sends the value to all listeners, or to none; then returns a listener without room. */
  Listener<T> giveToAll(T value, Set<Listener<T>> reserved) {
    Wakes wakes = new Wakes();
    try {
      return giveToAll(value, reserved, wakes);
    } finally {
      // The lock is not held here, because code of the program that uses this multicast may run.
      wakes.wakeAll();
    }
  }

  private synchronized Listener<T> giveToAll(T value, Set<Listener<T>> reserved, Wakes wakes) {
    if (end != null) {
      throw Failure.sneak(end.at("send to " + name).exception());
    }
    for (Listener<T> listener : listeners) {
      if (listener.room != null && !reserved.contains(listener)) {
        return listener;
      }
    }
    listeners.removeIf(listener -> !listener.give(value, wakes));
    return null;
  }

  /**
   * Makes a listener for the values sent from now on, with the limit {@value #DEFAULT_LIMIT}.
   * Otherwise the same as {@link #listen(int)}.
   *
   * @return the listener
   */
  public Listener<T> listen() {
    return listen(DEFAULT_LIMIT);
  }

  /**
   * Makes a listener for the values sent from now on. It delays no sender: if a value is sent
   * beyond its limit, it fails instead. Its values are then dropped, and receiving from it throws a
   * {@link ChannelClosedException}, whose cause names this multicast, the limit, and the thread and
   * line that made the listener. So a listener that a program forgot to close costs no more than
   * its limit. If this multicast has ended, so has the listener.
   *
   * @param limit the most values that it may have to receive
   * @return the listener
   * @throws IllegalArgumentException if the limit is less than 1
   */
  public Listener<T> listen(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException(
          "a listener of " + name + ": a limit of " + limit + " values; it must be 1 or more");
    }
    return add(new Listener<>(this, limit, null));
  }

  /**
   * Makes a listener that delays or refuses senders when it is full.
   *
   * @param limit the most values that it may have to receive
   * @param overflow the behaviour of a send to the multicast if this listener is full: it waits,
   *     which delays the other listeners, too; or it fails before any listener has the value
   * @return the listener
   * @throws IllegalArgumentException if the limit is less than 1
   */
  public Listener<T> listen(int limit, Overflow overflow) {
    Channel<Token> room = Channel.limited("of a listener of " + name, limit, overflow);
    return add(new Listener<>(this, limit, room));
  }

  private synchronized Listener<T> add(Listener<T> listener) {
    if (end == null) {
      listeners.add(listener);
    } else {
      listener.channel.queues.end(end);
    }
    return listener;
  }

  private synchronized void remove(Listener<T> listener) {
    listeners.remove(listener);
  }

  /**
   * Closes the multicast: from now on sending fails with a {@link ChannelClosedException}, also for
   * senders that wait for room. Listeners can receive the values sent before; then receiving fails
   * too. Closing twice is harmless, and so is closing after a failure.
   */
  public void close() {
    end(new ChannelEnd(name, null, true));
  }

  /**
   * Fails the multicast at once: from now on sending and receiving fail with a {@link
   * ChannelClosedException} with the cause, and so do senders and listeners that wait. The values
   * that the listeners have not received are lost.
   *
   * @param cause the reason
   */
  public void fail(Throwable cause) {
    end(new ChannelEnd(name, Objects.requireNonNull(cause, "cause"), false));
  }

  /** Returns the multicast's name in messages. */
  @Override
  public String toString() {
    return name;
  }

  /** Ends the multicast; a failure replaces a close, as with a channel. */
  private void end(ChannelEnd newEnd) {
    Wakes.wakeAllOf(wakes -> end(newEnd, wakes));
  }

  private synchronized void end(ChannelEnd newEnd, Wakes wakes) {
    if (end == null || (end.isEnd() && !newEnd.isEnd())) {
      end = newEnd;
      listeners.forEach(listener -> listener.end(newEnd, wakes));
    }
  }

  /** Counts the listeners. */
  synchronized int size() {
    return listeners.size();
  }

  /**
   * A listener of a multicast channel, which collects the values.
   *
   * @param <T> the type of the values
   */
  public static final class Listener<T> implements Source<T>, AutoCloseable {
    private static final String CLOSE_IT =
        "it was ended: close a listener from which no code receives, or make it with"
            + " listen(limit), or with listen(limit, Overflow.WAIT), which lets senders wait";
    private static final String LET_SENDERS_WAIT =
        "with listen(limit, Overflow.WAIT) senders wait for the listener";

    private final Multicast<T> multicast;
    private final int limit;

    /** The thread and line that made the listener, in words. */
    private final String maker;

    private final Channel<T> channel;
    private final Event<T> receive;

    /**
     * A channel that limits pending sends: it has a pending asynchronous send for each value that
     * waits or is about to come. Null if a full listener ends.
     */
    private final Channel<Token> room;

    private Listener(Multicast<T> multicast, int limit, Channel<Token> room) {
      this.multicast = multicast;
      this.limit = limit;
      this.maker = Origin.words(Origin.creatorHere()) + " at " + Trace.caller();
      this.channel = new Channel<>("of " + multicast.name);
      this.room = room;
      this.receive =
          room == null
              ? channel.recvEvt()
              : new SyncEvents.Noted<>(channel.recvEvt(), this::release);
    }

    /**
     * Adds a value for which there is room; false if there was none, and the listener has ended.
     */
    private boolean give(T value, Wakes wakes) {
      int most = room == null ? limit : Integer.MAX_VALUE;
      boolean isGiven = channel.queues.give(Envelope.around(value), most, wakes);
      if (!isGiven) {
        end(new ChannelEnd(channel.name(), full(CLOSE_IT), false), wakes);
      }
      return isGiven;
    }

    private ChannelFullException full(String wayOut) {
      String listener = "a listener of " + multicast.name + ", made by " + maker + ",";
      return ChannelFullException.ofListener(multicast.name, listener, limit, wayOut);
    }

    /** Reserves room for a value; false if the listener was closed. */
    private boolean reserve() throws InterruptedException {
      try {
        room.aSendEvt(Token.ONE).aSync();
        return true;
      } catch (ChannelClosedException closed) {
        return false;
      } catch (ChannelFullException full) {
        throw full(LET_SENDERS_WAIT);
      }
    }

    /** Reserves room for a value, or enqueues a suspended handler for it. */
    SuspendedDeposit reserve(Runnable wake) {
      try {
        return new SuspendedDeposit(room.queues.sending(Token.ONE), wake);
      } catch (ChannelFullException full) {
        throw full(LET_SENDERS_WAIT);
      }
    }

    void release() {
      room.recvPoll(none -> {});
    }

    private void end(ChannelEnd end, Wakes wakes) {
      channel.queues.end(end, new ArrayList<>(), wakes);
      endRoom(wakes);
    }

    /** Ends the reservations; sends that are pending at the listener can still be released. */
    private void endRoom(Wakes wakes) {
      if (room != null) {
        room.queues.end(new ChannelEnd(room.name(), null, true), List.of(), wakes);
      }
    }

    /**
     * The event of receiving the next value.
     *
     * @return the event
     */
    @Override
    @CheckReturnValue
    public Event<T> recvEvt() {
      return receive;
    }

    @Override
    @Awaitable
    public T recv() throws InterruptedException {
      return room == null ? channel.recv() : receive.sync();
    }

    @Override
    public T recv(Coroutine handler) throws InterruptedException {
      return receive.sync(handler);
    }

    @Override
    public int pending() {
      return channel.pending();
    }

    /**
     * Closes this listener: it gets no more values, those that have arrived can be received, and a
     * sender that waits for room here continues without it.
     */
    @Override
    public void close() {
      multicast.remove(this);
      channel.close();
      Wakes.wakeAllOf(this::endRoom);
    }
  }
}
