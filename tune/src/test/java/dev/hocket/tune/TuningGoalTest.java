package dev.hocket.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TuningGoalTest {
  private static final IntToDoubleFunction ALIKE = running -> 1;
  private static final double MS = 1e6;
  private static final TuningGoal OVER_20_MS = TuningGoal.over(Duration.ofMillis(20));

  @Test
  void figures_areThoseOfTheFlowTimes() {
    double[] flows = IntStream.rangeClosed(1, 100).mapToDouble(i -> i * MS).toArray();
    assertEquals(50.5 * MS, TuningGoal.MEAN.of(flows));
    assertEquals(95 * MS, TuningGoal.quantile(0.95).of(flows));
    assertEquals(0.8, OVER_20_MS.of(flows));
  }

  @Test
  void text_namesTheFigure() {
    assertEquals("a mean of 1.500 ms", TuningGoal.MEAN.text(1.5 * MS));
    assertEquals("95 % done in 2.000 ms", TuningGoal.quantile(0.95).text(2 * MS));
    assertEquals("12.50 % over 20 ms", OVER_20_MS.text(0.125));
    assertEquals("time of 99.9 %", TuningGoal.quantile(0.999).toString());
    assertEquals("share over 20000 ms", TuningGoal.over(Duration.ofSeconds(20)).toString());
  }

  /**
   * For long runs that come together, few threads are enough for the mean, but not for the tail.
   */
  @Test
  void tailOfRareBursts_needsMoreThreadsThanTheMean() {
    Events events = rareBursts(60_000, 3);
    TuningGoal tail = TuningGoal.quantile(0.95);
    PoolSimulation.Outcome byTail = PoolSimulation.of(events, new Tuned(2, 64, 500, tail), ALIKE);
    double best =
        PoolSimulation.of(events, SizePolicy.fixed(64), ALIKE).figure(tail, 5_000, 60_000);
    assertTrue(byTail.figure(tail, 5_000, 60_000) < 1.1 * best, "95 % in " + best / MS);
  }

  /**
   * A limit of twice the run time lets each run wait as long as it takes, so half the threads are
   * enough.
   */
  @Test
  void shareOverALimit_needsFewerThreadsThanTheMean() {
    Events events = rareBursts(60_000, 4);
    TuningGoal late = TuningGoal.over(Duration.ofMillis(60));
    Tuned byShare = new Tuned(1, 64, 500, late);
    Tuned byMean = new Tuned(1, 64, 500, TuningGoal.MEAN);
    PoolSimulation.Outcome shares = PoolSimulation.of(events, byShare, ALIKE);
    PoolSimulation.Outcome means = PoolSimulation.of(events, byMean, ALIKE);
    assertTrue(shares.figure(late, 5_000, 60_000) < 0.02, "late");
    assertTrue(byShare.size() < byMean.size(), byShare.size() + " and " + byMean.size());
    assertTrue(shares.changes() < 30 && means.changes() < 30, "changes");
  }

  /** Every run takes longer than the limit, on any number of threads. */
  @Test
  void goalThatCannotBeMet_leavesTheMean() {
    Events events = Events.poisson(30_000, i -> i < 5_000 ? 50 : 800, u -> 0.01, 6);
    TuningGoal hopeless = TuningGoal.over(Duration.ofMillis(1));
    PoolSimulation.Outcome tuned =
        PoolSimulation.of(events, new Tuned(1, 64, 500, hopeless), ALIKE);
    double best = PoolSimulation.of(events, SizePolicy.fixed(64), ALIKE).mean(10_000, 30_000);
    assertTrue(tuned.mean(10_000, 30_000) < 1.1 * best, tuned.mean(10_000, 30_000) + " ms");
  }

  private static Events rareBursts(int count, long seed) {
    Events single = Events.poisson(count, i -> 200, u -> 0.01, seed);
    long[] arrivals = single.arrivals().clone();
    for (int i = 0; i < count; i++) {
      arrivals[i] = arrivals[i / 12 * 12];
    }
    return new Events(arrivals, single.services());
  }

  @Test
  void impossibleGoals_areRefusedWithTheirValues() {
    assertRefused(
        "a share of 1.0 of the runs; it must be above 0 and below 1", () -> TuningGoal.quantile(1));
    assertRefused(
        "a limit of PT0S; it must be longer than 0", () -> TuningGoal.over(Duration.ZERO));
    assertRefused(
        "a window of 500 runs does not tell the time of 99.9 %; it needs 10000",
        () -> Tuning.Options.DEFAULT.goal(TuningGoal.quantile(0.999)));
    assertEquals(TuningGoal.quantile(0.5), TuningGoal.quantile(0.5));
    assertEquals(OVER_20_MS, TuningGoal.over(Duration.ofNanos(20_000_000)));
    assertTrue(
        Arrays.asList(TuningGoal.MEAN, OVER_20_MS)
            .contains(TuningGoal.over(Duration.ofMillis(20))));
  }

  private static void assertRefused(String message, Runnable made) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, made::run).getMessage());
  }
}
