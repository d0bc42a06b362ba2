package dev.hocket.events.io;

import java.nio.channels.CancelledKeyException;

/** What the {@link Poller} tells that its channel is ready for an operation. */
interface Watched {
  /** The operation, of those of {@link java.nio.channels.SelectionKey}. */
  int operation();

  /**
   * It is ready; by the poller's thread. As long as interest in the operation stays, it will be
   * told again and again.
   *
   * @throws CancelledKeyException if the channel was closed meanwhile
   */
  void ready();
}
