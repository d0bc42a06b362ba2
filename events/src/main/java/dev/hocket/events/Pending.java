package dev.hocket.events;

/**
 * A synchronisation that was put in place without a thread that waits for it; see {@link
 * Event#syncThen}.
 */
public final class Pending {
  private final Synchronization sync;
  private final Runnable abandon;

  /** {@code sync} is null if it has happened already. */
  Pending(Synchronization sync, Runnable abandon) {
    this.sync = sync;
    this.abandon = abandon;
  }

  /**
   * Whether it still waits for a partner.
   *
   * @return false once it has happened or was withdrawn
   */
  public boolean isPending() {
    return sync != null && sync.isWaiting();
  }

  /**
   * Withdraws the synchronisation if it has not happened: it leaves nothing behind, and its nacks
   * fire.
   *
   * @return true if it will never happen; false if it has happened, or was withdrawn before
   */
  public boolean withdraw() {
    if (sync == null || !sync.cancel()) {
      return false;
    }
    abandon.run();
    return true;
  }
}
