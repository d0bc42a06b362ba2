package dev.hocket.core;

/**
 * Records for a waiting place whether spinning there has succeeded lately, so that its threads spin
 * before they park only if it has.
 *
 * <p>A condition that another processor makes true changes within some hundred nanoseconds, which
 * is less than the cost of parking and being woken. If the other thread waits for a processor, a
 * spinning thread only keeps one from it. Threads of the program and other programs may use all
 * processors at any time, so no count of threads shows which of the two is the case; the outcome of
 * earlier waits does.
 *
 * <p>After {@value #TRIES} waits in a row that spun without success, the next ones do not spin:
 * first {@value #SHORTEST_REST}, then twice as many each time, at most {@value #LONGEST_REST}.
 * Where spinning never succeeds, 1 of 250 waits spins. One successful spin ends this pause.
 *
 * <p>The fields are hints without order, so threads may share a history.
 */
public final class SpinHistory {
  static final int TRIES = 4;
  static final int SHORTEST_REST = 32;
  static final int LONGEST_REST = 1_024;

  /** The waits in a row that have spun without success; if negative, the waits that do not spin. */
  private int failed;

  private int rest = SHORTEST_REST;

  /** Makes the history of a new place: its waits spin. */
  public SpinHistory() {}

  /**
   * Returns whether the wait that begins now should spin. Called once for each wait; a wait that
   * spins calls {@link #paid} or {@link #failed} when it stops spinning.
   *
   * @return true if spinning has succeeded lately, or is due to be tried
   */
  public boolean advises() {
    int before = failed;
    if (before < 0) {
      failed = before + 1;
      return false;
    }
    return true;
  }

  /** Notes that a wait was over before it stopped spinning. */
  public void paid() {
    // It writes only if needed: most spins succeed, and a write would take the cache line from
    // threads that share it.
    if (failed != 0) {
      failed = 0;
    }
    if (rest != SHORTEST_REST) {
      rest = SHORTEST_REST;
    }
  }

  /** Notes that a wait has spun without success. */
  public void failed() {
    int before = failed;
    if (before + 1 < TRIES) {
      failed = before + 1;
    } else {
      failed = -rest;
      rest = Math.min(2 * rest, LONGEST_REST);
    }
  }
}
