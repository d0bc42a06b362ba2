package dev.hocket.flow.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.settings.Waiting;
import org.junit.jupiter.api.Test;

/** Tests how often a section looks for packets before it gives its thread back. */
class LookingTest {
  private long now = 1_000_000;

  @Test
  void quickLooks_areLimitedByTheirNumber() {
    assertEquals(0, looks(new Looking(Waiting.BLOCKING, () -> now), 1));
    assertEquals(20, looks(new Looking(Waiting.YIELDING, () -> now), 1));
    assertEquals(2_000, looks(new Looking(Waiting.SPINNING, () -> now), 1));
  }

  @Test
  void spinningOverManySteps_endsAfterItsTime() {
    int look = 2_000;
    int spins = looks(new Looking(Waiting.SPINNING, () -> now), look);
    assertTrue(
        spins * look <= Looking.MOST_SPIN_NANOS + look * Looking.SPINS_UNTIMED, spins + " spins");
  }

  @Test
  void yielding_isNotLimitedByTime_becauseItGivesTheProcessorAway() {
    assertEquals(20, looks(new Looking(Waiting.YIELDING, () -> now), 1_000_000));
  }

  @Test
  void sectionThatSpunInVainForItsTime_soonSpinsNoMore() {
    Looking looking = new Looking(Waiting.SPINNING, () -> now);
    int waits = 0;
    while (looks(looking, 10_000) > 0) {
      waits++;
    }
    assertEquals(4, waits);
  }

  /** The number of looks in a wait that finds nothing, each of which takes some nanoseconds. */
  private int looks(Looking looking, int nanosEach) {
    long begun = now;
    int times = 0;
    while (looking.goesOn(times, begun)) {
      times++;
      now += nanosEach;
    }
    return times;
  }
}
