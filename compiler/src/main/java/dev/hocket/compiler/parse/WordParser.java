package dev.hocket.compiler.parse;

import dev.hocket.compiler.diagnose.Message;
import java.util.List;

/** Parses a clause that contains one of several words, such as {@code schedule(dynamic, 4)}. */
final class WordParser {
  private final Cursor cursor;
  private final ClauseKind kind;
  private final int start;

  WordParser(Cursor cursor, ClauseKind kind, int start) {
    this.cursor = cursor;
    this.kind = kind;
    this.start = start;
  }

  Clause schedule() {
    cursor.symbol("(", kind.form());
    for (String modifier : Grammar.MODIFIERS) {
      cursor.take(modifier, ":");
    }
    Name word = cursor.oneOf(Grammar.SCHEDULES, kind.form());
    boolean hasChunk = Grammar.CHUNKED.contains(word.text()) && cursor.take(",");
    Name chunk = hasChunk ? cursor.untilClosed("an expression", kind.form()) : null;
    cursor.symbol(")", kind.form());
    return new Clause(kind, start, List.of(), chunk, word);
  }

  Clause order() {
    cursor.symbol("(", kind.form());
    if (!cursor.take("reproducible", ":")) {
      cursor.take("unconstrained", ":");
    }
    return last(List.of("concurrent"));
  }

  /** Parses a clause that contains only one of some words. */
  Clause one(List<String> words) {
    cursor.symbol("(", kind.form());
    return last(words);
  }

  private Clause last(List<String> words) {
    Name word = cursor.oneOf(words, kind.form());
    cursor.symbol(")", kind.form());
    return new Clause(kind, start, List.of(), null, word);
  }

  Clause sharing() {
    cursor.symbol("(", kind.form());
    int at = cursor.offset();
    Name name = cursor.name(kind.form());
    if (!List.of("shared", "none").contains(name.text())) {
      throw cursor.report(
          Message.HK004,
          at,
          "expected",
          "shared or none",
          "found",
          Cursor.quote(name.text()),
          "form",
          kind.form());
    }
    cursor.symbol(")", kind.form());
    return new Clause(kind, start, List.of(name), null);
  }
}
