package dev.hocket.compiler.suggest;

import java.util.Optional;

/**
 * The answer of the search to one freeze.
 *
 * @param proposal the edits to make; empty if there is nothing to propose
 * @param place file and line of the statement; empty if it is unknown
 * @param text the proposal in words, or the reason why there is none
 */
record Answer(Optional<Proposal> proposal, String place, String text) {
  static Answer none(String place, String reason) {
    return new Answer(Optional.empty(), place, reason);
  }
}
