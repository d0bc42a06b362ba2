package dev.hocket.bench;

/** How long to measure. */
record Settings(int warmUpRounds, int rounds, long seed) {
  static final Settings FULL = new Settings(10, 41, 1);

  /** Enough to see that a benchmark runs and its results are right; the figures mean little. */
  static final Settings QUICK = new Settings(1, 3, 1);

  /** For a benchmark whose rounds take long. */
  Settings withAtMost(int mostRounds) {
    return new Settings(warmUpRounds, Math.min(rounds, mostRounds), seed);
  }
}
