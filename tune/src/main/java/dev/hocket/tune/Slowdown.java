package dev.hocket.tune;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Estimates from the latest windows how many times as long runs take when more of them run at once:
 * runs that share processors, caches or a lock slow each other down. Not safe for threads.
 */
final class Slowdown {
  /** Ratio of the runs at once of neighbouring levels. */
  private static final double STEP = 1.25;

  private static final int LEVELS = 40;

  /**
   * The share of earlier measurements that is kept at each window, because they may be outdated.
   */
  private static final double KEPT = 15 / 16.0;

  /** The least difference that counts, as a logarithm. */
  private static final double NOTABLE = 0.05;

  /** The number of standard errors above which two levels differ by more than chance. */
  private static final double STANDARD_ERRORS = 4;

  private final double[] runs = new double[LEVELS];
  private final double[] sums = new double[LEVELS];
  private final double[] squares = new double[LEVELS];

  /** The slowdown of each level, as a logarithm. */
  private double[] fitted = new double[LEVELS];

  /** Neighbouring levels whose run times do not differ. */
  private record Block(int last, double runs, double sum, double squares) {
    double mean() {
      return sum / runs;
    }

    double variance() {
      return Math.max(0, squares / runs - mean() * mean()) / runs;
    }

    Block and(Block next) {
      return new Block(next.last, runs + next.runs, sum + next.sum, squares + next.squares);
    }

    /** Computes by how many standard errors the runs of the next block take longer. */
    double before(Block next) {
      double error = Math.sqrt(variance() + next.variance());
      return (next.mean() - mean() - NOTABLE) / Math.max(error, 1e-12);
    }
  }

  void add(Window window) {
    for (int level = 0; level < LEVELS; level++) {
      runs[level] *= KEPT;
      sums[level] *= KEPT;
      squares[level] *= KEPT;
    }
    int[] atOnce = window.atOnce();
    for (int i = 0; i < window.runs(); i++) {
      int level = level(atOnce[i]);
      double log = Math.log(window.length(i) + 1);
      runs[level]++;
      sums[level] += log;
      squares[level] += log * log;
    }
    fit();
  }

  private static int level(int atOnce) {
    return Math.min(LEVELS - 1, (int) Math.round(Math.log(Math.max(1, atOnce)) / Math.log(STEP)));
  }

  /** Joins neighbours, the least different first, until each level takes surely longer. */
  private void fit() {
    List<Block> blocks = new ArrayList<>();
    for (int level = 0; level < LEVELS; level++) {
      if (runs[level] >= 1) {
        blocks.add(new Block(level, runs[level], sums[level], squares[level]));
      }
    }
    int least;
    while ((least = leastDifferent(blocks)) >= 0) {
      blocks.set(least, blocks.get(least).and(blocks.remove(least + 1)));
    }
    fitted = new double[LEVELS];
    int level = 0;
    for (Block block : blocks) {
      Arrays.fill(fitted, level, LEVELS, block.mean() - blocks.getFirst().mean());
      level = block.last + 1;
    }
  }

  private static int leastDifferent(List<Block> blocks) {
    int least = -1;
    double smallest = STANDARD_ERRORS;
    for (int i = 0; i + 1 < blocks.size(); i++) {
      double difference = blocks.get(i).before(blocks.get(i + 1));
      if (difference < smallest) {
        smallest = difference;
        least = i;
      }
    }
    return least;
  }

  boolean isNone() {
    return fitted[LEVELS - 1] == 0;
  }

  /** Returns the factor by which a run takes longer if it begins as the n-th running one. */
  double of(int atOnce) {
    return Math.exp(fitted[level(atOnce)]);
  }
}
