package dev.hocket.compiler.suggest.source;

import java.util.Optional;

/**
 * The answer for one freeze.
 *
 * @param proposal the edits to make; empty if there is nothing to propose
 * @param place file and line of the statement; empty if it is unknown
 * @param text the proposal in words, or the reason why there is none
 * @param next the second step, which shares out the loop that the proposal moves
 */
public record Answer(Optional<Proposal> proposal, String place, String text, Optional<Next> next) {
  /**
   * A second step.
   *
   * @param proposal both steps together
   * @param directive the directive of the second step
   */
  public record Next(Proposal proposal, String directive) {}

  public static Answer none(String place, String reason) {
    return new Answer(Optional.empty(), place, reason, Optional.empty());
  }

  /** A copy with another place and text. */
  public Answer said(String place, String text) {
    return new Answer(proposal, place, text, next);
  }

  /** A copy whose text mentions the second step; if it is wanted, the proposal contains it, too. */
  public Answer withNext(boolean wanted) {
    if (next.isEmpty()) {
      return this;
    }
    String directive = next.get().directive();
    return wanted
        ? new Answer(
            Optional.of(next.get().proposal()),
            place,
            text + ", and share the loop out: " + directive,
            next)
        : said(place, text + "; as a second step (--parallel) share the loop out: " + directive);
  }
}
