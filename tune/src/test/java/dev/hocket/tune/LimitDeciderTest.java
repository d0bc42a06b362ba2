package dev.hocket.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.tune.Decision.Action;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests virtual targets in front of a resource with a number of places, on a virtual clock. */
class LimitDeciderTest {
  private static final IntToDoubleFunction ALIKE = running -> 1;
  private static final int MOST = 1_000;
  private static final int WINDOW = 500;
  private static final boolean LONG = Boolean.getBoolean("hocket.long");

  /** A resource whose places are divided equally among all running runs. */
  private static IntToDoubleFunction places(int places) {
    return running -> Math.max(1, (double) running / places);
  }

  /** Makes events at a steady rate, then as many in rushes. */
  private static Events quietThenRushes(int count, double rate, int rush, long seed) {
    Events all =
        Events.poisson(count, i -> i < count / 4 ? rate / 4 : rate, Events.exponential(0.01), seed);
    long[] arrivals = all.arrivals().clone();
    for (int i = count / 4; i < count; i++) {
      arrivals[i] = all.arrivals()[i / rush * rush] + 200 * (i % rush);
    }
    Arrays.sort(arrivals);
    return new Events(arrivals, all.services());
  }

  private static Tuned tuned() {
    return Tuned.limit(MOST, WINDOW);
  }

  @ParameterizedTest
  @CsvSource({"10, 600, 200", "3, 150, 100", "40, 2000, 800"})
  void limit_isTheResourcesPlaces_afterRushes_andStays(int places, double rate, int rush) {
    for (long seed = 1; seed <= (LONG ? 10 : 5); seed++) {
      Events events = quietThenRushes(60_000, rate, rush, seed);
      Tuned policy = tuned();
      PoolSimulation.Outcome tuned = PoolSimulation.of(events, policy, places(places));
      int[] late = Arrays.copyOfRange(tuned.sizes(), 30_000, 60_000);
      Arrays.sort(late);
      int median = late[late.length / 2];
      assertEquals(places, median, Math.max(1, 0.35 * places), "seed " + seed);
      assertTrue(tuned.changes() <= 30, tuned.changes() + " changes, seed " + seed);
      double unlimited =
          PoolSimulation.of(events, SizePolicy.fixed(MOST), places(places)).mean(30_000, 60_000);
      assertTrue(
          tuned.mean(30_000, 60_000) < 1.1 * unlimited,
          tuned.mean(30_000, 60_000) + " ms, without a limit " + unlimited + ", seed " + seed);
    }
  }

  @Test
  void runsThatDoNotSlowEachOtherDown_areNotLimited() {
    for (long seed = 1; seed <= (LONG ? 20 : 10); seed++) {
      Events events = quietThenRushes(20_000, 600, 200, seed);
      assertEquals(0, PoolSimulation.of(events, tuned(), ALIKE).changes(), "seed " + seed);
    }
  }

  @Test
  void aMillionEvents_doNotMakeTheSizeOscillate() {
    Events events = quietThenRushes(1_000_000, 600, 200, 5);
    PoolSimulation.Outcome tuned = PoolSimulation.of(events, tuned(), places(10));
    assertTrue(tuned.changes() <= 60, tuned.changes() + " changes");
  }

  /** The database gets ten more connections. */
  @Test
  void growthOfTheResource_isFound_byTryingMoreForAWindow() {
    for (long seed = 1; seed <= (LONG ? 10 : 3); seed++) {
      Events events = quietThenRushes(400_000, 600, 200, seed);
      int[] ran = {0};
      IntToDoubleFunction grows = n -> places(ran[0]++ < 200_000 ? 10 : 20).applyAsDouble(n);
      PoolSimulation.Outcome tuned = PoolSimulation.of(events, tuned(), grows);
      assertEquals(10, tuned.sizes()[190_000], 4, "before, seed " + seed);
      assertEquals(20, tuned.sizes()[399_999], 5, "after, seed " + seed);
    }
  }

  @Test
  void windowThatTheReplayContradicts_isNotActedOn() {
    long[] queued = new long[100];
    long[] began = new long[100];
    Arrays.setAll(began, i -> i * 1_000_000L);
    long[] ended = Arrays.stream(began).map(t -> t + 1_000_000).toArray();
    int[] atOnce = new int[100];
    Arrays.fill(atOnce, 1);
    Decision decision =
        new LimitDecider("db", 50, TuningGoal.MEAN)
            .decide(new Window(20, 0, queued, began, ended, new long[100], atOnce, new long[0]));
    assertEquals(Action.REFUSE, decision.action());
    assertEquals(20, decision.to());
  }
}
