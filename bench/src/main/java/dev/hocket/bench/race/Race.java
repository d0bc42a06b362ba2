package dev.hocket.bench.race;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * Races Hocket against peers in one JVM. Every round runs each entrant once, in an order that
 * changes from round to round, so that a disturbance on the machine affects all entrants alike. The
 * first entrant is Hocket's. The tables show medians, quartiles, and the ratio to each peer with a
 * 95 % band (bootstrap over rounds).
 */
public final class Race {
  /** One run of an entrant. */
  public interface Run {
    /** Does the work, checks its result, and returns how many nanoseconds one operation took. */
    double nanosPerOperation() throws Exception;
  }

  /** One run of an entrant that gives several figures. */
  public interface Runs {
    /** Returns a figure for each table; NaN if this run does not count. */
    double[] figures() throws Exception;
  }

  private static final int RESAMPLES = 2_000;

  private final List<String> titles;
  private final Map<String, Runs> entrants = new LinkedHashMap<>();
  private final List<String> absent = new ArrayList<>();
  private List<DoubleFunction<String>> units = List.of(Race::time);
  private boolean roundsDiffer;

  /** The titles, one for each table. */
  public Race(String... titles) {
    this.titles = List.of(titles);
  }

  public Race with(String name, Run run) {
    return withAll(name, () -> new double[] {run.nanosPerOperation()});
  }

  public Race withAll(String name, Runs runs) {
    entrants.put(name, runs);
    return this;
  }

  /** Gives a peer that cannot do the task a dash in every table. */
  public Race without(String name) {
    absent.add(name);
    return this;
  }

  /** Sets the format of figures that are not times in nanoseconds. */
  public Race in(DoubleFunction<String> shown) {
    units = List.of(shown);
    return this;
  }

  /** Sets the formats of the figures in two tables. */
  public Race in(DoubleFunction<String> first, DoubleFunction<String> second) {
    units = List.of(first, second);
    return this;
  }

  /**
   * States that each round has its own task, the same for all entrants. Then only figures of one
   * round can be compared, so the ratio is the median of the rounds' ratios and not the ratio of
   * medians.
   */
  public Race ofDifferingRounds() {
    roundsDiffer = true;
    return this;
  }

  /** Prints the tables, and returns the medians of the first table; NaN where no round counts. */
  public Map<String, Double> run(int warmUpRounds, int rounds, long seed) throws Exception {
    Random random = new Random(seed);
    List<String> names = new ArrayList<>(entrants.keySet());
    List<Map<String, double[]>> tables = new ArrayList<>();
    for (int i = 0; i < titles.size(); i++) {
      Map<String, double[]> figures = new LinkedHashMap<>();
      names.forEach(name -> figures.put(name, new double[rounds]));
      tables.add(figures);
    }
    Progress progress = new Progress(titles.getFirst(), warmUpRounds + rounds);
    for (int round = -warmUpRounds; round < rounds; round++) {
      List<String> order = new ArrayList<>(names);
      Collections.shuffle(order, random);
      for (String name : order) {
        double[] figures = entrants.get(name).figures();
        for (int i = 0; i < titles.size() && round >= 0; i++) {
          tables.get(i).get(name)[round] = figures[i];
        }
      }
      progress.done(round + warmUpRounds + 1);
    }
    for (int i = 0; i < titles.size(); i++) {
      print(titles.get(i), tables.get(i), units.get(Math.min(i, units.size() - 1)), random);
    }
    Map<String, Double> medians = new LinkedHashMap<>();
    tables.getFirst().forEach((name, values) -> medians.put(name, median(values)));
    return medians;
  }

  private void print(
      String title, Map<String, double[]> figures, DoubleFunction<String> unit, Random random) {
    System.out.printf("%n### %s%n%n", title);
    System.out.println("| | median | quartiles | ours is … of it (95 % band) |");
    System.out.println("| --- | --- | --- | --- |");
    double[] ours = figures.values().iterator().next();
    figures.forEach((name, values) -> {
      double[] sorted = counted(values);
      if (sorted.length == 0) {
        System.out.printf("| %s | no run counts | | |%n", name);
        return;
      }
      System.out.printf(
          "| %s | %s | %s – %s | %s |%n",
          name,
          unit.apply(quantile(sorted, 0.5)),
          unit.apply(quantile(sorted, 0.25)),
          unit.apply(quantile(sorted, 0.75)),
          values == ours ? "" : ratio(ours, values, random));
    });
    absent.forEach(name -> System.out.printf("| %s | – | | |%n", name));
  }

  /** Resamples both entrants' figures of a round together, because a disturbance affected both. */
  private String ratio(double[] allOurs, double[] allPeers, Random random) {
    int[] rounds =
        IntStream.range(0, allOurs.length)
            .filter(round -> !Double.isNaN(allOurs[round] + allPeers[round]))
            .toArray();
    if (rounds.length == 0) {
      return "";
    }
    double[] ours = IntStream.of(rounds).mapToDouble(round -> allOurs[round]).toArray();
    double[] peer = IntStream.of(rounds).mapToDouble(round -> allPeers[round]).toArray();
    double[] ratios = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      double[] a = new double[ours.length];
      double[] b = new double[ours.length];
      for (int j = 0; j < a.length; j++) {
        int pick = random.nextInt(a.length);
        a[j] = ours[pick];
        b[j] = peer[pick];
      }
      ratios[i] = ratio(a, b);
    }
    Arrays.sort(ratios);
    return String.format(
        "%.2f× (%.2f – %.2f)", ratio(ours, peer), quantile(ratios, 0.025), quantile(ratios, 0.975));
  }

  private double ratio(double[] ours, double[] peer) {
    if (!roundsDiffer) {
      return median(ours) / median(peer);
    }
    double[] ratios = new double[ours.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = ours[i] / peer[i];
    }
    return median(ratios);
  }

  private static String time(double nanos) {
    if (nanos < 100) {
      return String.format("%.1f ns", nanos);
    }
    if (nanos < 1e5) {
      return String.format("%,.0f ns", nanos);
    }
    return nanos < 1e8
        ? String.format("%,.1f ms", nanos / 1e6)
        : String.format("%,.2f s", nanos / 1e9);
  }

  private static double median(double[] values) {
    double[] sorted = counted(values);
    return sorted.length == 0 ? Double.NaN : quantile(sorted, 0.5);
  }

  private static double[] counted(double[] values) {
    return Arrays.stream(values).filter(value -> !Double.isNaN(value)).sorted().toArray();
  }

  /** The q-quantile: a share q of the values is at most this value. */
  public static double quantile(double[] sorted, double q) {
    return sorted[(int) Math.round(q * (sorted.length - 1))];
  }
}
