package dev.hocket.compiler.suggest;

import java.time.Duration;
import java.util.List;

/**
 * What can be done about some freezes.
 *
 * @param freezes those that it is about; all have the same answer
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
   * How long the freezes took together.
   *
   * @return the sum
   */
  public Duration time() {
    return freezes.stream().map(Freeze::duration).reduce(Duration.ZERO, Duration::plus);
  }
}
