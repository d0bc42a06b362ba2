package dev.hocket.compiler.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Parses a clause that combines partial results by an operator, {@code reduction(+: sum,
 * counts[2:n])}, or by a method with a neutral value, {@code reduction(Stats::plus, Stats::new:
 * all)}.
 */
final class ReductionParser {
  private final Cursor cursor;
  private final ClauseKind kind;
  private final int start;

  ReductionParser(Cursor cursor, ClauseKind kind, int start) {
    this.cursor = cursor;
    this.kind = kind;
    this.start = start;
  }

  /** Parses the clause: one for all variables without a section, and one for each array section. */
  List<Clause> clauses() {
    cursor.symbol("(", kind.form());
    return cursor.atMethod() ? byMethod() : byOperator();
  }

  private List<Clause> byMethod() {
    Name method = cursor.until(List.of(",", ":", ")"), "a method", kind.form());
    if (!cursor.take(",")) {
      throw cursor.expected("',' and a neutral value", kind.form());
    }
    Name neutral = cursor.until(List.of(":", ")"), "a neutral value", kind.form());
    cursor.symbol(":", kind.form());
    List<Name> names = new ArrayList<>();
    do {
      names.add(cursor.name(kind.form()));
    } while (cursor.take(","));
    cursor.endOfNames(kind.form());
    return List.of(new Clause(kind, start, List.copyOf(names), neutral, method));
  }

  private List<Clause> byOperator() {
    Name operator = operator();
    cursor.symbol(":", kind.form());
    List<Name> names = new ArrayList<>();
    List<Clause> clauses = new ArrayList<>();
    do {
      Name name = cursor.name(kind.form());
      if (cursor.take("[")) {
        Optional<Clause.Section> section = Optional.of(section());
        clauses.add(new Clause(kind, start, List.of(name), null, operator, section));
      } else {
        names.add(name);
      }
    } while (cursor.take(","));
    cursor.endOfNames(kind.form());
    if (!names.isEmpty()) {
      clauses.addFirst(new Clause(kind, start, List.copyOf(names), null, operator));
    }
    return clauses;
  }

  private Clause.Section section() {
    Optional<Name> low = part(":");
    cursor.symbol(":", kind.form());
    Optional<Name> length = part("]");
    cursor.symbol("]", kind.form());
    return new Clause.Section(low, length);
  }

  private Optional<Name> part(String end) {
    return cursor.at(end)
        ? Optional.empty()
        : Optional.of(cursor.until(List.of(":", "]", ")"), "an index", kind.form()));
  }

  private Name operator() {
    int at = cursor.offset();
    for (String twice : List.of("&", "|")) {
      if (cursor.take(twice, twice)) {
        return new Name(twice + twice, at);
      }
    }
    return cursor.oneOf(Grammar.OPERATORS, kind.form());
  }
}
