package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Tests that the outcome of earlier waits decides which waits spin. */
class SpinHistoryTest {
  private static final int WAITS = 100_000;

  private final SpinHistory history = new SpinHistory();

  private int spinsOf(int waits, boolean pays) {
    int spins = 0;
    for (int i = 0; i < waits; i++) {
      if (history.advises()) {
        spins++;
        if (pays) {
          history.paid();
        } else {
          history.failed();
        }
      }
    }
    return spins;
  }

  @Test
  void spinningThatHelps_isAlwaysAdvised() {
    assertEquals(WAITS, spinsOf(WAITS, true));
  }

  @Test
  void spinningThatNeverHelps_isTriedByOneOf200Waits() {
    int spins = spinsOf(WAITS, false);
    assertTrue(spins < WAITS / 200, spins + " spins");
    assertTrue(spins > WAITS / 300, spins + " spins");
  }

  @Test
  void spinningThatHelpsAgain_isAlwaysAdvisedAfterTheLongestRest() {
    spinsOf(WAITS, false);
    spinsOf(SpinHistory.LONGEST_REST + 1, true);
    assertEquals(WAITS, spinsOf(WAITS, true));
  }

  @Test
  void fewFailuresBetweenSuccesses_changeNothing() {
    for (int i = 0; i < WAITS; i++) {
      assertEquals(SpinHistory.TRIES - 1, spinsOf(SpinHistory.TRIES - 1, false));
      assertEquals(1, spinsOf(1, true));
    }
  }
}
