package dev.hocket.compiler.inspect;

import java.util.List;
import java.util.Optional;

/**
 * A directive with the statement, method or lambda that it governs, if it governs one.
 *
 * @param start where the directive begins
 * @param end where it ends
 * @param word its word: {@code target}
 * @param facts what it does here, a sentence each
 * @param target the target that runs the statement, if it is another than that around it
 * @param codeStart where the statement begins; where the directive ends if there is none
 * @param codeEnd where the statement ends
 */
public record Governed(
    int start,
    int end,
    String word,
    List<String> facts,
    Optional<String> target,
    int codeStart,
    int codeEnd) {
  /** Keeps a copy of the facts. */
  public Governed {
    facts = List.copyOf(facts);
  }
}
