package dev.hocket.events;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Whether waiters at a place spin for a moment before they park: only if that has paid lately.
 *
 * <p>A partner that runs on another processor comes within some hundred nanoseconds, which is less
 * than parking and being woken costs. One that waits for a processor comes no sooner for being
 * looked out for, but later. So a place begins cold, where nobody looks out, and so does one where
 * that was in vain {@link #TRIES} times in a row; after some waits it is tried again, more and more
 * rarely while it stays in vain. A place where it never pays spends 1 % of its waits so.
 *
 * <p>The fields are hints, written without order by the waiters. They are written only if they
 * change, for they share a cache line with what the partner is about to use.
 */
final class AdaptiveSpin {
  /** A look takes about as long as parking and being woken, so at worst it doubles that. */
  private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 50 : 0;

  /**
   * After so many choices, on average, the channel changes at which choices spin for each other: in
   * the long run each channel is used equally often.
   */
  private static final int TURN = 16;

  /**
   * One of so many choices waits in its queues although it could meet others beside them, for those
   * that look for it there.
   */
  static final int REGULAR = 64;

  /** After so many yields in vain there are none for a while. */
  static final int YIELDS = 32;

  static final int TRIES = 4;
  static final int SHORTEST_REST = 32;
  static final int LONGEST_REST = 1_024;

  private final int spins;

  /** How many looks in a row have been in vain; below zero, how many waits to go without. */
  private int failed = -SHORTEST_REST;

  private int rest = SHORTEST_REST;

  /** How many waits have yielded since a yield was last seen to pay, or have gone without one. */
  private int unpaid;

  private int turn;

  private boolean meetsChoices;

  AdaptiveSpin() {
    this(SPINS);
  }

  AdaptiveSpin(int spins) {
    this.spins = spins;
  }

  /** Whether to look out: it has paid lately. A guess. */
  boolean pays() {
    return failed >= 0 && spins > 0;
  }

  /** Whether the partners of choices have been choices lately: a hint. */
  boolean meetsChoices() {
    return meetsChoices;
  }

  /** Whether a choice should meet others beside the queues: nearly always where they do. */
  boolean meetsBesideQueues() {
    return meetsChoices && ThreadLocalRandom.current().nextInt(REGULAR) != 0;
  }

  /** A choice has committed by itself, to a choice that waited or to something else. */
  void hasMet(boolean choice) {
    if (meetsChoices != choice) {
      meetsChoices = choice;
    }
  }

  /** One of so many places, for a while the same for all callers. */
  int turn(int places) {
    if (ThreadLocalRandom.current().nextInt(TURN) == 0) {
      turn++;
    }
    return Integer.remainderUnsigned(turn, places);
  }

  /**
   * Whether to yield. A yield counts as one in vain until it has paid: it may come back late, after
   * all others that are ready to run, and until then it should not lead others to yield.
   */
  boolean mayYield() {
    int before = unpaid;
    unpaid = before < YIELDS + LONGEST_REST ? before + 1 : 0;
    return before < YIELDS;
  }

  /** The wait of one that has yielded was over then. */
  void yieldHasPaid() {
    if (unpaid != 0) {
      unpaid = 0;
    }
  }

  /** A spinning thread, here or elsewhere, need not park. */
  void hasPaid() {
    if (failed != 0) {
      failed = 0;
    }
    if (rest != SHORTEST_REST) {
      rest = SHORTEST_REST;
    }
  }

  /** Returns whether the wait is over. */
  boolean seesEndOf(Synchronization sync) {
    int before = failed;
    if (before < 0) {
      failed = before + 1;
      return false;
    }
    for (int i = 0; i < spins; i++) {
      if (!sync.isWaiting()) {
        hasPaid();
        return true;
      }
      Thread.onSpinWait();
    }
    if (before + 1 < TRIES) {
      failed = before + 1;
    } else {
      failed = -rest;
      rest = Math.min(2 * rest, LONGEST_REST);
    }
    return false;
  }
}
