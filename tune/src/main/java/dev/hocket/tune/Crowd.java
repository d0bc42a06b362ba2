package dev.hocket.tune;

import java.util.ArrayList;
import java.util.List;

/**
 * Measures how the duration of runs depends on the number of concurrent runs, and finds the number
 * with the highest throughput. A resource behind the runs, such as a database with ten connections,
 * lets only some of them proceed; the others lengthen each other's runs. Only new runs of a level
 * replace its old ones, so levels that a limit now prevents stay known.
 */
final class Crowd {
  /** Ratio of the runs at once of neighbouring levels. */
  private static final double STEP = Math.sqrt(2);

  private static final int LEVELS = 32;

  /** The number of runs that a level needs before its mean counts, and that it remembers. */
  private static final int LEAST_RUNS = 100;

  private static final int MOST_RUNS = 1_000;

  /** Share of the throughput that uncrowded runs would have, below which runs hinder each other. */
  private static final double HINDERED = 0.7;

  /**
   * The fewest uncrowded runs from which their duration is computed, and how much longer some of
   * them may take than others.
   */
  private static final int ENOUGH = 500;

  private static final double LONGER = 1.25;

  private final double[] runs = new double[LEVELS];
  private final double[] many = new double[LEVELS];
  private final double[] nanos = new double[LEVELS];

  /** Runs that were equally crowded: how many ran when one began, and how long one took. */
  private record Level(double runs, double atOnce, double nanos) {
    double perNano() {
      return atOnce / nanos;
    }
  }

  /** Adds runs that began at a time or later: earlier ones may have had more runs beside them. */
  void add(Window window, long since) {
    int[] atOnce = window.atOnce();
    for (int i = 0; i < window.runs(); i++) {
      if (window.began()[i] < since) {
        continue;
      }
      int level = level(atOnce[i]);
      double kept = runs[level] < MOST_RUNS ? 1 : 1 - 1.0 / MOST_RUNS;
      runs[level] = kept * runs[level] + 1;
      many[level] = kept * many[level] + atOnce[i];
      nanos[level] = kept * nanos[level] + Math.max(1, window.length(i));
    }
  }

  private static int level(int atOnce) {
    return Math.min(LEVELS - 1, (int) (Math.log(Math.max(1, atOnce)) / Math.log(STEP)));
  }

  private List<Level> levels() {
    List<Level> levels = new ArrayList<>();
    for (int i = 0; i < LEVELS; i++) {
      if (runs[i] >= LEAST_RUNS) {
        levels.add(new Level(runs[i], many[i] / runs[i], nanos[i] / runs[i]));
      }
    }
    return levels;
  }

  /** Returns whether more runs at once only take longer. */
  boolean isHindered() {
    List<Level> levels = levels();
    if (levels.size() < 2) {
      return false;
    }
    Level last = levels.getLast();
    return last.perNano() < HINDERED * last.atOnce() / alone(levels);
  }

  /**
   * Finds the number of runs at once with the highest throughput; only useful if they are hindered.
   */
  int useful() {
    List<Level> levels = levels();
    double best = levels.stream().mapToDouble(Level::perNano).max().orElse(0);
    return (int) Math.max(1, Math.round(best * alone(levels)));
  }

  /**
   * The number of runs that proceed while {@code atOnce} run, by Little's law: {@code atOnce} times
   * the duration of an uncrowded run, divided by the duration of a run of this level. 0 if fewer
   * than {@code least} runs show it.
   */
  int proceeding(int atOnce, int least) {
    int level = level(atOnce);
    List<Level> levels = levels();
    if (runs[level] < least || levels.isEmpty()) {
      return 0;
    }
    return (int) Math.round(many[level] / nanos[level] * alone(levels));
  }

  /** Returns the time of uncrowded runs, by the lowest levels with about the same duration. */
  private static double alone(List<Level> levels) {
    double shortest = levels.getFirst().nanos();
    double sum = 0;
    double count = 0;
    for (Level level : levels) {
      if (count >= ENOUGH || level.nanos() > LONGER * shortest) {
        break;
      }
      sum += level.runs() * level.nanos();
      count += level.runs();
    }
    return sum / count;
  }

  /** Forgets the level of {@code atOnce}. */
  void forget(int atOnce) {
    int level = level(atOnce);
    runs[level] = 0;
    many[level] = 0;
    nanos[level] = 0;
  }

  /** Returns the factor by which a run takes longer if it begins as the n-th running one. */
  double slowdown(int atOnce) {
    List<Level> levels = levels();
    if (levels.isEmpty()) {
      return 1;
    }
    Level nearest = levels.getFirst();
    for (Level level : levels) {
      if (distance(level, atOnce) < distance(nearest, atOnce)) {
        nearest = level;
      }
    }
    return Math.max(1, nearest.nanos() / alone(levels));
  }

  private static double distance(Level level, int atOnce) {
    return Math.abs(Math.log(level.atOnce() / atOnce));
  }
}
