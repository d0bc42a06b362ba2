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

/** Parses a directive, and reports text that it cannot parse. */
public final class DirectiveParser {
  private final DirectiveComment comment;
  private final Cursor cursor;

  private DirectiveParser(SourceText source, Problems problems, DirectiveComment comment) {
    this(comment, new Cursor(source, problems, comment));
  }

  private DirectiveParser(DirectiveComment comment, Cursor cursor) {
    this.comment = comment;
    this.cursor = cursor;
  }

  /** Parses a comment. If that fails, reports the fault and returns empty. */
  public static Optional<Directive> parse(
      SourceText source, DirectiveComment comment, Problems problems) {
    DirectiveParser parser = new DirectiveParser(source, problems, comment);
    try {
      Directive directive = parser.directive();
      parser.refuseBroken(source);
      return Optional.of(directive);
    } catch (Cursor.Reported e) {
      return Optional.empty();
    }
  }

  /**
   * Reports a directive that a formatter has broken into several comments, because the later ones
   * would be ignored. The comments below belong to the directive if the joined text parses.
   */
  private void refuseBroken(SourceText source) {
    for (int lines = 1; lines <= comment.below().size(); lines++) {
      DirectiveComment joined = comment.joined(lines);
      if (isDirective(source, joined)) {
        String shown = comment.comment().strip();
        String meant = joined.text().strip().replaceAll("\\s+", " ");
        throw cursor.report(Message.HK002, comment.start(), "comment", shown, "directive", meant);
      }
    }
  }

  private static boolean isDirective(SourceText source, DirectiveComment comment) {
    return !comment.text().contains("//") && parse(source, comment, new Problems()).isPresent();
  }

  private Directive directive() {
    if (comment.nearMiss()) {
      String shown = comment.comment().lines().findFirst().orElseThrow().strip();
      String meant =
          comment.text().lines().findFirst().orElse("").replaceFirst("\\*/$", "").strip();
      throw cursor.report(Message.HK002, comment.start(), "comment", shown, "directive", meant);
    }
    int start = cursor.offset();
    String word = cursor.atWord() ? cursor.hyphenated() : "";
    return switch (word) {
      case Grammar.ASYNC_CALL_TOO -> directive(DirectiveKind.ASYNC_CALL);
      case Grammar.GUI -> guiBlock("edt", ClauseKind.NOWAIT);
      case Grammar.FREE_GUI -> guiBlock("worker", ClauseKind.AWAIT);
      case Grammar.TASKWAIT -> cursor.at("(") ? waitFor(true) : directive(DirectiveKind.TASKWAIT);
      case Grammar.TASKCANCEL -> {
        List<Name> tags = names(Grammar.TASKCANCEL_FORM);
        if (!cursor.atEnd()) {
          throw cursor.expected("the end of the directive", Grammar.TASKCANCEL_FORM);
        }
        yield new Directive.Taskcancel(comment, tags);
      }
      case "parallel" -> directive(parallel());
      case "cancellation" -> {
        if (!cursor.take("point")) {
          throw cursor.expected("'point'", DirectiveKind.CANCELLATION_POINT.form());
        }
        yield directive(DirectiveKind.CANCELLATION_POINT);
      }
      case Grammar.AWAIT -> {
        checkLine();
        yield shortAwait(start);
      }
      case "" -> throw cursor.expected("a directive", "//#omp target … or //#omp wait(tag)");
      default -> directive(DirectiveKind.of(word).orElseThrow(() -> unknownDirective(word, start)));
    };
  }

  /**
   * Reports a directive on the line of the previous statement: it would govern the next statement.
   */
  private void checkLine() {
    if (comment.behindStatement()) {
      throw cursor.report(Message.HK049, comment.start());
    }
  }

  private DirectiveKind parallel() {
    return DirectiveKind.PARALLEL.combined().stream()
        .filter(kind -> cursor.take(kind.lastWord()))
        .findFirst()
        .orElse(DirectiveKind.PARALLEL);
  }

  private Directive directive(DirectiveKind kind) {
    return switch (kind) {
      case WAIT -> waitFor(false);
      case BARRIER -> alone(kind, new Directive.Barrier(comment));
      case TASKWAIT -> alone(kind, new Directive.Taskwait(comment, cursor.take(Grammar.AWAIT)));
      case TASKYIELD -> alone(kind, new Directive.Taskyield(comment));
      case FLUSH -> flush();
      case CANCEL, CANCELLATION_POINT -> cancel(kind);
      case ASYNC -> {
        checkLine();
        yield async();
      }
      case ASYNC_CALL -> {
        checkLine();
        yield asyncCall();
      }
      case TARGET,
          PARALLEL,
          FOR,
          LOOP,
          SECTIONS,
          PARALLEL_FOR,
          PARALLEL_LOOP,
          PARALLEL_SECTIONS,
          PARALLEL_MASKED,
          PARALLEL_MASTER,
          SECTION,
          SINGLE,
          MASTER,
          MASKED,
          CRITICAL,
          ATOMIC,
          ORDERED,
          TASK,
          TASKLOOP,
          TASKGROUP -> {
        checkLine();
        yield construct(kind);
      }
    };
  }

  private Cursor.Reported unknownDirective(String word, int start) {
    if (Grammar.UNSUPPORTED.containsKey(word)) {
      String way = Grammar.UNSUPPORTED.get(word);
      return cursor.report(Message.HK003, start, "word", word, "way", way);
    }
    String suggestion =
        clauseOf(word)
            .map(DirectiveParser::behindItsTarget)
            .orElseGet(() -> suggestion(word, Grammar.directiveWords()));
    if (suggestion.isEmpty() && comment.isSpaced()) {
      suggestion = "if this is a remark, begin it with another word than #omp; else ";
    }
    return cursor.report(
        Message.HK001,
        start,
        "word",
        word,
        "suggestion",
        suggestion,
        "directives",
        Grammar.directives());
  }

  private static Optional<ClauseKind> clauseOf(String word) {
    return Arrays.stream(ClauseKind.values()).filter(kind -> kind.word().equals(word)).findFirst();
  }

  private static String behindItsTarget(ClauseKind clause) {
    return "a directive is one line: write the clause after its target, //#omp target … "
        + clause.form()
        + "; ";
  }

  private static String suggestion(String word, Collection<String> known) {
    return Suggestion.nearest(word, known).map(s -> "did you mean '" + s + "'? ").orElse("");
  }

  private Directive waitFor(boolean older) {
    List<Name> tags = names(DirectiveKind.WAIT.form());
    boolean awaits = cursor.take(Grammar.AWAIT) || cursor.take(",", Grammar.AWAIT);
    if (!cursor.atEnd()) {
      throw trailing(DirectiveKind.WAIT, DirectiveKind.WAIT.form());
    }
    return new Directive.Wait(comment, tags, awaits, older);
  }

  private Directive alone(DirectiveKind kind, Directive directive) {
    if (!cursor.atEnd()) {
      throw trailing(kind, kind.form());
    }
    return directive;
  }

  private Directive cancel(DirectiveKind kind) {
    DirectiveKind what =
        DirectiveKind.cancellable().stream()
            .filter(construct -> cursor.take(construct.word()))
            .findFirst()
            .orElseThrow(
                () -> cursor.expected("parallel, for, sections or taskgroup", kind.form()));
    boolean isPoint = kind == DirectiveKind.CANCELLATION_POINT;
    return alone(kind, new Directive.Cancel(comment, what, isPoint));
  }

  private Directive flush() {
    List<Name> names = cursor.at("(") ? names(DirectiveKind.FLUSH.form()) : List.of();
    if (!cursor.atEnd()) {
      throw trailing(DirectiveKind.FLUSH, DirectiveKind.FLUSH.form());
    }
    return new Directive.Flush(comment, names);
  }

  /**
   * Creates a block that the syntax of an older compiler sends to the event thread or to a worker.
   */
  private Directive guiBlock(String target, ClauseKind mode) {
    checkLine();
    int start = cursor.offset();
    boolean always = mode == ClauseKind.AWAIT;
    List<Clause> clauses = new ArrayList<>();
    Name name = new Name(target, comment.start());
    clauses.add(new Clause(ClauseKind.VIRTUAL, comment.start(), List.of(name), null));
    if (always || cursor.take(mode.word())) {
      clauses.add(new Clause(mode, start, List.of(), null));
    }
    var block = new Directive.Target(comment, List.copyOf(clauses), false);
    if (always && cursor.take(DirectiveKind.PARALLEL.word())) {
      DirectiveParser inner = new DirectiveParser(comment.joined(0), cursor);
      return new Directive.FreeGuiTeam(comment, block, inner.directive(inner.parallel()));
    }
    if (!cursor.atEnd()) {
      String form = "target virtual(" + target + ")" + (always ? " await" : "");
      throw cursor.expected("the end of the directive", form);
    }
    return block;
  }

  private Directive async() {
    if (!cursor.atEnd()) {
      throw trailing(DirectiveKind.ASYNC, DirectiveKind.ASYNC.form());
    }
    return new Directive.Async(comment);
  }

  private Directive asyncCall() {
    int start = cursor.offset();
    if (cursor.take(Grammar.AWAIT)) {
      return awaitCalls(start, DirectiveKind.ASYNC_CALL.form());
    }
    ClauseKind mode =
        Stream.of(ClauseKind.NOWAIT, ClauseKind.NAME_AS)
            .filter(kind -> cursor.take(kind.word()))
            .findFirst()
            .orElseThrow(
                () -> cursor.expected("await, nowait or name_as", DirectiveKind.ASYNC_CALL.form()));
    List<Name> tag = mode == ClauseKind.NAME_AS ? List.of(onlyName(mode.form())) : List.of();
    return calls(new Clause(mode, start, tag, null), DirectiveKind.ASYNC_CALL.form());
  }

  private Directive shortAwait(int start) {
    if (!cursor.at("(")) {
      throw cursor.expected(Cursor.quote("("), meantByAwait());
    }
    return awaitCalls(start, Grammar.AWAIT_FORM);
  }

  /** The forms that an {@code await} without parentheses may have been meant to be. */
  private String meantByAwait() {
    boolean ofBlock =
        cursor.at(DirectiveKind.TARGET.word())
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
      throw trailing(DirectiveKind.ASYNC_CALL, form);
    }
    return new Directive.AsyncCall(comment, mode, signatures);
  }

  /** Reports text after a complete directive. */
  private Cursor.Reported trailing(DirectiveKind directive, String form) {
    int start = cursor.offset();
    if (!cursor.atWord()) {
      return cursor.expected("the end of the directive", form);
    }
    String word = cursor.hyphenated();
    return notAllowed(directive, word, start);
  }

  private Cursor.Reported notAllowed(DirectiveKind directive, String word, int start) {
    String both = directive.word() + " " + word;
    String way = Grammar.UNSUPPORTED_HERE.get(both);
    return way == null
        ? refusal(Message.HK007, directive, word, start, "")
        : refusal(Message.HK006, directive, both, start, way);
  }

  private Cursor.Reported refusal(
      Message message, DirectiveKind directive, String clause, int start, String suggestion) {
    return cursor.report(
        message,
        start,
        "clause",
        clause,
        "directive",
        directive.word(),
        "suggestion",
        suggestion,
        "clauses",
        directive.clauseWords());
  }

  /** Parses a directive with an optional name, if it takes one, and clauses, if it has any. */
  private Directive construct(DirectiveKind kind) {
    Optional<Name> name =
        kind.takesName() && cursor.at("(") ? Optional.of(onlyName(kind.form())) : Optional.empty();
    if (kind.takesSimd()) {
      cursor.take(Grammar.SIMD);
    }
    List<Clause> clauses = new ArrayList<>();
    while (!cursor.atEnd()) {
      if (kind.clauses().isEmpty()) {
        boolean unclosed = kind.takesName() && name.isEmpty();
        throw unclosed
            ? cursor.expected(Cursor.quote("("), kind.form())
            : trailing(kind, kind.form());
      }
      cursor.take(",");
      clauses.addAll(clauses(kind, clauses.isEmpty()));
    }
    return kind.make(comment, name, List.copyOf(clauses));
  }

  /**
   * Parses a clause. Each location of {@code depend}, type and array section gives a clause of its
   * own.
   */
  private List<Clause> clauses(DirectiveKind directive, boolean first) {
    int start = cursor.offset();
    if (!cursor.atWord()) {
      boolean isName = first && cursor.at("(");
      throw cursor.expected("a clause", isName ? "target virtual(worker)" : directive.form());
    }
    String word = cursor.hyphenated();
    ClauseKind kind =
        clauseOf(word)
            .filter(directive.clauses()::contains)
            .orElseThrow(() -> unknownClause(directive, word, start, first));
    if (kind == ClauseKind.DEPEND) {
      return new ListParser(cursor, kind, start).locations();
    }
    if (kind == ClauseKind.NEGLECT_EXCEPTION) {
      return new ListParser(cursor, kind, start).types();
    }
    if (kind.combines()) {
      return new ReductionParser(cursor, kind, start).clauses();
    }
    return List.of(clause(kind, start, directive));
  }

  private Clause clause(ClauseKind kind, int start, DirectiveKind directive) {
    return switch (kind.argument) {
      case NONE -> {
        if (kind == ClauseKind.ORDERED && cursor.at("(")) {
          String way = Grammar.INSTEAD_OF_DOACROSS;
          throw refusal(Message.HK006, directive, "ordered(…)", start, way);
        }
        yield new Clause(kind, start, List.of(), null);
      }
      case NAME -> new Clause(kind, start, List.of(onlyName(kind.form())), null);
      case NAMES -> {
        if (kind == ClauseKind.LASTPRIVATE && cursor.at("(", "conditional", ":")) {
          String way = Grammar.INSTEAD_OF_CONDITIONAL;
          throw refusal(Message.HK006, directive, "lastprivate(conditional: …)", start, way);
        }
        yield new Clause(kind, start, names(kind.form()), null);
      }
      case SHARING -> new WordParser(cursor, kind, start).sharing();
      case EXPRESSION, CONDITION -> new Clause(kind, start, List.of(), expression(kind, directive));
      case NUMBER -> number(kind, start, directive);
      case SCHEDULE -> new WordParser(cursor, kind, start).schedule();
      case BINDING -> new WordParser(cursor, kind, start).one(Grammar.BINDINGS);
      case TEAM -> new WordParser(cursor, kind, start).one(Grammar.TEAMS);
      case ORDER -> new WordParser(cursor, kind, start).order();
      case REDUCTION, DEPEND, TYPES -> throw new IllegalArgumentException(kind.word());
    };
  }

  private Cursor.Reported unknownClause(
      DirectiveKind directive, String word, int start, boolean first) {
    if (Grammar.UNSUPPORTED_CLAUSES.containsKey(word)) {
      String way = Grammar.UNSUPPORTED_CLAUSES.get(word);
      return refusal(Message.HK006, directive, word, start, way);
    }
    if (DirectiveKind.of(word).isPresent()) {
      String lines =
          "write two directives, //#omp %s and on the next line //#omp %s; or "
              .formatted(directive.word(), word);
      return refusal(Message.HK005, directive, word, start, lines);
    }
    if (Grammar.OTHER_CLAUSES.contains(word) || clauseOf(word).isPresent()) {
      return notAllowed(directive, word, start);
    }
    String slip = suggestion(word, directive.clauses().stream().map(ClauseKind::word).toList());
    boolean isName =
        slip.isEmpty()
            && first
            && directive.clauses().contains(ClauseKind.VIRTUAL)
            && !word.contains("-")
            && !cursor.at("(");
    String name = "did you mean 'virtual(" + word + ")'? ";
    return refusal(Message.HK005, directive, word, start, isName ? name : slip);
  }

  private Name onlyName(String form) {
    cursor.symbol("(", form);
    Name name = cursor.name(form);
    cursor.endOfNames(form);
    return name;
  }

  private List<Name> names(String form) {
    cursor.symbol("(", form);
    return listed(form);
  }

  private List<Name> listed(String form) {
    List<Name> names = new ArrayList<>();
    do {
      names.add(cursor.name(form));
    } while (cursor.take(","));
    cursor.endOfNames(form);
    return List.copyOf(names);
  }

  private Name expression(ClauseKind kind, DirectiveKind directive) {
    cursor.symbol("(", kind.form());
    // In if(parallel: c), the word names the directive that the condition belongs to.
    if (kind == ClauseKind.IF) {
      boolean named = cursor.take(directive.mainWord(), ":");
      if (!named && cursor.atLabel()) {
        throw cursor.expected(Cursor.quote(directive.mainWord()) + " or a condition", kind.form());
      }
    }
    Name expression = cursor.untilClosed("an expression", kind.form());
    cursor.symbol(")", kind.form());
    return expression;
  }

  /**
   * Parses the number of {@code num_threads}, which in OpenMP may also be a list, or a similar one.
   */
  private Clause number(ClauseKind kind, int start, DirectiveKind directive) {
    cursor.symbol("(", kind.form());
    int at = cursor.offset();
    Name strict = cursor.take(Grammar.STRICT, ":") ? new Name(Grammar.STRICT, at) : null;
    Name number = cursor.untilSeparated("an expression", kind.form());
    if (kind == ClauseKind.NUM_THREADS && cursor.at(",")) {
      String clause = kind.word() + "(…, …)";
      throw refusal(Message.HK006, directive, clause, start, Grammar.INSTEAD_OF_LIST);
    }
    cursor.symbol(")", kind.form());
    return new Clause(kind, start, List.of(), number, strict);
  }
}
