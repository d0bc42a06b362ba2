package dev.hocket.compiler.parse;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A clause of a directive.
 *
 * @param kind the kind of clause
 * @param offset the offset of the clause in the source file
 * @param names the names in the clause's list, if its kind takes names
 * @param expression the Java expression, if the kind takes one, else null; for a reduction by a
 *     method, the neutral value
 * @param word the operator or method of a reduction, the kind of a schedule, or {@code strict}
 *     before a number; else null
 * @param section the section of the only name, if a part of an array is reduced
 */
public record Clause(
    ClauseKind kind,
    int offset,
    List<Name> names,
    Name expression,
    Name word,
    Optional<Section> section) {

  /**
   * A section of an array in OpenMP's notation: {@code [low : length]}.
   *
   * @param low the index of the first element; empty for 0
   * @param length the number of elements; empty for all up to the end
   */
  public record Section(Optional<Name> low, Optional<Name> length) {
    /** The expressions that the section contains. */
    public List<Name> expressions() {
      return Stream.of(low, length).flatMap(Optional::stream).toList();
    }
  }

  /** Creates a clause without a section. */
  public Clause(ClauseKind kind, int offset, List<Name> names, Name expression, Name word) {
    this(kind, offset, names, expression, word, Optional.empty());
  }

  /** Creates a clause without a word. */
  public Clause(ClauseKind kind, int offset, List<Name> names, Name expression) {
    this(kind, offset, names, expression, null);
  }

  /** Whether the clause lists a variable. */
  public boolean lists(String variable) {
    return names.stream().anyMatch(name -> name.text().equals(variable));
  }

  /** Whether the clause requires exactly its number: {@code num_threads(strict: 4)}. */
  public boolean isStrict() {
    return word != null && word.text().equals(Grammar.STRICT);
  }

  /** Whether the clause is a reduction by a method rather than an operator. */
  public boolean isByMethod() {
    return kind.combines() && word.text().contains("::");
  }
}
