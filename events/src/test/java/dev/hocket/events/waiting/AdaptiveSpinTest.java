package dev.hocket.events.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AdaptiveSpinTest {
  private static final int MOST_WAITS = 100_000;

  private final AdaptiveSpin spin = new AdaptiveSpin(50);
  private final Synchronization over = new Synchronization(null, null);
  private final Synchronization waiting = new Synchronization(null, null);

  AdaptiveSpinTest() {
    assertTrue(over.claim(0));
  }

  @Test
  void aNewPort_isColdForSomeWaits() {
    assertEquals(AdaptiveSpin.SHORTEST_REST, waitsUntilItLooks());
  }

  @Test
  void aSuccessfulSpin_keepsSpinning() {
    waitsUntilItLooks();
    for (int i = 0; i < 1_000; i++) {
      assertTrue(spin.seesEndOf(over));
    }
  }

  @Test
  void failedSpinsBetweenSuccesses_keepSpinning() {
    waitsUntilItLooks();
    for (int i = 0; i < 1_000; i++) {
      for (int j = 1; j < AdaptiveSpin.TRIES; j++) {
        assertFalse(spin.seesEndOf(waiting));
      }
      assertTrue(spin.seesEndOf(over));
    }
  }

  @Test
  void failedSpinsInARow_lengthenThePause() {
    waitInVain(AdaptiveSpin.SHORTEST_REST);
    for (int rest = AdaptiveSpin.SHORTEST_REST; rest < AdaptiveSpin.LONGEST_REST; rest *= 2) {
      waitInVain(AdaptiveSpin.TRIES + rest);
    }
    waitInVain(AdaptiveSpin.TRIES + AdaptiveSpin.LONGEST_REST);
    waitInVain(AdaptiveSpin.TRIES);
    assertEquals(AdaptiveSpin.LONGEST_REST, waitsUntilItLooks());
  }

  @Test
  void aSuccessAfterALongPause_makesTheNextPauseShort() {
    waitInVain(AdaptiveSpin.SHORTEST_REST + AdaptiveSpin.TRIES + AdaptiveSpin.SHORTEST_REST);
    waitInVain(AdaptiveSpin.TRIES);
    assertEquals(2 * AdaptiveSpin.SHORTEST_REST, waitsUntilItLooks());
    waitInVain(AdaptiveSpin.TRIES);
    assertEquals(AdaptiveSpin.SHORTEST_REST, waitsUntilItLooks());
  }

  @Test
  void onOneProcessor_noWaitSpins() {
    AdaptiveSpin blind = new AdaptiveSpin(0);
    for (int i = 0; i < 10_000; i++) {
      assertFalse(blind.seesEndOf(over));
    }
  }

  @Test
  void yieldsThatNeverSucceed_stopForSomeTime() {
    assertEquals(AdaptiveSpin.YIELDS, yieldsOf(AdaptiveSpin.YIELDS + AdaptiveSpin.LONGEST_REST));
    while (!spin.mayYield()) {
      // The loop waits until the port spins again.
    }
    assertEquals(AdaptiveSpin.YIELDS - 1, yieldsOf(AdaptiveSpin.LONGEST_REST));
  }

  @Test
  void aYieldThatSucceeds_restoresYieldsAtOnce() {
    assertEquals(AdaptiveSpin.YIELDS, yieldsOf(2 * AdaptiveSpin.YIELDS));
    spin.yieldHasPaid();
    assertEquals(AdaptiveSpin.YIELDS, yieldsOf(AdaptiveSpin.YIELDS));
  }

  private int yieldsOf(int waits) {
    int yields = 0;
    for (int i = 0; i < waits; i++) {
      yields += spin.mayYield() ? 1 : 0;
    }
    return yields;
  }

  private void waitInVain(int times) {
    for (int i = 0; i < times; i++) {
      assertFalse(spin.seesEndOf(waiting));
    }
  }

  /** Counts the waits until one spins and sees its end. */
  private int waitsUntilItLooks() {
    for (int waits = 0; waits < MOST_WAITS; waits++) {
      if (spin.seesEndOf(over)) {
        return waits;
      }
    }
    throw new AssertionError("it never looked in " + MOST_WAITS + " waits");
  }
}
