package dev.hocket.events;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * The syncs that have been claimed under locks and are to be told when the locks are free. Telling
 * one may claim others, which queue up here too: so the stack does not grow with a chain of them.
 */
final class Wakes {
  private Synchronization first;
  private Queue<Synchronization> more;

  /** Tells all that a body has claimed, also if it throws: nobody else would. */
  static void tellAllOf(Consumer<Wakes> body) {
    Wakes wakes = new Wakes();
    try {
      body.accept(wakes);
    } finally {
      wakes.tell();
    }
  }

  void add(Synchronization claimed) {
    if (first == null) {
      first = claimed;
    } else {
      if (more == null) {
        more = new ArrayDeque<>();
      }
      more.add(claimed);
    }
  }

  /** Whether the first to be told is a choice. */
  boolean beginWithChoice() {
    return first instanceof Choice;
  }

  /** Tells all, by a thread that holds no lock. */
  void tell() {
    while (first != null) {
      Synchronization next = first;
      first = more == null ? null : more.poll();
      if (next.isOfThread()) {
        next.wake();
      } else {
        complete(next);
      }
    }
  }

  /** What it throws must not keep the next ones waiting: they have been claimed. */
  private void complete(Synchronization claimed) {
    try {
      claimed.complete(this);
    } catch (Throwable failed) {
      Threads.report(failed);
    }
  }
}
