package dev.hocket.compiler.parse;

import java.util.List;

/**
 * A clause of a directive.
 *
 * @param kind its kind
 * @param offset where it stands in the source file
 * @param names the names in its list, for kinds that take names
 * @param expression the Java expression, for kinds that take one, else null
 * @param word the operator of a reduction or the kind of a schedule, else null
 */
public record Clause(ClauseKind kind, int offset, List<Name> names, Name expression, Name word) {
  /** A clause without a word. */
  public Clause(ClauseKind kind, int offset, List<Name> names, Name expression) {
    this(kind, offset, names, expression, null);
  }

  /** Whether its list holds a variable. */
  public boolean lists(String variable) {
    return names.stream().anyMatch(name -> name.text().equals(variable));
  }
}
