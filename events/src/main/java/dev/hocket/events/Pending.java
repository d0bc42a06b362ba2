package dev.hocket.events;

import dev.hocket.events.choice.Handle;

/**
 * A synchronisation that was put in place without a thread that waits for it; see {@link
 * Event#syncThen}.
 */
public final class Pending {
  private final Handle handle;

  Pending(Handle handle) {
    this.handle = handle;
  }

  /**
   * Returns whether the synchronisation still waits for a partner.
   *
   * @return false once it has happened or was withdrawn
   */
  public boolean isPending() {
    return handle.isPending();
  }

  /**
   * Withdraws the synchronisation if it has not happened: it leaves nothing behind, and its nacks
   * fire.
   *
   * @return true if the event will never happen; false if it has happened, or was withdrawn before
   */
  public boolean withdraw() {
    return handle.withdraw();
  }
}
