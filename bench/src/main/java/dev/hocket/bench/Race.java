package dev.hocket.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Peers side by side in one JVM: every round runs each of them once, in an order that changes from
 * round to round, so that what else the machine does meets all of them alike. The first entrant is
 * ours; the figures are medians, quartiles, and the ratio to each peer with a 95 % band (bootstrap
 * over rounds).
 */
final class Race {
  /** One run of an entrant. */
  interface Run {
    /** Does the work, checks its result, and returns how many nanoseconds one operation took. */
    double nanosPerOperation() throws Exception;
  }

  private static final int RESAMPLES = 2_000;

  private final String title;
  private final Map<String, Run> entrants = new LinkedHashMap<>();
  private boolean roundsDiffer;

  Race(String title) {
    this.title = title;
  }

  Race with(String name, Run run) {
    entrants.put(name, run);
    return this;
  }

  /**
   * Each round has a task of its own, the same for all entrants, so that only figures of one round
   * compare: the ratio is the median of the rounds' ratios then, and not the ratio of medians.
   */
  Race ofDifferingRounds() {
    roundsDiffer = true;
    return this;
  }

  void run(int warmUpRounds, int rounds, long seed) throws Exception {
    Random random = new Random(seed);
    List<String> names = new ArrayList<>(entrants.keySet());
    Map<String, double[]> figures = new LinkedHashMap<>();
    names.forEach(name -> figures.put(name, new double[rounds]));
    for (int round = -warmUpRounds; round < rounds; round++) {
      List<String> order = new ArrayList<>(names);
      Collections.shuffle(order, random);
      for (String name : order) {
        double nanos = entrants.get(name).nanosPerOperation();
        if (round >= 0) {
          figures.get(name)[round] = nanos;
        }
      }
      progress(round + warmUpRounds + 1, warmUpRounds + rounds);
    }
    print(figures, random);
  }

  private void progress(int done, int all) {
    if (System.console() != null && System.console().isTerminal()) {
      System.err.printf("\r%s: round %d of %d%s", title, done, all, done == all ? "\n" : "");
    }
  }

  private void print(Map<String, double[]> figures, Random random) {
    System.out.printf("%n### %s%n%n", title);
    System.out.println("| | median | quartiles | ours is … of it (95 % band) |");
    System.out.println("| --- | --- | --- | --- |");
    double[] ours = figures.values().iterator().next();
    figures.forEach((name, values) -> {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      System.out.printf(
          "| %s | %s | %s – %s | %s |%n",
          name,
          figure(quantile(sorted, 0.5)),
          figure(quantile(sorted, 0.25)),
          figure(quantile(sorted, 0.75)),
          values == ours ? "" : ratio(ours, values, random));
    });
  }

  /** Rounds are resampled in pairs: what disturbed a round disturbed both. */
  private String ratio(double[] ours, double[] peer, Random random) {
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

  private static String figure(double nanos) {
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
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return quantile(sorted, 0.5);
  }

  private static double quantile(double[] sorted, double q) {
    return sorted[(int) Math.round(q * (sorted.length - 1))];
  }
}
