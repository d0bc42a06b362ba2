package dev.hocket.events.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that an explorer that takes local steps at once misses no outcome. */
class ExplorerTest {
  private static final int STATES = 3_000;
  private static final int PROGRAMS = 300;

  /**
   * A program with more states than these after local steps first has more than {@link #STATES}
   * without; to see that by exploring them took most of the time.
   */
  private static final int REDUCED = STATES / 3;

  @Test
  void localStepsFirst_missNoOutcomeOfRandomPrograms() {
    long first = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("ExplorerTest: -Dhocket.seed=" + first);
    int compared = 0;
    for (long seed = first; seed < first + PROGRAMS; seed++) {
      State start = State.start(RandomPrograms.program(seed));
      try {
        Set<Outcome> reduced = new Explorer(REDUCED, true).from(start);
        assertEquals(new Explorer(STATES, false).from(start), reduced, "seed " + seed);
        compared++;
      } catch (Explorer.TooManyStates large) {
        // The next program may be smaller.
      }
    }
    System.out.println(compared + " programs compared");
    assertTrue(compared > PROGRAMS / 3, compared + " programs compared");
  }
}
