package dev.hocket.events.choice;

import dev.hocket.events.waiting.Synchronization;

/**
 * A handle of a synchronisation that was put in place without a thread that waits for it.
 *
 * @param sync the synchronisation; null if it has happened at once
 * @param abandon called after it was cancelled
 */
public record Handle(Synchronization sync, Runnable abandon) {
  /** Returns whether the synchronisation still waits for a partner. */
  public boolean isPending() {
    return sync != null && sync.isWaiting();
  }

  /** Withdraws the synchronisation; false if it has happened, or was withdrawn before. */
  public boolean withdraw() {
    if (sync == null || !sync.cancel()) {
      return false;
    }
    abandon.run();
    return true;
  }
}
