package dev.hocket.events.waiting;

import dev.hocket.events.threads.Threads;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * The synchronisations that have been claimed under locks, and are notified when the locks are
 * released. Notifying one may claim others, which are added here too, so that a chain of them does
 * not grow the stack.
 */
public final class Wakes {
  private Synchronization first;
  private Queue<Synchronization> more;

  /** Notifies all synchronisations that a body has claimed, even if it throws. */
  public static void wakeAllOf(Consumer<Wakes> body) {
    Wakes wakes = new Wakes();
    try {
      body.accept(wakes);
    } finally {
      wakes.wakeAll();
    }
  }

  public void add(Synchronization claimed) {
    if (first == null) {
      first = claimed;
    } else {
      if (more == null) {
        more = new ArrayDeque<>();
      }
      more.add(claimed);
    }
  }

  /** Notifies all; called by a thread that holds no lock. */
  public void wakeAll() {
    while (first != null) {
      Synchronization next = first;
      first = more == null ? null : more.poll();
      if (next.isAwaited()) {
        next.wake();
      } else {
        complete(next);
      }
    }
  }

  /**
   * Completes one. A failure must not keep the next ones waiting, because they have been claimed.
   */
  private void complete(Synchronization claimed) {
    try {
      claimed.complete(this);
    } catch (Throwable failed) {
      Threads.report(failed);
    }
  }
}
