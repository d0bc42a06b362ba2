package dev.hocket.tune;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * Compares the tuner with other policies on the same events: the times of events divided by those
 * on the best fixed size. Prints the rows of the table in {@code docs/benchmarks/planner.md}.
 */
class ComparisonTest {
  private static final DoubleUnaryOperator RUN = Events.exponential(0.01);
  private static final DoubleUnaryOperator TWO_POINT = u -> u < 0.95 ? 0.004 : 0.124;
  private static final IntToDoubleFunction ALIKE = running -> 1;

  /** Four processors, which more threads share. */
  private static final IntToDoubleFunction FOUR = running -> Math.max(1, running / 4.0);

  /** Four processors whose throughput falls with more threads. */
  private static final IntToDoubleFunction CROWDED =
      running -> running <= 4 ? 1 : Math.pow(running / 4.0, 1.3);

  private record Way(double ratio, int changes) {}

  /** The result of each policy, from an event on. */
  private record Ways(Way tuned, Way climbing, Way gradient) {
    static Ways of(
        String name, Events events, int from, int size, int most, IntToDoubleFunction slowdown) {
      double best = Double.POSITIVE_INFINITY;
      // Without a slowdown the largest size is the best: more threads never delay a run.
      for (int n = slowdown == ALIKE ? most : 1; n <= most; n++) {
        best =
            Math.min(
                best,
                PoolSimulation.of(events, SizePolicy.fixed(n), slowdown)
                    .mean(from, events.count()));
      }
      Ways ways =
          new Ways(
              way(new Tuned(size, most, 500), events, from, slowdown, best),
              way(new HillClimbing(size, most), events, from, slowdown, best),
              way(new GradientLimit(size, most), events, from, slowdown, best));
      System.out.printf(
          Locale.ROOT,
          "| %s | %.2f ms | %s | %s | %s |%n",
          name,
          best,
          cell(ways.tuned),
          cell(ways.climbing),
          cell(ways.gradient));
      return ways;
    }

    private static Way way(
        SizePolicy policy, Events events, int from, IntToDoubleFunction slowdown, double best) {
      PoolSimulation.Outcome outcome = PoolSimulation.of(events, policy, slowdown);
      return new Way(outcome.mean(from, events.count()) / best, outcome.changes());
    }

    private static String cell(Way way) {
      return String.format(Locale.ROOT, "%.2f (%,d)", way.ratio(), way.changes());
    }

    Ways assertTunedIsNearTheBest() {
      assertTrue(tuned.ratio() < 1.1, toString());
      assertTrue(tuned.changes() <= 30, toString());
      return this;
    }
  }

  private static IntToDoubleFunction step(int at, double before, double after) {
    return i -> i < at ? before : after;
  }

  @Test
  void steadyLoad() {
    Events events = Events.poisson(200_000, i -> 320, RUN, 1);
    Ways.of("steady", events, 5_000, 4, 32, ALIKE).assertTunedIsNearTheBest();
  }

  @Test
  void fewRunsThatTakeThirtyTimesAsLong() {
    Events events = Events.poisson(200_000, i -> 320, TWO_POINT, 4);
    Ways.of("long runs among short", events, 5_000, 4, 32, ALIKE).assertTunedIsNearTheBest();
  }

  @Test
  void burstsOf20() {
    Events events = Events.poisson(200_000, i -> 320, RUN, 5).inBursts(20);
    Ways.of("bursts of 20", events, 5_000, 4, 64, ALIKE).assertTunedIsNearTheBest();
  }

  /**
   * Measured from the 5,000th event after the step: earlier ones wait in the former size's queue.
   */
  @Test
  void stepBy100() {
    Events events = Events.poisson(60_000, step(10_000, 20, 2_000), RUN, 2);
    Ways ways = Ways.of("100 times the load", events, 15_000, 1, 64, ALIKE);
    ways.assertTunedIsNearTheBest();
    assertTrue(ways.climbing().ratio() > 2 && ways.gradient().ratio() > 2, ways.toString());
  }

  /** Measured from the first event after the lull: a lull has too few events to shrink by. */
  @Test
  void lull() {
    Events events = Events.poisson(90_000, i -> i < 30_000 || i >= 35_000 ? 2_000 : 20, RUN, 3);
    Ways.of("after a lull", events, 35_000, 1, 64, ALIKE).assertTunedIsNearTheBest();
  }

  @Test
  void threadsThatShareFourProcessors() {
    Events events = Events.poisson(200_000, step(50_000, 40, 300), RUN, 6);
    Ways.of("4 processors", events, 55_000, 1, 16, FOUR).assertTunedIsNearTheBest();
  }

  /** Measured from the 50,000th event after the step: before, the tuner tries too many threads. */
  @Test
  void threadsThatSlowEachOtherDown() {
    Events events = Events.poisson(200_000, step(50_000, 40, 300), RUN, 7);
    Ways ways = Ways.of("4 crowded processors", events, 100_000, 1, 16, CROWDED);
    ways.assertTunedIsNearTheBest();
    assertTrue(ways.climbing().ratio() > 1.5 && ways.gradient().ratio() > 1.5, ways.toString());
  }
}
