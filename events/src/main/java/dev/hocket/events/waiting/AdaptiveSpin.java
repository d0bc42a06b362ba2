package dev.hocket.events.waiting;

/**
 * Decides whether waiters at a port spin for a moment before they park: only if spinning has
 * succeeded lately.
 *
 * <p>A partner that runs on another processor comes within some hundred nanoseconds, which is less
 * than the cost of parking and being woken. A partner that waits for a processor is only delayed if
 * this thread spins. So a port starts cold: its waiters do not spin. It is cold again after {@link
 * #TRIES} waits in a row that spun without success. Then a wait spins from time to time to try
 * again, more and more rarely as long as that fails: where spinning never succeeds, 1 % of the
 * waits spin.
 *
 * <p>The fields are hints, written without order by the waiters. They are written only if they
 * change, because they share a cache line with fields that the partner uses next.
 */
public final class AdaptiveSpin {
  /**
   * The number of spins in one wait. They take about as long as parking and being woken, so at
   * worst they double the cost.
   */
  private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 50 : 0;

  /** The number of failed yields after which waiters do not yield for some time. */
  static final int YIELDS = 32;

  static final int TRIES = 4;
  static final int SHORTEST_REST = 32;
  static final int LONGEST_REST = 1_024;

  private final int spins;

  /**
   * The number of waits in a row that have spun without success; if negative, the number of waits
   * from now on that do not spin.
   */
  private int failed = -SHORTEST_REST;

  private int rest = SHORTEST_REST;

  /** The number of waits that have yielded, or have not, since a yield last succeeded. */
  private int unpaid;

  public AdaptiveSpin() {
    this(SPINS);
  }

  public AdaptiveSpin(int spins) {
    this.spins = spins;
  }

  /** Guesses from the latest waits whether spinning will succeed. */
  public boolean pays() {
    return failed >= 0 && spins > 0;
  }

  /**
   * Returns whether to yield. A yield counts as failed until it has succeeded: it may return late,
   * after all other ready threads, and until then it should not lead others to yield.
   */
  boolean mayYield() {
    int before = unpaid;
    unpaid = before < YIELDS + LONGEST_REST ? before + 1 : 0;
    return before < YIELDS;
  }

  /** Notes that a thread found its wait over after a yield. */
  void yieldHasPaid() {
    if (unpaid != 0) {
      unpaid = 0;
    }
  }

  /** Notes that a spinning thread need not park. */
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
