package dev.hocket.events.model;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.events.Events;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever the library makes of a random program, the semantics allows it. */
@Timeout(600)
class ConformanceTest {
  private static final int STATES = 20_000;

  @AfterEach
  void threadsOfTheLibrary() {
    Events.setThreadFactory(null);
  }

  @Test
  void programsOnAllProcessors_endAsTheModelSays() {
    long first = Long.getLong("hocket.seed", System.nanoTime());
    int programs = Integer.getInteger("hocket.programs", 150);
    System.out.println("ConformanceTest: -Dhocket.seed=" + first);
    for (long seed = first; seed < first + programs; seed++) {
      Stmt[] program = RandomPrograms.program(seed);
      Set<Outcome> allowed = outcomes(program);
      for (int run = 0; run < 100 && !allowed.isEmpty(); run++) {
        check(seed, program, allowed, Runs.free(seed + run, program));
      }
    }
  }

  static void check(long seed, Stmt[] program, Set<Outcome> allowed, Outcome outcome) {
    assertTrue(
        allowed.contains(outcome),
        () -> "seed " + seed + ": " + outcome + " is none of " + allowed + " of " + Arrays.toString(program));
  }

  /** Those of the model; none if there are too many to know. */
  static Set<Outcome> outcomes(Stmt[] program) {
    try {
      return new Explorer(STATES).from(State.start(program));
    } catch (Explorer.TooManyStates large) {
      return Set.of();
    }
  }
}
