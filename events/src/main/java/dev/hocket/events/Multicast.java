package dev.hocket.events;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * A channel that gives every value to each of its listeners (paper 4, section 4.1): an asynchronous
 * send to each. All listeners get all values sent since they were made, in one and the same order;
 * a slow one holds up nobody.
 *
 * <p>A listener that the program has dropped is forgotten, with what it has not received.
 *
 * @param <T> what is sent
 */
public final class Multicast<T> {
  /** Guarded by this object, as is sending: so there is one order. Sending never waits. */
  private final List<WeakReference<Channel<T>>> listeners = new ArrayList<>();

  /** Makes a channel without listeners. */
  public Multicast() {}

  /**
   * Gives a value to all listeners; never waits.
   *
   * @param value the value
   */
  public synchronized void send(T value) {
    listeners.removeIf(channel -> !give(channel.get(), value));
  }

  /**
   * Makes a listener, which gets what is sent from now on.
   *
   * @return the listener
   */
  public synchronized Listener<T> listen() {
    Listener<T> listener = new Listener<>();
    listeners.add(new WeakReference<>(listener.channel));
    return listener;
  }

  /** How many listeners there are. */
  synchronized int size() {
    listeners.removeIf(channel -> channel.get() == null);
    return listeners.size();
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
  public static final class Listener<T> implements AutoCloseable {
    /** What is looked at to see whether anybody can still receive: events refer to it alone. */
    private final Channel<T> channel = new Channel<>();

    private Listener() {}

    /**
     * The event of receiving the next value. It keeps the listener alive.
     *
     * @return the event
     */
    public Event<T> recvEvt() {
      return channel.recvEvt();
    }

    /**
     * Receives the next value, waiting for one.
     *
     * @return the value
     * @throws InterruptedException if the calling thread is interrupted before; then none was taken
     */
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
