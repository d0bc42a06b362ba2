package dev.hocket.compiler.inspect;

import java.util.List;
import java.util.Optional;

/**
 * A directive, with the statement, method or lambda that it governs, if there is one.
 *
 * @param start the offset where the directive begins
 * @param end the offset where it ends
 * @param word its keyword: {@code target}
 * @param facts its meaning here, one sentence per element
 * @param target the target that runs the statement, if that differs from the code around it
 * @param codeStart the offset where the statement begins; {@code end} if there is no statement
 * @param codeEnd the offset where the statement ends; {@code end} if there is none
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
