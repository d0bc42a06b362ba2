package dev.hocket.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests the situations of {@link ComparisonTest} with ten seeds, or twenty in a long check, that
 * were not used to choose the thresholds of {@link Decider}.
 */
class FreshSeedsTest {
  private static final DoubleUnaryOperator RUN = Events.exponential(0.01);
  private static final DoubleUnaryOperator TWO_POINT = u -> u < 0.95 ? 0.004 : 0.124;
  private static final IntToDoubleFunction ALIKE = running -> 1;
  private static final IntToDoubleFunction FOUR = running -> Math.max(1, running / 4.0);
  private static final IntToDoubleFunction CROWDED =
      running -> running <= 4 ? 1 : Math.pow(running / 4.0, 1.3);
  private static final int WINDOW = 500;
  private static final double NEAR = 1.1;

  private static final int MOST_CHANGES = 40;
  private static final long FIRST_SEED = 1_001;
  private static final int SEEDS = Boolean.getBoolean("hocket.long") ? 20 : 10;

  /**
   * Compares with the best size: the largest if more threads never delay a run, otherwise the best
   * of those that are the best two for the first seed.
   */
  private static void assertNearTheBest(
      LongFunction<Events> made,
      int from,
      int size,
      int most,
      IntToDoubleFunction slowdown,
      double near) {
    List<String> missed = new ArrayList<>();
    double worst = 0;
    List<Integer> sizes =
        slowdown == ALIKE
            ? List.of(most)
            : bestTwo(made.apply(FIRST_SEED), slowdown, from, Stream.of(3, 4, 5, 6, most));
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      Events events = made.apply(seed);
      double best =
          sizes.stream().mapToDouble(n -> mean(events, n, slowdown, from)).min().orElseThrow();
      PoolSimulation.Outcome tuned =
          PoolSimulation.of(events, new Tuned(size, most, WINDOW), slowdown);
      double ratio = tuned.mean(from, events.count()) / best;
      worst = Math.max(worst, ratio);
      if (ratio >= near || tuned.changes() > MOST_CHANGES) {
        missed.add(
            String.format(Locale.ROOT, "seed %d: %.2f, %d changes", seed, ratio, tuned.changes()));
      }
    }
    System.out.printf(Locale.ROOT, "worst of %d: %.2f%n", SEEDS, worst);
    assertEquals(List.of(), missed);
  }

  private static List<Integer> bestTwo(
      Events events, IntToDoubleFunction slowdown, int from, Stream<Integer> sizes) {
    NavigableMap<Double, Integer> byMean = new TreeMap<>();
    sizes.forEach(size -> byMean.put(mean(events, size, slowdown, from), size));
    return byMean.values().stream().limit(2).toList();
  }

  private static double mean(Events events, int size, IntToDoubleFunction slowdown, int from) {
    return PoolSimulation.of(events, SizePolicy.fixed(size), slowdown).mean(from, events.count());
  }

  private static IntToDoubleFunction step(int at, double before, double after) {
    return i -> i < at ? before : after;
  }

  @Test
  void steadyLoad() {
    assertNearTheBest(
        seed -> Events.poisson(30_000, i -> 320, RUN, seed), 5_000, 4, 32, ALIKE, NEAR);
  }

  @Test
  void fewRunsThatTakeThirtyTimesAsLong() {
    assertNearTheBest(
        seed -> Events.poisson(30_000, i -> 320, TWO_POINT, seed), 5_000, 4, 32, ALIKE, NEAR);
  }

  @Test
  void burstsOf20() {
    assertNearTheBest(
        seed -> Events.poisson(30_000, i -> 320, RUN, seed).inBursts(20),
        5_000,
        4,
        64,
        ALIKE,
        NEAR);
  }

  @Test
  void stepBy100() {
    assertNearTheBest(
        seed -> Events.poisson(30_000, step(5_000, 20, 2_000), RUN, seed),
        10_000,
        1,
        64,
        ALIKE,
        NEAR);
  }

  @Test
  void lull() {
    assertNearTheBest(
        seed -> Events.poisson(45_000, i -> i < 15_000 || i >= 17_500 ? 2_000 : 20, RUN, seed),
        17_500,
        1,
        64,
        ALIKE,
        NEAR);
  }

  @Test
  void threadsThatShareFourProcessors() {
    assertNearTheBest(
        seed -> Events.poisson(50_000, step(10_000, 40, 300), RUN, seed),
        15_000,
        1,
        16,
        FOUR,
        NEAR);
  }

  @Test
  void threadsThatSlowEachOtherDown() {
    assertNearTheBest(
        seed -> Events.poisson(150_000, step(20_000, 40, 300), RUN, seed),
        70_000,
        1,
        16,
        CROWDED,
        NEAR);
  }
}
