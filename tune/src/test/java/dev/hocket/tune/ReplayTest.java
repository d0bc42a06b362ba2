package dev.hocket.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ReplayTest {
  private static final long[] NO_WAITS = {0, 0, 0};

  /** A window of three runs, queued at 0, 10 and 20, that take 30 each. */
  private static final Window THREE =
      new Window(
          1,
          0,
          new long[] {0, 10, 20},
          new long[] {0, 30, 60},
          new long[] {30, 60, 90},
          NO_WAITS,
          new int[] {1, 1, 1},
          new long[] {});

  @Test
  void onTheSameSize_theReplayEqualsTheMeasurement() {
    assertEquals(50, TuningGoal.MEAN.of(THREE.flows()));
    assertMeans(50, 50, Replay.of(THREE, 1, 1));
  }

  @Test
  void onTwo_theThirdWaitsForTheFirst() {
    assertMeans(100 / 3.0, 100 / 3.0, Replay.of(THREE, 2, 1));
    assertMeans(30, 30, Replay.of(THREE, 3, 1));
  }

  @Test
  void scale_makesRunsShorter() {
    assertMeans(10, 10, Replay.of(THREE, 1, 1 / 3.0));
  }

  @Test
  void runThatBeganBeforeTheWindow_countsWithItsRemainingTime() {
    Window late =
        new Window(
            1,
            20,
            THREE.queued(),
            THREE.began(),
            THREE.ended(),
            NO_WAITS,
            THREE.atOnce(),
            new long[] {});
    assertEquals(10, late.service(0));
    assertEquals(50, Replay.of(late, 1, 1).ended(TuningGoal.MEAN));
  }

  @Test
  void wait_takesTime_butNoPlace() {
    Window waits =
        new Window(
            1,
            0,
            new long[] {0, 0, 0},
            new long[] {0, 10, 20},
            new long[] {40, 20, 30},
            new long[] {30, 0, 0},
            new int[] {1, 1, 1},
            new long[] {});
    assertMeans(30, 30, Replay.of(waits, 1, 1));
  }

  @Test
  void pendingRuns_takeAsLongAsOthers_andCountApart() {
    Window rush =
        new Window(
            1,
            0,
            new long[] {0},
            new long[] {0},
            new long[] {10},
            new long[] {0},
            new int[] {1},
            new long[] {0, 0, 0});
    assertMeans(10, 25, Replay.of(rush, 1, 1));
    assertMeans(10, 15, Replay.of(rush, 2, 1));
  }

  private static void assertMeans(double ended, double all, Replay replay) {
    assertEquals(ended, replay.ended(TuningGoal.MEAN), 1e-9);
    assertEquals(all, replay.all(TuningGoal.MEAN), 1e-9);
  }
}
