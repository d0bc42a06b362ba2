package dev.hocket.events;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A channel that gives every value to each of its listeners (paper 4, section 4.1): an asynchronous
 * send to each. All listeners get all values sent since they were made, in one and the same order;
 * a slow one holds up nobody.
 *
 * <p>A listener that the program has dropped is forgotten, with what it has not received.
 *
 * <p>It ends as a {@link Channel} does, and its listeners with it.
 *
 * @param <T> what is sent
 */
public final class Multicast<T> {
  private final String name;

  /** Guarded by this object, as is sending: so there is one order. Sending never waits. */
  private final List<WeakReference<Channel<T>>> listeners = new ArrayList<>();

  /** What has ended this, and is to end listeners; null before. Guarded by this object. */
  private Consumer<Channel<T>> end;

  /** Null if it was simply closed. Guarded by this object. */
  private Throwable cause;

  /** Makes a channel without listeners, and without a name. */
  public Multicast() {
    name = null;
  }

  /**
   * Makes a channel without listeners.
   *
   * @param name what messages call it
   */
  public Multicast(String name) {
    this.name = Objects.requireNonNull(name, "name");
  }

  /**
   * Gives a value to all listeners; never waits.
   *
   * @param value the value
   * @throws ChannelClosedException if it is closed, or has failed
   */
  public synchronized void send(T value) {
    if (end != null) {
      throw new ChannelClosedException(toString(), "send to " + this, cause);
    }
    listeners.removeIf(channel -> !give(channel.get(), value));
  }

  /**
   * Makes a listener, which gets what is sent from now on. If this has ended, so has the listener.
   *
   * @return the listener
   */
  public synchronized Listener<T> listen() {
    Listener<T> listener =
        new Listener<>(name == null ? new Channel<>() : new Channel<>("of " + this));
    listeners.add(new WeakReference<>(listener.channel));
    if (end != null) {
      end.accept(listener.channel);
    }
    return listener;
  }

  /**
   * Ends it in good order: from now on sending fails with a {@link ChannelClosedException}.
   * Listeners can receive what was sent before; then receiving fails too. Closing twice is
   * harmless, and so is closing after a failure.
   */
  public synchronized void close() {
    if (end == null) {
      endAll(Channel::close);
    }
  }

  /**
   * Ends it at once: from now on sending and receiving fail with a {@link ChannelClosedException}
   * with the cause, and listeners that wait do. What they have not received is lost.
   *
   * @param why the cause
   */
  public synchronized void fail(Throwable why) {
    Objects.requireNonNull(why, "why");
    if (cause == null) {
      cause = why;
      endAll(listener -> listener.fail(why));
    }
  }

  private void endAll(Consumer<Channel<T>> newEnd) {
    end = newEnd;
    for (WeakReference<Channel<T>> reference : listeners) {
      Channel<T> listener = reference.get();
      if (listener != null) {
        newEnd.accept(listener);
      }
    }
  }

  /** How many listeners there are. */
  synchronized int size() {
    listeners.removeIf(channel -> channel.get() == null);
    return listeners.size();
  }

  @Override
  public String toString() {
    return name == null ? "multicast" : "multicast " + name;
  }

  /** False if the listener is gone. */
  private static <T> boolean give(Channel<T> listener, T value) {
    if (listener == null) {
      return false;
    }
    try {
      listener.aSend(value);
      return true;
    } catch (ChannelClosedException closed) {
      return false;
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

    private Listener(Channel<T> channel) {
      this.channel = channel;
    }

    /**
     * The event of receiving the next value. It keeps the listener alive.
     *
     * @return the event
     */
    @Override
    public Event<T> recvEvt() {
      return channel.recvEvt();
    }

    @Override
    public T recv() throws InterruptedException {
      return channel.recv();
    }

    /** Gets no more values; those that have arrived can be received. */
    @Override
    public void close() {
      channel.close();
    }
  }
}
