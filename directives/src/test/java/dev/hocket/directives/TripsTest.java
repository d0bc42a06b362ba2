package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the computed number of iterations with loops that run. */
class TripsTest {
  private static final long SEED = Long.getLong("hocket.seed", System.nanoTime());

  @Test
  void smallLoops_runAsOftenAsJavas() {
    for (int from = -7; from <= 7; from++) {
      for (int to = -7; to <= 7; to++) {
        for (int step = 1; step <= 5; step++) {
          int less = 0;
          int atMost = 0;
          int greater = 0;
          int atLeast = 0;
          for (int i = from; i < to; i += step) {
            less++;
          }
          for (int i = from; i <= to; i += step) {
            atMost++;
          }
          for (int i = from; i > to; i -= step) {
            greater++;
          }
          for (int i = from; i >= to; i -= step) {
            atLeast++;
          }
          assertEquals(less, Trips.less(from, to, step));
          assertEquals(atMost, Trips.atMost(from, to, step));
          assertEquals(greater, Trips.greater(from, to, -step));
          assertEquals(atLeast, Trips.atLeast(from, to, -step));
        }
      }
    }
  }

  @Test
  void boundsAtTheLimits_doNotOverflow() {
    long min = Long.MIN_VALUE;
    long max = Long.MAX_VALUE;
    assertEquals(1, Trips.atMost(max, max, 1));
    assertEquals(2, Trips.atMost(max - 1, max, 1));
    assertEquals(1, Trips.atLeast(min, min, -1));
    assertEquals(4, Trips.less(min, max, 1L << 62));
    assertEquals(4, Trips.greater(max, min, -(1L << 62)));
    assertEquals(3, Trips.atMost(min, max, max));
    assertEquals(2, Trips.atLeast(max, min, min));
    assertEquals(1L << 32, Trips.atMost(Integer.MIN_VALUE, Integer.MAX_VALUE, 1));
    assertEquals(0, Trips.less(max, min, max));
  }

  @Test
  void randomLoopsNearTheLimits_runAsOftenAsComputedWithBigIntegers() {
    System.out.println("TripsTest: seed " + SEED);
    Random random = new Random(SEED);
    for (int i = 0; i < 10_000; i++) {
      long from = random.nextLong();
      long to = random.nextLong();
      long step = 1 + (random.nextLong() >>> 1 + random.nextInt(20));
      var distance = BigInteger.valueOf(to).subtract(BigInteger.valueOf(from));
      var steps = distance.subtract(BigInteger.ONE).divide(BigInteger.valueOf(step));
      long expected = distance.signum() <= 0 ? 0 : steps.longValueExact() + 1;
      assertEquals(expected, Trips.less(from, to, step), from + " < " + to + " by " + step);
    }
  }

  @Test
  void notEqual_stepsTowardsTheBound_orIsRefused() {
    assertEquals(5, Trips.notEqual(2, 7, 1));
    assertEquals(5, Trips.notEqual(7, 2, -1));
    assertEquals(0, Trips.notEqual(2, 2, 1));
    assertThrows(IllegalArgumentException.class, () -> Trips.notEqual(7, 2, 1));
    assertThrows(IllegalArgumentException.class, () -> Trips.notEqual(0, 4, 2));
  }

  @Test
  void aStepAwayFromTheBound_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> Trips.less(0, 5, 0));
    assertThrows(IllegalArgumentException.class, () -> Trips.atMost(0, 5, -1));
    assertThrows(IllegalArgumentException.class, () -> Trips.greater(5, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> Trips.atLeast(5, 0, 0));
  }

  @Test
  void moreIterationsThanALongCounts_areRefused() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> Trips.less(Long.MIN_VALUE, Long.MAX_VALUE, 1));
    assertEquals(
        "a work-shared loop of 18446744073709551615 iterations is too long; 2^63-1 are possible",
        refused.getMessage());
  }

  @Test
  void asManyIterationsAsALongHasValues_areNamedByTheirNumber() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> Trips.atMost(Long.MIN_VALUE, Long.MAX_VALUE, 1));
    assertEquals(
        "a work-shared loop of 18446744073709551616 iterations is too long; 2^63-1 are possible",
        refused.getMessage());
  }
}
