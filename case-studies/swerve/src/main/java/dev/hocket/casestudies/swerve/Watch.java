package dev.hocket.casestudies.swerve;

import dev.hocket.events.Event;
import dev.hocket.events.IVar;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long one connection may take for what it does now. Its governing process says what that is
 * ({@link #enter}) and the {@link TimeoutManager} looks at it now and then; neither waits for the
 * other.
 *
 * <p>One word holds the deadline and, in its last two bits, the {@link Phase}; the governing
 * process changes it by compare-and-set from what it wrote last, the manager to EXPIRED, the thread
 * that stops the server to STOPPED. So one of them learns that the other was first: a connection
 * that has moved on is not expired for what it did before, and an expired one does not move on. A
 * stopped one reads no more, but it answers what it had read.
 */
public final class Watch {

  /** What a connection does, and so what has to be ended when it takes too long. */
  enum Phase {
    /** Before a request. Reading ends as if the client had closed. */
    IDLE,
    /** In the middle of a request. Reading ends; the client can be told. */
    READING,
    /** In a response. The socket is closed, for nothing else ends a write. */
    WRITING
  }

  private static final int PHASE_BITS = 2;
  private static final Phase[] PHASES = Phase.values();
  private static final long EXPIRED = -1;
  private static final long ENDED = -2;
  private static final long STOPPED = -3;
  private static final long START = System.nanoTime();

  private final SocketChannel socket;
  private final IVar<Void> aborted = new IVar<>();
  private final AtomicLong word = new AtomicLong();

  /** What the governing process wrote last. */
  private long written;

  /**
   * A watch of a new connection.
   *
   * @param socket the connection
   * @param firstLimitNanos how long its first request may take
   */
  public Watch(SocketChannel socket, long firstLimitNanos) {
    this.socket = socket;
    // Not idle before its process looks for input, lest input that is there be refused.
    renew(Phase.READING, now() + firstLimitNanos);
  }

  /**
   * The time by which deadlines are given.
   *
   * @return nanoseconds since some time in the past
   */
  public static long now() {
    return System.nanoTime() - START;
  }

  private static long pack(Phase phase, long dueNanos) {
    return dueNanos << PHASE_BITS | phase.ordinal();
  }

  /** Goes on to something else; false if time was up before. By the governing process only. */
  boolean enter(Phase phase, long dueNanos) {
    long next = pack(phase, dueNanos);
    if (!word.compareAndSet(written, next)
        && !(phase == Phase.WRITING && word.compareAndSet(STOPPED, next))) {
      return false;
    }
    written = next;
    return true;
  }

  /** Goes on although time may have been up before. By the governing process only. */
  void renew(Phase phase, long dueNanos) {
    written = pack(phase, dueNanos);
    word.set(written);
  }

  boolean isExpired() {
    return word.get() == EXPIRED;
  }

  /** Ready from when the response under way is to be broken off. */
  public Event<Void> abortEvt() {
    return aborted.getEvt();
  }

  /** Breaks the response off. */
  void abort() {
    aborted.tryPut(null);
  }

  /** No more deadlines. By the governing process only, when it ends. */
  public void end() {
    word.set(ENDED);
  }

  /**
   * Expires it if its deadline is over.
   *
   * @param nowNanos the time
   * @return whether it needs no more looking at: the connection has ended
   */
  public boolean look(long nowNanos) {
    long seen = word.get();
    if (seen >= 0 && seen >> PHASE_BITS <= nowNanos) {
      end(seen, EXPIRED);
    }
    return seen == ENDED;
  }

  /** Whether it waits for a request; it may be stale by the time it is used. */
  boolean isIdle() {
    return isIdle(word.get());
  }

  /** Ends the reading if it waits for a request. */
  void stopIfIdle() {
    long seen = word.get();
    if (isIdle(seen)) {
      end(seen, STOPPED);
    }
  }

  private static boolean isIdle(long word) {
    return word >= 0 && phase(word) == Phase.IDLE;
  }

  /** Ends the connection, whatever it does. */
  void kill() {
    abort();
    close();
  }

  private void end(long seen, long why) {
    if (!word.compareAndSet(seen, why)) {
      return;
    }
    try {
      if (phase(seen) == Phase.WRITING) {
        kill();
      } else {
        socket.shutdownInput();
      }
    } catch (IOException closed) {
      // Then nobody reads from it any more.
    } catch (RuntimeException | OutOfMemoryError e) {
      // The manager must live for the sake of the others.
      close();
    }
  }

  private static Phase phase(long word) {
    return PHASES[(int) (word & (1 << PHASE_BITS) - 1)];
  }

  private void close() {
    try {
      socket.close();
    } catch (IOException ignored) {
      // The descriptor is released all the same.
    }
  }
}
