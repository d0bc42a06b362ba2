package dev.hocket.events.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Tests that an explorer that takes local steps at once misses no outcome. */
class ExplorerTest {
  private static final int STATES = 3_000;
  private static final int PROGRAMS = 300;

  @Test
  void localStepsFirst_missNoOutcomeOfRandomPrograms() {
    long first = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("ExplorerTest: -Dhocket.seed=" + first);
    int compared = 0;
    for (long seed = first; seed < first + PROGRAMS; seed++) {
      State start = State.start(RandomPrograms.program(seed));
      try {
        assertEquals(
            new Explorer(STATES, false).from(start),
            new Explorer(STATES, true).from(start),
            "seed " + seed);
        compared++;
      } catch (Explorer.TooManyStates large) {
        // The next program may be smaller.
      }
    }
    assertTrue(compared > PROGRAMS / 3, compared + " programs compared");
  }
}
