package dev.hocket.compiler.parse;

import java.util.ArrayList;
import java.util.List;

/** Parses a clause with a list, such as {@code depend(in: a, b)}: each item gives a clause. */
final class ListParser {
  private final Cursor cursor;
  private final ClauseKind kind;
  private final int start;

  ListParser(Cursor cursor, ClauseKind kind, int start) {
    this.cursor = cursor;
    this.kind = kind;
    this.start = start;
  }

  List<Clause> locations() {
    cursor.symbol("(", kind.form());
    Name access = cursor.oneOf(Grammar.ACCESSES, kind.form());
    cursor.symbol(":", kind.form());
    List<Clause> clauses = new ArrayList<>();
    do {
      Name location = cursor.untilSeparated("a location", kind.form());
      clauses.add(new Clause(kind, start, List.of(), location, access));
    } while (cursor.take(","));
    cursor.symbol(")", kind.form());
    return clauses;
  }

  List<Clause> types() {
    cursor.symbol("(", kind.form());
    List<Clause> clauses = new ArrayList<>();
    do {
      clauses.add(new Clause(kind, start, List.of(), type()));
    } while (cursor.take(","));
    cursor.endOfNames(kind.form());
    return clauses;
  }

  private Name type() {
    Name first = cursor.name(kind.form());
    StringBuilder type = new StringBuilder(first.text());
    while (cursor.take(".")) {
      type.append('.').append(cursor.name(kind.form()).text());
    }
    return new Name(type.toString(), first.offset());
  }
}
