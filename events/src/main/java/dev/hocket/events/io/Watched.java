package dev.hocket.events.io;

import java.nio.channels.CancelledKeyException;

/** A channel that the {@link Poller} watches until it is ready for an operation. */
interface Watched {
  /** The operation, of those of {@link java.nio.channels.SelectionKey}. */
  int operation();

  /**
   * Called by the poller's thread when the channel is ready, repeatedly while the interest in the
   * operation stays.
   *
   * @throws CancelledKeyException if the channel was closed meanwhile
   */
  void ready();
}
