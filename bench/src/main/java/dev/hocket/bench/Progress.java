package dev.hocket.bench;

import java.time.Duration;

/**
 * How many rounds of a race are over, on the error output: on a terminal one line that is rewritten
 * after each round, elsewhere a line at most once a minute.
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
