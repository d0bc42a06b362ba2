package dev.hocket.compiler.parse;

import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.diagnose.SourceText;
import dev.hocket.compiler.diagnose.Suggestion;
import dev.hocket.compiler.scan.DirectiveComment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads one directive; what it cannot read, it reports. */
public final class DirectiveParser {
  private final DirectiveComment comment;
  private final Cursor cursor;

  private DirectiveParser(SourceText source, Problems problems, DirectiveComment comment) {
    this.comment = comment;
    this.cursor = new Cursor(source, problems, comment);
  }

  /** Reads a comment; empty if it was reported instead. */
  public static Optional<Directive> parse(
      SourceText source, DirectiveComment comment, Problems problems) {
    DirectiveParser parser = new DirectiveParser(source, problems, comment);
    try {
      return Optional.of(parser.directive());
    } catch (Cursor.Reported e) {
      return Optional.empty();
    }
  }

  private Directive directive() {
    if (comment.nearMiss()) {
      String word = cursor.hyphenated();
      String shown = comment.comment().lines().findFirst().orElseThrow().strip();
      throw cursor.report(Message.HK002, comment.start(), "comment", shown, "word", word);
    }
    int start = cursor.offset();
    String word = cursor.atWord() ? cursor.hyphenated() : "";
    return switch (word) {
      case Grammar.TARGET -> target();
      case Grammar.WAIT -> waitFor();
      case Grammar.ASYNC -> async();
      case Grammar.ASYNC_CALL, Grammar.ASYNC_CALL_TOO -> asyncCall();
      case Grammar.AWAIT -> shortAwait(start);
      case "" -> throw cursor.expected("a directive", "//#omp target … or //#omp wait(tag)");
      default -> throw unknownDirective(word, start);
    };
  }

  private Cursor.Reported unknownDirective(String word, int start) {
    if (Grammar.LATER.contains(word)) {
      return cursor.report(Message.HK003, start, "word", word);
    }
    String suggestion =
        clauseOf(word)
            .map(DirectiveParser::behindItsTarget)
            .orElseGet(() -> suggestion(word, Grammar.directiveWords()));
    return cursor.report(Message.HK001, start, "word", word, "suggestion", suggestion);
  }

  private static Optional<ClauseKind> clauseOf(String word) {
    return Arrays.stream(ClauseKind.values()).filter(kind -> kind.word().equals(word)).findFirst();
  }

  private static String behindItsTarget(ClauseKind clause) {
    return "a directive is one line: write the clause behind its target, //#omp target … "
        + clause.form()
        + "; ";
  }

  private static String suggestion(String word, Collection<String> known) {
    return Suggestion.nearest(word, known).map(s -> "did you mean '" + s + "'? ").orElse("");
  }

  private Directive waitFor() {
    List<Name> tags = names(Grammar.WAIT_FORM);
    boolean awaits = cursor.take(Grammar.AWAIT) || cursor.take(",", Grammar.AWAIT);
    if (!cursor.atEnd()) {
      throw trailing(Grammar.WAIT, Grammar.AWAIT, Grammar.WAIT_FORM);
    }
    return new Directive.Wait(comment, tags, awaits);
  }

  private Directive async() {
    if (!cursor.atEnd()) {
      throw trailing(Grammar.ASYNC, "none", Grammar.ASYNC);
    }
    return new Directive.Async(comment);
  }

  private Directive asyncCall() {
    int start = cursor.offset();
    if (cursor.take(Grammar.AWAIT)) {
      return awaitCalls(start, Grammar.ASYNC_CALL_FORM);
    }
    ClauseKind mode =
        Stream.of(ClauseKind.NOWAIT, ClauseKind.NAME_AS)
            .filter(kind -> cursor.take(kind.word()))
            .findFirst()
            .orElseThrow(
                () -> cursor.expected("await, nowait or name_as", Grammar.ASYNC_CALL_FORM));
    List<Name> tag = mode == ClauseKind.NAME_AS ? List.of(onlyName(mode)) : List.of();
    return calls(new Clause(mode, start, tag, null), Grammar.ASYNC_CALL_FORM);
  }

  private Directive shortAwait(int start) {
    if (!cursor.at("(")) {
      throw cursor.expected(Cursor.quote("("), meantByAwait());
    }
    return awaitCalls(start, Grammar.AWAIT_FORM);
  }

  /** What was surely meant by an {@code await} without parentheses. */
  private String meantByAwait() {
    boolean ofBlock =
        cursor.at(Grammar.TARGET)
            || Arrays.stream(ClauseKind.values()).anyMatch(kind -> cursor.at(kind.word()));
    if (ofBlock || !cursor.atWord()) {
      return "target virtual(worker) await before a block"
          + (ofBlock ? "" : ", await(find(String)) before a statement that calls the method");
    }
    return Grammar.AWAIT + "(" + cursor.rest() + ")";
  }

  private Directive awaitCalls(int start, String form) {
    return calls(new Clause(ClauseKind.AWAIT, start, List.of(), null), form);
  }

  private Directive calls(Clause mode, String form) {
    List<Signature> signatures = new SignatureParser(cursor, form).list();
    if (!cursor.atEnd()) {
      throw trailing(Grammar.ASYNC_CALL, "none", form);
    }
    return new Directive.AsyncCall(comment, mode, signatures);
  }

  /** What stands behind a directive that is complete. */
  private Cursor.Reported trailing(String directive, String clauses, String form) {
    int start = cursor.offset();
    if (!cursor.atWord()) {
      return cursor.expected("the end of the directive", form);
    }
    String word = cursor.hyphenated();
    return cursor.report(
        Message.HK007, start, "clause", word, "directive", directive, "clauses", clauses);
  }

  private Directive target() {
    List<Clause> clauses = new ArrayList<>();
    while (!cursor.atEnd()) {
      if (!clauses.isEmpty()) {
        cursor.take(",");
      }
      clauses.add(clause(clauses.isEmpty()));
    }
    return new Directive.Target(comment, List.copyOf(clauses), false);
  }

  private Clause clause(boolean first) {
    int start = cursor.offset();
    if (!cursor.atWord()) {
      boolean isName = first && cursor.at("(");
      throw cursor.expected(
          "a clause", isName ? "target virtual(worker)" : "target { [,] clause }");
    }
    String word = cursor.hyphenated();
    ClauseKind kind = clauseOf(word).orElseThrow(() -> unknownClause(word, start, first));
    return switch (kind.argument) {
      case NONE -> new Clause(kind, start, List.of(), null);
      case NAME -> new Clause(kind, start, List.of(onlyName(kind)), null);
      case NAMES -> new Clause(kind, start, names(kind.form()), null);
      case SHARING -> new Clause(kind, start, List.of(sharing(kind)), null);
      case EXPRESSION -> new Clause(kind, start, List.of(), expression(kind));
    };
  }

  private Cursor.Reported unknownClause(String word, int start, boolean first) {
    if (Grammar.LATER_CLAUSES.contains(word)) {
      return cursor.report(Message.HK006, start, "clause", word, "clauses", Grammar.clauses());
    }
    if (Grammar.OTHER_CLAUSES.contains(word)) {
      return cursor.report(
          Message.HK007,
          start,
          "clause",
          word,
          "directive",
          Grammar.TARGET,
          "clauses",
          Grammar.clauses());
    }
    List<String> known = Arrays.stream(ClauseKind.values()).map(ClauseKind::word).toList();
    String slip = suggestion(word, known);
    boolean isName = slip.isEmpty() && first && !word.contains("-") && !cursor.at("(");
    return cursor.report(
        Message.HK005,
        start,
        "clause",
        word,
        "directive",
        Grammar.TARGET,
        "suggestion",
        isName ? "did you mean 'virtual(" + word + ")'? " : slip,
        "clauses",
        Grammar.clauses());
  }

  private Name onlyName(ClauseKind kind) {
    cursor.symbol("(", kind.form());
    Name name = cursor.name(kind.form());
    cursor.endOfNames(kind.form());
    return name;
  }

  private Name sharing(ClauseKind kind) {
    cursor.symbol("(", kind.form());
    int start = cursor.offset();
    Name name = cursor.name(kind.form());
    if (!List.of("shared", "none").contains(name.text())) {
      throw cursor.report(
          Message.HK004,
          start,
          "expected",
          "shared or none",
          "found",
          Cursor.quote(name.text()),
          "form",
          kind.form());
    }
    cursor.symbol(")", kind.form());
    return name;
  }

  private List<Name> names(String form) {
    cursor.symbol("(", form);
    List<Name> names = new ArrayList<>();
    do {
      names.add(cursor.name(form));
    } while (cursor.take(","));
    cursor.endOfNames(form);
    return List.copyOf(names);
  }

  private Name expression(ClauseKind kind) {
    cursor.symbol("(", kind.form());
    Name expression = cursor.untilClosed("an expression", kind.form());
    cursor.symbol(")", kind.form());
    return expression;
  }
}
