package dev.hocket.bench;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How long to measure, and on what.
 *
 * @param coresEach processors of its own for each of the programs that run beside each other, in
 *     benchmarks that can do that; 0 to run one after the other, each on all processors
 * @param recordings the folder that keeps recordings, of benchmarks that make some; they are
 *     deleted if it is empty
 */
record Settings(int warmUpRounds, int rounds, long seed, int coresEach, Optional<Path> recordings) {
  static final Settings FULL = new Settings(10, 41, 1, 0, Optional.empty());

  /** Enough to see that a benchmark runs and its results are right; the figures mean little. */
  static final Settings QUICK = new Settings(1, 3, 1, 0, Optional.empty());

  /** For a benchmark whose rounds take long. */
  Settings withAtMost(int mostRounds) {
    return new Settings(warmUpRounds, Math.min(rounds, mostRounds), seed, coresEach, recordings);
  }

  /** The same measurements elsewhere. */
  Settings on(int cores, Optional<Path> folder) {
    return new Settings(warmUpRounds, rounds, seed, cores, folder);
  }

  /** Whether these are {@link #QUICK}, wherever. */
  boolean isQuick() {
    return on(0, Optional.empty()).equals(QUICK);
  }
}
