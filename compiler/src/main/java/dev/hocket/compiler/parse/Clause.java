package dev.hocket.compiler.parse;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A clause of a directive.
 *
 * @param kind its kind
 * @param offset where it stands in the source file
 * @param names the names in its list, for kinds that take names
 * @param expression the Java expression, for kinds that take one, else null; of a reduction by a
 *     method the neutral value
 * @param word the operator or the method of a reduction, or the kind of a schedule, else null
 * @param section of its only name, if that is an array of which a part is reduced
 */
public record Clause(
    ClauseKind kind,
    int offset,
    List<Name> names,
    Name expression,
    Name word,
    Optional<Section> section) {

  /**
   * A part of an array, as OpenMP writes it: {@code [low : length]}.
   *
   * @param low the first index; empty for 0
   * @param length how many elements; empty for all up to the end
   */
  public record Section(Optional<Name> low, Optional<Name> length) {
    /** The expressions that are written. */
    public List<Name> expressions() {
      return Stream.of(low, length).flatMap(Optional::stream).toList();
    }
  }

  /** A clause without a section. */
  public Clause(ClauseKind kind, int offset, List<Name> names, Name expression, Name word) {
    this(kind, offset, names, expression, word, Optional.empty());
  }

  /** A clause without a word. */
  public Clause(ClauseKind kind, int offset, List<Name> names, Name expression) {
    this(kind, offset, names, expression, null);
  }

  /** Whether its list holds a variable. */
  public boolean lists(String variable) {
    return names.stream().anyMatch(name -> name.text().equals(variable));
  }

  /** Whether it is a reduction by a method, and not by an operator. */
  public boolean isByMethod() {
    return kind.combines() && word.text().contains("::");
  }
}
