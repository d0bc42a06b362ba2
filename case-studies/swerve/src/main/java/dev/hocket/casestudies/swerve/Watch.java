package dev.hocket.casestudies.swerve;

import dev.hocket.events.Event;
import dev.hocket.events.IVar;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The deadline of one connection. The governing process sets the phase and the deadline ({@link
 * #enter}); the {@link TimeoutManager} checks them at intervals. Neither waits for the other.
 *
 * <p>One word holds the deadline and, in its last two bits, the {@link Phase}. The governing
 * process enters a phase by a compare-and-set from the value that it wrote last. By
 * compare-and-set, too, the manager changes the word to EXPIRED or from IDLE to LINGERING, and the
 * thread that stops the server changes it to STOPPED. The second of two concurrent changes fails.
 * So a connection that has entered a new phase does not expire by the old deadline, and an expired
 * connection enters no new phase. A stopped connection reads no further requests, but answers those
 * it has read.
 */
public final class Watch {

  /** The phases of a connection, which determine what happens after the deadline. */
  enum Phase {
    /** Before a request. Reading ends as if the client had closed. */
    IDLE,
    /** Inside a request. Reading ends; the client gets an answer. */
    READING,
    /** Inside a response. The socket is reset, because nothing else ends a write. */
    WRITING,
    /**
     * After the last response, or after an idle connection has expired: the output is shut down,
     * and the client should read the rest and close. After the deadline the socket is reset: a
     * close would leave the unread bytes to the system, which keeps the connection for minutes.
     */
    LINGERING
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
  private final long lingerNanos;

  /** The word that the governing process wrote last. */
  private long written;

  /**
   * Creates the watch of a new connection.
   *
   * @param socket the connection
   * @param firstLimitNanos the time limit of its first request
   * @param lingerNanos the time for the client to close after the end of the connection
   */
  public Watch(SocketChannel socket, long firstLimitNanos, long lingerNanos) {
    this.socket = socket;
    this.lingerNanos = lingerNanos;
    // The connection counts as idle only when its process waits for input; otherwise input that has
    // arrived would be refused.
    renew(Phase.READING, now() + firstLimitNanos);
  }

  /**
   * The current time on the clock of deadlines.
   *
   * @return the time in nanoseconds since a fixed moment in the past
   */
  public static long now() {
    return System.nanoTime() - START;
  }

  private static long pack(Phase phase, long dueNanos) {
    return dueNanos << PHASE_BITS | phase.ordinal();
  }

  /**
   * Enters a phase; returns false if the deadline has passed before. Only the governing process may
   * call this.
   */
  boolean enter(Phase phase, long dueNanos) {
    long next = pack(phase, dueNanos);
    if (!word.compareAndSet(written, next)
        && !(phase == Phase.WRITING && word.compareAndSet(STOPPED, next))) {
      return false;
    }
    written = next;
    return true;
  }

  /**
   * Enters a phase even if the deadline has passed before. Only the governing process may call
   * this.
   */
  void renew(Phase phase, long dueNanos) {
    written = pack(phase, dueNanos);
    word.set(written);
  }

  boolean isExpired() {
    return word.get() == EXPIRED;
  }

  /** The event that the current response must be aborted. */
  public Event<Void> abortEvt() {
    return aborted.getEvt();
  }

  /** Aborts the response. */
  void abort() {
    aborted.tryPut(null);
  }

  /** Ends the watch. The governing process calls this when it ends. */
  public void end() {
    word.set(ENDED);
  }

  /**
   * Expires the watch if its deadline has passed.
   *
   * @param nowNanos the current time
   * @return whether the connection has ended, so that the watch needs no further check
   */
  public boolean look(long nowNanos) {
    long seen = word.get();
    if (seen >= 0 && seen >> PHASE_BITS <= nowNanos) {
      if (phase(seen) == Phase.IDLE) {
        linger(seen, nowNanos);
      } else {
        end(seen, EXPIRED);
      }
    }
    return seen == ENDED;
  }

  /** Whether the connection waits for a request; the answer may be outdated immediately. */
  boolean isIdle() {
    return isIdle(word.get());
  }

  /** Ends the reading if the connection waits for a request, or for the client to close. */
  void stopIfIdle() {
    long seen = word.get();
    if (isIdle(seen) || isLingering(seen)) {
      end(seen, STOPPED);
    }
  }

  private static boolean isIdle(long word) {
    return word >= 0 && phase(word) == Phase.IDLE;
  }

  private static boolean isLingering(long word) {
    return word >= 0 && phase(word) == Phase.LINGERING;
  }

  /**
   * Shuts down the output after an idle connection has expired. Its process continues reading, so
   * that it sees when the client closes.
   */
  private void linger(long seen, long nowNanos) {
    if (word.compareAndSet(seen, pack(Phase.LINGERING, nowNanos + lingerNanos))) {
      try {
        socket.shutdownOutput();
      } catch (IOException closed) {
        // The process has ended the connection.
      }
    }
  }

  /**
   * Ends the connection in any phase. To a client that expects nothing it looks like a regular end.
   */
  void kill() {
    long seen = word.get();
    if (seen >= 0 && (phase(seen) == Phase.IDLE || phase(seen) == Phase.READING)) {
      abort();
      close();
    } else {
      reset();
    }
  }

  /** Ends the connection, and drops the bytes that the client has not read. */
  private void reset() {
    abort();
    try {
      socket.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException closed) {
      // Nothing is left to drop.
    }
    close();
  }

  private void end(long seen, long why) {
    if (!word.compareAndSet(seen, why)) {
      return;
    }
    try {
      if (phase(seen) == Phase.WRITING || (isLingering(seen) && why == EXPIRED)) {
        reset();
      } else {
        socket.shutdownInput();
      }
    } catch (IOException closed) {
      // The socket is closed, so there are no readers.
    } catch (RuntimeException | OutOfMemoryError e) {
      // The manager must survive, because it serves the other connections.
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
      // The descriptor is released even if closing fails.
    }
  }
}
