package dev.hocket.bench.race;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The extent of measurements, their processors, and the folder of recordings.
 *
 * @param coresEach the number of processors for each program of a benchmark that can run its
 *     programs beside each other; 0 to run them one after the other, each on all processors
 * @param recordings the folder for the recordings of benchmarks that make some; if empty, they are
 *     deleted
 */
public record Settings(
    int warmUpRounds, int rounds, long seed, int coresEach, Optional<Path> recordings) {
  public static final Settings FULL = new Settings(10, 41, 1, 0, Optional.empty());

  /** Checks only that a benchmark runs and its results are right; the figures mean little. */
  public static final Settings QUICK = new Settings(1, 3, 1, 0, Optional.empty());

  /** Limits the rounds, for a benchmark whose rounds take long. */
  public Settings withAtMost(int mostRounds) {
    return new Settings(warmUpRounds, Math.min(rounds, mostRounds), seed, coresEach, recordings);
  }

  /** A copy of these settings with other processors and another folder. */
  public Settings on(int cores, Optional<Path> folder) {
    return new Settings(warmUpRounds, rounds, seed, cores, folder);
  }

  /** Whether these are {@link #QUICK}, on any processors and with any folder. */
  public boolean isQuick() {
    return on(0, Optional.empty()).equals(QUICK);
  }
}
