package dev.hocket.compiler.parse;

import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.diagnose.SourceText;
import dev.hocket.compiler.scan.DirectiveComment;
import dev.hocket.compiler.scan.JavaLexer;
import dev.hocket.compiler.scan.Token;
import java.util.List;

/** Walks through the tokens of a directive, and reports unexpected tokens. */
final class Cursor {
  private static final String NAME_RULE = ", where a name is a Java identifier without quotes";

  private final SourceText source;
  private final Problems problems;
  private final DirectiveComment comment;
  private final List<Token> tokens;
  private int at;

  Cursor(SourceText source, Problems problems, DirectiveComment comment) {
    this.source = source;
    this.problems = problems;
    this.comment = comment;
    // A directive may end with a remark: //#omp target nowait // as it is slow
    this.tokens =
        JavaLexer.tokens(comment.text()).stream().filter(token -> !token.isComment()).toList();
  }

  boolean atEnd() {
    return tokens.get(at).kind() == Token.Kind.END;
  }

  boolean atWord() {
    return tokens.get(at).kind() == Token.Kind.WORD;
  }

  boolean at(String... texts) {
    for (int i = 0; i < texts.length; i++) {
      if (at + i >= tokens.size() || !text(tokens.get(at + i)).equals(texts[i])) {
        return false;
      }
    }
    return true;
  }

  /** Skips the given tokens if they come next. */
  boolean take(String... texts) {
    boolean there = at(texts);
    at += there ? texts.length : 0;
    return there;
  }

  /** Whether a word with a single colon comes next, which no expression starts with. */
  boolean atLabel() {
    return atWord()
        && text(tokens.get(at + 1)).equals(":")
        && !text(tokens.get(at + 2)).equals(":");
  }

  void skip() {
    at++;
  }

  String word() {
    String word = text(tokens.get(at));
    at++;
    return word;
  }

  /** Reads words that hyphens join: {@code async-call}. */
  String hyphenated() {
    StringBuilder word = new StringBuilder(word());
    while (take("-")) {
      word.append('-').append(atWord() ? word() : "");
    }
    return word.toString();
  }

  Name name(String form) {
    int start = offset();
    if (!atWord()) {
      throw expected("a name", atEnd() ? form : form + NAME_RULE);
    }
    return new Name(word(), start);
  }

  /** Reads one of the given words or symbols. */
  Name oneOf(List<String> words, String form) {
    int start = offset();
    return words.stream()
        .filter(this::take)
        .findFirst()
        .map(word -> new Name(word, start))
        .orElseThrow(() -> expected(String.join(", ", words), form));
  }

  void symbol(String symbol, String form) {
    if (!take(symbol)) {
      throw expected(quote(symbol), form);
    }
  }

  void endOfNames(String form) {
    symbol(")", atEnd() ? form : form + NAME_RULE);
  }

  /** Reads the text up to the closing parenthesis. */
  Name untilClosed(String what, String form) {
    int first = at;
    int depth = 0;
    while (!atEnd() && !(depth == 0 && at(")"))) {
      depth += at("(") ? 1 : at(")") ? -1 : 0;
      at++;
    }
    return from(first, what, form);
  }

  /** Reads the text up to the closing parenthesis or a comma outside of brackets. */
  Name untilSeparated(String what, String form) {
    return until(List.of(")", ","), what, form);
  }

  /**
   * Reads the text up to one of the given symbols outside of brackets. A double colon does not
   * count as a colon.
   */
  Name until(List<String> ends, String what, String form) {
    int first = at;
    int depth = 0;
    while (!atEnd() && !(depth == 0 && ends.stream().anyMatch(this::at) && !at(":", ":"))) {
      boolean opens = at("(") || at("[") || at("{");
      boolean closes = at(")") || at("]") || at("}");
      depth += opens ? 1 : closes ? -1 : 0;
      at += at(":", ":") ? 2 : 1;
    }
    return from(first, what, form);
  }

  /** Whether a method reference comes next: a type and two colons. */
  boolean atMethod() {
    int next = at;
    while (tokens.get(next).kind() == Token.Kind.WORD && text(tokens.get(next + 1)).equals(".")) {
      next += 2;
    }
    return tokens.get(next).kind() == Token.Kind.WORD
        && text(tokens.get(next + 1)).equals(":")
        && text(tokens.get(next + 2)).equals(":");
  }

  private Name from(int first, String what, String form) {
    if (at == first) {
      throw expected(what, form);
    }
    int start = tokens.get(first).start();
    String text = comment.text().substring(start, tokens.get(at - 1).end());
    return new Name(text, comment.textStart() + start);
  }

  /** The remaining text as it is written. */
  String rest() {
    int end = atEnd() ? tokens.get(at).start() : tokens.get(tokens.size() - 2).end();
    return comment.text().substring(tokens.get(at).start(), end);
  }

  int offset() {
    Token token = tokens.get(at);
    // A message about the end of the directive points to its last character, because that is
    // certainly on the line.
    int start =
        token.kind() == Token.Kind.END ? comment.text().stripTrailing().length() : token.start();
    return comment.textStart() + start;
  }

  Reported expected(String what, String form) {
    String found = atEnd() ? "the end of the directive" : quote(text(tokens.get(at)));
    return report(Message.HK004, offset(), "expected", what, "found", found, "form", form);
  }

  static String quote(String text) {
    return "'" + text + "'";
  }

  Reported report(Message message, int offset, String... values) {
    problems.report(message, source, offset, values);
    return new Reported();
  }

  private String text(Token token) {
    return JavaLexer.decoded(comment.text().substring(token.start(), token.end()));
  }

  /** Ends the parsing of a directive after a fault has been reported. */
  static final class Reported extends RuntimeException {
    private static final long serialVersionUID = 1;

    Reported() {
      super(null, null, false, false);
    }
  }
}
