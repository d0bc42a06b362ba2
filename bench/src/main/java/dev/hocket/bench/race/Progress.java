package dev.hocket.bench.race;

import java.time.Duration;

/**
 * Prints the number of finished rounds of a race to the error output. A terminal shows one line,
 * rewritten after each round; a file gets at most one line a minute.
 */
final class Progress {
  private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();

  private final boolean terminal = System.console() != null && System.console().isTerminal();
  private final String title;
  private final int rounds;
  private long shownNanos = System.nanoTime();

  Progress(String title, int rounds) {
    this.title = title;
    this.rounds = rounds;
  }

  void done(int round) {
    String line = "%s: round %d of %d".formatted(title, round, rounds);
    if (terminal) {
      System.err.print("\r" + line + (round == rounds ? "\n" : ""));
    } else if (System.nanoTime() - shownNanos >= PAUSE_NANOS) {
      shownNanos = System.nanoTime();
      System.err.println(line);
    }
  }
}
