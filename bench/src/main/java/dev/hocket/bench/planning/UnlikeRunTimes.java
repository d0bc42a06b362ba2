package dev.hocket.bench.planning;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Shape;
import dev.hocket.plan.model.Sizes;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.model.Station;
import dev.hocket.plan.simulate.FlowTimes;
import dev.hocket.plan.simulate.Simulation;
import dev.hocket.plan.simulate.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Compares the formula for the mean wait of M/G/c with a simulation, for run times that vary much.
 * A cell is the error of the formula, in per cent, and the simulated wait in service times.
 */
final class UnlikeRunTimes {
  private static final int[] VARIATIONS = {4, 16, 100};
  private static final int[] SERVERS = {2, 4, 16, 64};
  private static final double[] UTILISATIONS = {.3, .5, .8, .95};
  private static final List<SpeedUp> NONE = List.of(new SpeedUp.Amdahl(1));

  /** The share of events to ignore at the beginning, which find an empty system. */
  private static final double UNSETTLED = 0.1;

  /** The widest uncertainty of a simulated wait that still counts. */
  private static final double MOST_UNCERTAIN = 0.1;

  private enum Kind {
    GAMMA,
    /**
     * Most runs take half the mean; the other runs take as long as the given variation requires.
     */
    TWO_POINT
  }

  private final int events;
  private final int rounds;
  private final long seed;

  private UnlikeRunTimes(int events, int rounds, long seed) {
    this.events = events;
    this.rounds = rounds;
    this.seed = seed;
  }

  static void run(int events, int rounds, long seed) {
    System.out.printf("%n### Waits of unlike run times, by formula and simulated%n%n");
    System.out.println("| run times | cs² | c | ρ .3 | .5 | .8 | .95 |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
    for (Kind kind : Kind.values()) {
      for (int variation : VARIATIONS) {
        for (int servers : SERVERS) {
          new UnlikeRunTimes(events, rounds, seed).row(kind, variation, servers);
        }
      }
    }
  }

  private void row(Kind kind, int variation, int servers) {
    StringBuilder row =
        new StringBuilder(
            "| %s | %d | %d |"
                .formatted(
                    kind.name().toLowerCase(Locale.ROOT).replace('_', '-'), variation, servers));
    for (double utilisation : UTILISATIONS) {
      row.append(cell(kind, variation, servers, utilisation)).append(" |");
    }
    System.out.println(row);
  }

  private String cell(Kind kind, int variation, int servers, double utilisation) {
    Load load = load(kind, variation, utilisation * servers);
    double[] waits =
        IntStream.range(0, rounds).mapToDouble(round -> wait(kind, load, servers, round)).toArray();
    double mean = Arrays.stream(waits).average().orElseThrow();
    double squares = Arrays.stream(waits).map(x -> (x - mean) * (x - mean)).sum();
    double error = 2 * Math.sqrt(squares / Math.max(1, rounds - 1) / rounds);
    double formula = Station.of(load, servers).meanWait();
    return !(mean > 0) || error > MOST_UNCERTAIN * mean
        ? " "
        : String.format(
            Locale.ROOT,
            " %+.0f (%.4g ± %.0f %%)",
            100 * (formula / mean - 1),
            mean,
            100 * error / mean);
  }

  private static Load load(Kind kind, int variation, double offered) {
    if (kind == Kind.GAMMA) {
      return new Load(offered, 1, variation);
    }
    double most = mostOf(variation);
    long total = 1_000_000_000;
    long common = Math.round(most * total);
    Shape shape =
        Shape.Recorded.of(new double[] {.5, longOf(most)}, new long[] {common, total - common});
    return new Load(offered, 1, variation, shape);
  }

  /** The share of short runs: with q long ones of length L, q L + (1 − q)/2 = 1. */
  private static double mostOf(int variation) {
    // q (L − 1)² + (1 − q)/4 = cs² and L − 1 = (1 − q)/(2q) give (1 − q)/(4q) = cs².
    return 1 - 1 / (4.0 * variation + 1);
  }

  private static double longOf(double most) {
    return (1 - most / 2) / (1 - most);
  }

  private double wait(Kind kind, Load load, int servers, int round) {
    Workload workload =
        kind == Kind.GAMMA
            ? Workload.poisson(List.of(load), events, seed + round)
            : twoPoint(load, seed + round);
    FlowTimes flows = Simulation.pools(workload, NONE, Sizes.parse("P1A" + servers));
    return flows.settled(UNSETTLED).mean() - workload.withoutWaits().settled(UNSETTLED).mean();
  }

  private Workload twoPoint(Load load, long roundSeed) {
    SplittableRandom random = new SplittableRandom(roundSeed);
    double most = mostOf((int) load.squaredVariation());
    double[] arrivals = new double[events];
    double[] service = new double[events];
    double now = 0;
    for (int i = 0; i < events; i++) {
      now -= Math.log1p(-random.nextDouble()) / load.arrivalsPerSecond();
      arrivals[i] = now;
      service[i] = random.nextDouble() < most ? .5 : longOf(most);
    }
    return Workload.replayed(arrivals, service, new int[events], 1);
  }
}
