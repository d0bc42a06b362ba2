package dev.hocket.events.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The I/O server of all sockets: waits until one of the watched sockets is ready, and notifies the
 * {@link Watched} of each. It is one of two threads in turn, see {@link PollerTurns}.
 *
 * <p>Waking it costs two switches of threads, so it is woken only if it sleeps:
 *
 * <ol>
 *   <li>A poller that is going to wait sets {@code asleep}, then selects. Every select begins by
 *       reading the registered interests.
 *   <li>A thread registers its interest with the selector, then reads {@code asleep}; if it is set,
 *       the thread clears it and wakes the poller.
 * </ol>
 *
 * <p>No interest is missed. {@code asleep} is volatile and the selector has a lock, so these steps
 * have one order. If the interest is registered before the read of step 1, that read sees it. If it
 * comes after, then {@code asleep} had been set before it. Either it is still set, and the thread
 * wakes the poller. Or it has been cleared since: by another thread, which wakes the poller, or by
 * the poller, which is awake and will check again. A wakeup that comes too late for one select ends
 * the next one at once, which is harmless.
 */
final class Poller {
  private static final long FORGETTING_NANOS = 20_000;
  private static final long MOST_FORGETTING_NANOS = Duration.ofSeconds(1).toNanos();

  private static Poller shared;

  private final Selector selector;
  private final AtomicBoolean asleep = new AtomicBoolean();

  /** The number of selects that have ended; written by the thread that has the turn to poll. */
  private final AtomicLong selects = new AtomicLong();

  /** A buffer for the thread that polls. */
  private final ByteBuffer scratch = ByteBuffer.allocateDirect(Inbound.AHEAD_BYTES);

  private Poller(Selector selector) {
    this.selector = selector;
  }

  /** Returns the only poller, which runs from the first call on. */
  static synchronized Poller shared() throws IOException {
    if (shared == null) {
      Poller started = new Poller(Selector.open());
      new PollerTurns(started::poll).start();
      shared = started;
    }
    return shared;
  }

  /** Registers a non-blocking channel, without interest in any operation yet. */
  SelectionKey watch(SelectableChannel channel, Watched... all) throws ClosedChannelException {
    return channel.register(selector, 0, all);
  }

  /** Waits for one more kind of readiness. */
  void want(SelectionKey key, int operation) {
    try {
      key.interestOpsOr(operation);
    } catch (CancelledKeyException closed) {
      return;
    }
    wake();
  }

  /** Wakes the selector, which releases a closed channel's descriptor only when it selects. */
  void forget() {
    wake();
  }

  /**
   * {@link #forget}, and waits until the descriptor is released, at the latest at the begin of the
   * second select from now. It does not wait on the polling thread itself, and stops waiting if the
   * poller does not select for long.
   */
  void awaitForgotten() {
    long all = selects.get() + 2;
    long deadline = System.nanoTime() + MOST_FORGETTING_NANOS;
    while (selects.get() < all && System.nanoTime() - deadline < 0 && !Thread.holdsLock(selector)) {
      wake();
      LockSupport.parkNanos(this, FORGETTING_NANOS);
    }
  }

  /** Returns a buffer that {@link Watched#ready} may use until it returns. */
  ByteBuffer scratch() {
    return scratch.clear();
  }

  private void wake() {
    if (asleep.get() && asleep.compareAndSet(true, false)) {
      selector.wakeup();
    }
  }

  private int poll(boolean wait) {
    try {
      if (!wait) {
        return selector.selectNow(this::announce);
      }
      asleep.set(true);
      return selector.select(this::announce);
    } catch (Throwable failed) {
      // The other sockets must be served in any case.
      report(failed);
      return 0;
    } finally {
      // Only the thread that has the turn writes here, so this loses no count.
      selects.setRelease(selects.getPlain() + 1);
    }
  }

  /** Reports a failure; the other sockets must be served even if the handler throws. */
  private static void report(Throwable failed) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failed);
    } catch (Throwable ignored) {
      // The exception is ignored, as at the end of a thread.
    }
  }

  private void announce(SelectionKey key) {
    // All threads see the writes to one variable in the same order, and no other variable depends
    // on this one.
    asleep.setRelease(false);
    try {
      int ready = key.readyOps();
      for (Watched each : (Watched[]) key.attachment()) {
        if ((ready & each.operation()) != 0) {
          each.ready();
        }
      }
    } catch (CancelledKeyException closed) {
      // The closing thread has woken the waiters.
    }
  }
}
