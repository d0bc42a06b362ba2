package dev.hocket.plan.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.measure.Run.Needs;
import org.junit.jupiter.api.Test;

/** Tests the figures of a block with unknown times (−1). */
class RunTest {
  private static Run run(long waited, long suspended, long requeued, String outcome) {
    return new Run("A.java:1", "worker", 0, 100, 0, waited, suspended, requeued, false, outcome);
  }

  private static Run needing(long processor, long ready, long waiting) {
    Needs needs = new Needs(processor, ready, waiting);
    return new Run("A.java:1", "worker", 0, 100, 0, 10, 0, 0, needs, false, "completed", 1);
  }

  @Test
  void runningTime_isTheRestOfTheDuration() {
    assertEquals(40, run(10, 20, 30, "completed").running());
    assertEquals(100, run(-1, -1, -1, "completed").running());
    assertEquals(0, run(60, 60, 0, "completed").running());
  }

  @Test
  void pausing_isWaitingAndBeingSuspended_notTheQueue() {
    assertEquals(30, run(10, 20, 30, "completed").pausing());
    assertEquals(20, run(-1, 20, 30, "completed").pausing());
  }

  @Test
  void readyTime_isCountedByTheSystem_orIsTheRestWithoutAProcessor() {
    assertEquals(5, needing(70, 5, 0).ready());
    assertEquals(90, needing(70, 500, 0).ready(), "no more than it ran");
    assertEquals(15, needing(70, -1, 5).ready());
    assertEquals(20, needing(70, -1, -1).ready());
    assertEquals(0, needing(70, -1, 50).ready());
    assertEquals(-1, needing(-1, -1, 5).ready());
  }

  @Test
  void neverRan_isTrueForBlocksCancelledOrRejectedBeforeTheyBegan() {
    assertTrue(run(-1, -1, -1, "cancelled").neverRan());
    assertTrue(run(-1, -1, -1, "rejected").neverRan());
    assertFalse(run(0, 0, 0, "cancelled").neverRan());
    assertFalse(run(-1, -1, -1, "completed").neverRan());
  }
}
