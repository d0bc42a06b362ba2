package dev.hocket.compiler.parse;

import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.diagnose.SourceText;
import dev.hocket.compiler.diagnose.Suggestion;
import dev.hocket.compiler.scan.DirectiveComment;
import dev.hocket.compiler.scan.JavaLexer;
import dev.hocket.compiler.scan.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Reads one directive; what it cannot read, it reports. */
public final class DirectiveParser {
  private static final String NAME_RULE = ", where a name is a Java identifier without quotes";

  private final SourceText source;
  private final Problems problems;
  private final DirectiveComment comment;
  private final List<Token> tokens;
  private int at;

  private DirectiveParser(SourceText source, Problems problems, DirectiveComment comment) {
    this.source = source;
    this.problems = problems;
    this.comment = comment;
    // A directive may end in a remark: //#omp target nowait // as it is slow
    this.tokens =
        JavaLexer.tokens(comment.text()).stream().filter(token -> !token.isComment()).toList();
  }

  /** Reads a comment; empty if it was reported instead. */
  public static Optional<Directive> parse(
      SourceText source, DirectiveComment comment, Problems problems) {
    DirectiveParser parser = new DirectiveParser(source, problems, comment);
    try {
      return Optional.of(parser.directive());
    } catch (Reported e) {
      return Optional.empty();
    }
  }

  private Directive directive() {
    if (comment.nearMiss()) {
      String word = word();
      String shown = comment.comment().lines().findFirst().orElseThrow().strip();
      throw report(Message.HK002, comment.start(), "comment", shown, "word", word);
    }
    int start = offset();
    String word = atWord() ? word() : "";
    return switch (word) {
      case Grammar.TARGET -> target();
      case Grammar.WAIT -> waitFor();
      case "" -> throw expected("a directive", "//#omp target … or //#omp wait(tag)");
      default -> throw unknownDirective(word, start);
    };
  }

  private Reported unknownDirective(String word, int start) {
    if (Grammar.LATER.contains(word)) {
      return report(Message.HK003, start, "word", word);
    }
    String suggestion = suggestion(word, Grammar.directiveWords());
    return report(Message.HK001, start, "word", word, "suggestion", suggestion);
  }

  private static String suggestion(String word, Collection<String> known) {
    return Suggestion.nearest(word, known).map(s -> "did you mean '" + s + "'? ").orElse("");
  }

  private Directive waitFor() {
    List<Name> tags = names(Grammar.WAIT_FORM);
    if (!atEnd()) {
      int start = offset();
      if (!atWord()) {
        throw expected("the end of the directive", Grammar.WAIT_FORM);
      }
      throw report(Message.HK007, start, "clause", word(), "directive", "wait", "clauses", "none");
    }
    return new Directive.Wait(comment, tags);
  }

  private Directive target() {
    List<Clause> clauses = new ArrayList<>();
    while (!atEnd()) {
      if (!clauses.isEmpty() && atSymbol(",")) {
        at++;
      }
      clauses.add(clause());
    }
    return new Directive.Target(comment, List.copyOf(clauses));
  }

  private Clause clause() {
    int start = offset();
    if (!atWord()) {
      throw expected("a clause", "target { [,] clause }");
    }
    String word = word();
    ClauseKind kind =
        Arrays.stream(ClauseKind.values())
            .filter(candidate -> candidate.word().equals(word))
            .findFirst()
            .orElseThrow(() -> unknownClause(word, start));
    return switch (kind.argument) {
      case NONE -> new Clause(kind, start, List.of(), null);
      case NAME -> new Clause(kind, start, List.of(onlyName(kind)), null);
      case NAMES -> new Clause(kind, start, names(kind.form()), null);
      case SHARING -> new Clause(kind, start, List.of(sharing(kind)), null);
      case EXPRESSION -> new Clause(kind, start, List.of(), expression(kind));
    };
  }

  private Reported unknownClause(String first, int start) {
    String word = first;
    while (atSymbol("-")) {
      at++;
      word += "-" + (atWord() ? word() : "");
    }
    if (Grammar.LATER_CLAUSES.contains(word)) {
      return report(Message.HK006, start, "clause", word);
    }
    if (Grammar.OTHER_CLAUSES.contains(word)) {
      return report(
          Message.HK007,
          start,
          "clause",
          word,
          "directive",
          "target",
          "clauses",
          Grammar.clauses());
    }
    List<String> known = Arrays.stream(ClauseKind.values()).map(ClauseKind::word).toList();
    return report(
        Message.HK005,
        start,
        "clause",
        word,
        "directive",
        "target",
        "suggestion",
        suggestion(word, known),
        "clauses",
        Grammar.clauses());
  }

  private Name onlyName(ClauseKind kind) {
    symbol("(", kind.form());
    Name name = name(kind.form());
    endOfNames(kind.form());
    return name;
  }

  private Name sharing(ClauseKind kind) {
    symbol("(", kind.form());
    int start = offset();
    Name name = name(kind.form());
    if (!List.of("shared", "none").contains(name.text())) {
      throw report(
          Message.HK004,
          start,
          "expected",
          "shared or none",
          "found",
          quote(name.text()),
          "form",
          kind.form());
    }
    symbol(")", kind.form());
    return name;
  }

  private List<Name> names(String form) {
    symbol("(", form);
    List<Name> names = new ArrayList<>();
    names.add(name(form));
    while (atSymbol(",")) {
      at++;
      names.add(name(form));
    }
    endOfNames(form);
    return List.copyOf(names);
  }

  private void endOfNames(String form) {
    symbol(")", atEnd() ? form : form + NAME_RULE);
  }

  private Name name(String form) {
    int start = offset();
    if (!atWord()) {
      throw expected("a name", atEnd() ? form : form + NAME_RULE);
    }
    return new Name(word(), start);
  }

  /** Everything up to the parenthesis that closes the clause. */
  private Name expression(ClauseKind kind) {
    symbol("(", kind.form());
    int first = at;
    int depth = 0;
    while (!atEnd() && !(depth == 0 && atSymbol(")"))) {
      depth += atSymbol("(") ? 1 : atSymbol(")") ? -1 : 0;
      at++;
    }
    if (at == first) {
      throw expected("an expression", kind.form());
    }
    int start = tokens.get(first).start();
    String text = comment.text().substring(start, tokens.get(at - 1).end());
    symbol(")", kind.form());
    return new Name(text, comment.textStart() + start);
  }

  private void symbol(String symbol, String form) {
    if (!atSymbol(symbol)) {
      throw expected(quote(symbol), form);
    }
    at++;
  }

  private String word() {
    String word = text(tokens.get(at));
    at++;
    // The only directive of two words: it would be a subtraction in Java.
    if (word.equals("async") && atSymbol("-")) {
      at += 2;
      return "async-call";
    }
    return word;
  }

  private boolean atEnd() {
    return tokens.get(at).kind() == Token.Kind.END;
  }

  private boolean atWord() {
    return tokens.get(at).kind() == Token.Kind.WORD;
  }

  private boolean atSymbol(String symbol) {
    return text(tokens.get(at)).equals(symbol);
  }

  private String text(Token token) {
    return comment.text().substring(token.start(), token.end());
  }

  private int offset() {
    Token token = tokens.get(at);
    // The end of the directive is shown at its last character, which is on the line for sure.
    int start =
        token.kind() == Token.Kind.END ? comment.text().stripTrailing().length() : token.start();
    return comment.textStart() + start;
  }

  private Reported expected(String what, String form) {
    String found = atEnd() ? "the end of the directive" : quote(text(tokens.get(at)));
    return report(Message.HK004, offset(), "expected", what, "found", found, "form", form);
  }

  private static String quote(String text) {
    return "'" + text + "'";
  }

  private Reported report(Message message, int offset, String... values) {
    problems.report(message, source, offset, values);
    return new Reported();
  }

  /** Leaves the directive once it has been reported. */
  private static final class Reported extends RuntimeException {
    private static final long serialVersionUID = 1;

    Reported() {
      super(null, null, false, false);
    }
  }
}
