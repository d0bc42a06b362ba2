package dev.hocket.events;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A channel that gives every value to each of its listeners (paper 4, section 4.1): an asynchronous
 * send to each. All listeners get all values sent since they were made, in one and the same order;
 * a slow one holds up nobody.
 *
 * <p>A listener that the program has dropped, and where nothing waits for a value, is forgotten,
 * with what it has not received. Sending takes time in proportion to the listeners.
 *
 * <p>It ends as a {@link Channel} does, and its listeners with it.
 *
 * @param <T> what is sent
 */
public final class Multicast<T> {
  private static final int FEW = 16;

  private final String name;

  /**
   * Guarded by this object, as is sending: so there is one order. Those who get a value are told
   * when it is free again, for that may come to code of the program's that uses this multicast.
   */
  private final List<Place<T>> listeners = new ArrayList<>();

  /**
   * Of so many, those that are gone are looked for: sending may be rare. It grows with those that
   * are there, so a listener costs constant time, amortized. Guarded by this object.
   */
  private int crowd = FEW;

  /** Null while it is open. Guarded by this object. */
  private Failed.Closed end;

  /** Makes a channel without listeners, and without a name. */
  public Multicast() {
    name = "multicast";
  }

  /**
   * Makes a channel without listeners.
   *
   * @param name what messages call it
   */
  public Multicast(String name) {
    this.name = "multicast " + Objects.requireNonNull(name, "name");
  }

  /**
   * Gives a value to all listeners; never waits.
   *
   * @param value the value
   * @throws ChannelClosedException if it is closed, or has failed
   */
  public void send(T value) {
    Wakes.tellAllOf(wakes -> give(value, wakes));
  }

  private synchronized void give(T value, Wakes wakes) {
    if (end != null) {
      throw Failed.sneak(end.at("send to " + name).exception());
    }
    listeners.removeIf(place -> !place.give(value, wakes));
  }

  /**
   * Makes a listener, which gets what is sent from now on. If this has ended, so has the listener.
   *
   * @return the listener
   */
  public synchronized Listener<T> listen() {
    if (listeners.size() >= crowd) {
      forgetGone();
      crowd = Math.max(FEW, 2 * listeners.size());
    }
    Channel<T> channel = new Channel<>("of " + name);
    Place<T> place = new Place<>(channel);
    listeners.add(place);
    if (end != null) {
      channel.end(end);
    }
    return new Listener<>(channel, place);
  }

  /**
   * Ends it in good order: from now on sending fails with a {@link ChannelClosedException}.
   * Listeners can receive what was sent before; then receiving fails too. Closing twice is
   * harmless, and so is closing after a failure.
   */
  public void close() {
    end(new Failed.Closed(name, null, true, null));
  }

  /**
   * Ends it at once: from now on sending and receiving fail with a {@link ChannelClosedException}
   * with the cause, and listeners that wait do. What they have not received is lost.
   *
   * @param cause why
   */
  public void fail(Throwable cause) {
    end(new Failed.Closed(name, Objects.requireNonNull(cause, "cause"), false, null));
  }

  /** What messages call it. */
  @Override
  public String toString() {
    return name;
  }

  /** A failure takes over from a close, as with a channel. */
  private void end(Failed.Closed newEnd) {
    Wakes.tellAllOf(wakes -> end(newEnd, wakes));
  }

  private synchronized void end(Failed.Closed newEnd, Wakes wakes) {
    if (end == null || (end.isEnd() && !newEnd.isEnd())) {
      end = newEnd;
      listeners.forEach(place -> place.end(newEnd, wakes));
    }
  }

  /** How many listeners it knows, those included that have gone unnoticed. */
  synchronized int size() {
    return listeners.size();
  }

  private void forgetGone() {
    listeners.removeIf(place -> {
      Channel<T> channel = place.get();
      return channel == null || (end == null && channel.isClosed());
    });
  }

  /**
   * How the multicast knows a listener: weakly, but while an asynchronous receive is pending there,
   * which hangs on the listener alone, strongly.
   */
  private static final class Place<T> extends WeakReference<Channel<T>> {
    /** The listener, or null. Written under the lock of that channel, unless it has ended. */
    private volatile Exchange held;

    Place(Channel<T> channel) {
      super(channel);
    }

    void hold(Exchange channel) {
      held = channel;
    }

    /** Under the lock: nothing is pending any more. */
    void releaseIfIdle(Exchange channel) {
      if (channel.receivers.isEmpty()) {
        held = null;
      }
    }

    /** False if the listener is gone. */
    boolean give(T value, Wakes wakes) {
      Channel<T> channel = get();
      if (channel == null || !channel.give(value, wakes)) {
        return false;
      }
      if (held != null) {
        channel.lock();
        try {
          releaseIfIdle(channel);
        } finally {
          channel.unlock();
        }
      }
      return true;
    }

    void end(Failed.Closed newEnd, Wakes wakes) {
      Channel<T> channel = get();
      if (channel != null) {
        channel.end(newEnd, new ArrayList<>(), wakes);
      }
      held = null;
    }
  }

  /** Receiving by a listener. */
  private static final class Receive<T> extends RecvEvent<T> {
    private final Place<T> place;

    Receive(Channel<T> listener, Place<T> place) {
      super(listener);
      this.place = place;
    }

    @Override
    void enqueue(Waiter waiter) {
      super.enqueue(waiter);
      if (!waiter.sync().isOfThread()) {
        place.hold(channel);
      }
    }

    @Override
    void withdraw(Waiter waiter, Wakes wakes) {
      super.withdraw(waiter, wakes);
      place.releaseIfIdle(channel);
    }
  }

  /**
   * Where the values of a multicast channel arrive.
   *
   * @param <T> what is sent
   */
  public static final class Listener<T> implements Source<T>, AutoCloseable {
    /** What is looked at to see whether anybody can still receive: events refer to it alone. */
    private final Channel<T> channel;

    private final Event<T> receive;

    private Listener(Channel<T> channel, Place<T> place) {
      this.channel = channel;
      this.receive = new Receive<>(channel, place);
    }

    /**
     * The event of receiving the next value. It keeps the listener alive, and so does whatever
     * waits for it, a thread or an asynchronous receive.
     *
     * @return the event
     */
    @Override
    @CheckReturnValue
    public Event<T> recvEvt() {
      return receive;
    }

    @Override
    public T recv() throws InterruptedException {
      return channel.recv();
    }

    @Override
    public int pending() {
      return channel.pending();
    }

    /** Gets no more values; those that have arrived can be received. */
    @Override
    public void close() {
      channel.close();
    }
  }
}
