package dev.hocket.events.io;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/**
 * The I/O server of all sockets: a daemon thread that waits until any of those that are watched is
 * ready, and tells its {@link Readiness} once; who wants to hear again says so.
 */
final class Poller {
  private static Poller shared;

  private final Selector selector;

  private Poller(Selector selector) {
    this.selector = selector;
  }

  /** The only one, which runs from the first call on. */
  static synchronized Poller shared() throws IOException {
    if (shared == null) {
      shared = new Poller(Selector.open());
      Thread thread = new Thread(null, shared::run, "hocket-events-io", 0, false);
      thread.setDaemon(true);
      thread.start();
    }
    return shared;
  }

  /** Watches a channel, which must not block, for nothing yet. */
  SelectionKey watch(SelectableChannel channel, Readiness[] all) throws ClosedChannelException {
    return channel.register(selector, 0, all);
  }

  /** Waits for one more kind of readiness. */
  void want(SelectionKey key, int operation) {
    try {
      key.interestOpsOr(operation);
    } catch (CancelledKeyException closed) {
      return;
    }
    selector.wakeup();
  }

  /** After a channel was closed: its descriptor is given back only when the selector looks. */
  void forget() {
    selector.wakeup();
  }

  private void run() {
    while (true) {
      try {
        selector.select(Poller::tell);
      } catch (Throwable failed) {
        // The other sockets must not suffer for it.
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, failed);
      }
    }
  }

  private static void tell(SelectionKey key) {
    int ready;
    try {
      ready = key.readyOps();
      key.interestOpsAnd(~ready);
    } catch (CancelledKeyException closed) {
      return;
    }
    for (Readiness each : (Readiness[]) key.attachment()) {
      if ((ready & each.operation()) != 0) {
        each.tell();
      }
    }
  }
}
