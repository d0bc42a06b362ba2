package dev.hocket.bench.planning;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Station;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;

/**
 * Measures the processor time of the formulas for a station of many workers: its mean, two
 * quantiles and a share. A cell is the longest time over all utilisations.
 */
final class LargeStations {
  private static final int[] SERVERS = {1, 100, 10_000, 1_000_000};
  private static final double[] UTILISATIONS = {1e-6, .5, .95, .999, .99999, 1 - 1e-6};
  private static final double[] VARIATIONS = {0, 1, 2, 16, 100};
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private LargeStations() {}

  static void run(int rounds) {
    System.out.printf("%n### A station by the formulas, the longest processor time%n%n");
    System.out.println("| workers | cs² 0 | 1 | 2 | 16 | 100 |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    for (int servers : SERVERS) {
      StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "| %,d |", servers));
      for (double variation : VARIATIONS) {
        double longest = 0;
        for (double utilisation : UTILISATIONS) {
          longest = Math.max(longest, shortest(servers, utilisation, variation, rounds));
        }
        row.append(String.format(Locale.ROOT, " %.1f ms |", longest));
      }
      System.out.println(row);
    }
  }

  /**
   * Takes the best of several rounds, because the first rounds run before the JVM has compiled the
   * code.
   */
  private static double shortest(int servers, double utilisation, double variation, int rounds) {
    double shortest = Double.POSITIVE_INFINITY;
    for (int round = 0; round < rounds; round++) {
      long start = THREADS.getCurrentThreadCpuTime();
      Station station = Station.of(new Load(utilisation * servers, 1, variation), servers);
      double sum =
          station.meanFlow()
              + station.waitQuantile(.99)
              + station.flowQuantile(.95)
              + station.flowOver(.1);
      double millis = (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
      if (!Double.isFinite(sum)) {
        throw new AssertionError(servers + " workers at " + utilisation + ": " + sum);
      }
      shortest = Math.min(shortest, millis);
    }
    return shortest;
  }
}
