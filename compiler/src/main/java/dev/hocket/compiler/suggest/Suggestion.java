package dev.hocket.compiler.suggest;

import java.time.Duration;
import java.util.List;

/**
 * The answer to some freezes: a proposal, or the reason why there is none.
 *
 * @param freezes the freezes
 * @param proposed whether the patch has a proposal for them
 * @param place file and line of the statement, as in {@code Panel.java:12}; empty if none is known
 * @param text the proposal in words, or the reason why there is none
 */
public record Suggestion(List<Freeze> freezes, boolean proposed, String place, String text) {
  /** Keeps a copy of the freezes. */
  public Suggestion {
    freezes = List.copyOf(freezes);
  }

  /**
   * The total duration of the freezes.
   *
   * @return the sum of their durations
   */
  public Duration time() {
    return freezes.stream().map(Freeze::duration).reduce(Duration.ZERO, Duration::plus);
  }
}
