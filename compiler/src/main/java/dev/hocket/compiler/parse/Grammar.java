package dev.hocket.compiler.parse;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The grammar of directives. {@code docs/directives.md} shows it; a test compares the two. */
public final class Grammar {
  /** A block for a target. */
  public static final String TARGET = "target";

  /** Waits for tags. */
  public static final String WAIT = "wait";

  /** A method or lambda that can be suspended. */
  static final String ASYNC = "async";

  /** How calls of such methods wait. */
  static final String ASYNC_CALL = "async-call";

  /** The same, as one word of Java. */
  static final String ASYNC_CALL_TOO = "async_call";

  /** The clause, and a short {@code async-call}. */
  static final String AWAIT = "await";

  /** The form of {@code wait}. */
  static final String WAIT_FORM = WAIT + "(name {, name}) [[,] await]";

  /** The form of a short {@code async-call}. */
  static final String AWAIT_FORM = AWAIT + "(signature {, signature})";

  /** The form of {@code async-call}. */
  static final String ASYNC_CALL_FORM = ASYNC_CALL + " mode(signature {, signature})";

  /** Directives of OpenMP and of the papers that later versions of Hocket bring. */
  static final Set<String> LATER =
      Set.of(
          "atomic",
          "barrier",
          "cancel",
          "cancellation",
          "critical",
          "flush",
          "for",
          "freeguithread",
          "gui",
          "master",
          "ordered",
          "parallel",
          "section",
          "sections",
          "single",
          "task",
          "taskcancel",
          "taskgroup",
          "taskloop",
          "taskwait",
          "threadprivate");

  /** Clauses of {@code target} that later versions bring. */
  static final Set<String> LATER_CLAUSES = Set.of("on_cancel");

  /** Clauses of other directives. */
  static final Set<String> OTHER_CLAUSES =
      Set.of(
          "collapse",
          "copyin",
          "copyprivate",
          "depend",
          "final",
          "lastprivate",
          "map",
          "num_threads",
          "ordered",
          "reduction",
          "schedule",
          "wait");

  private Grammar() {}

  /** Every word that can follow {@code //#omp}, in this version or a later one. */
  public static Set<String> directiveWords() {
    Set<String> words = new TreeSet<>(LATER);
    words.addAll(List.of(TARGET, WAIT, ASYNC, ASYNC_CALL, ASYNC_CALL_TOO, AWAIT));
    return words;
  }

  /** The clauses of {@code target} in a sentence. */
  public static String clauses() {
    return Arrays.stream(ClauseKind.values())
        .map(ClauseKind::word)
        .collect(Collectors.joining(", "));
  }

  /** The grammar as the documentation shows it. */
  public static String text() {
    String forms =
        Arrays.stream(ClauseKind.values())
            .map(ClauseKind::form)
            .collect(Collectors.joining("\n            | "));
    return """
    directive   = "//#omp" ( target | wait | async | async-call )
    target      = target { [,] clause }      before a statement
    wait        = %s      between statements
    async       = async      before a method, or a lambda
    async-call  = %s      before a statement
                | %s      the same with the mode await
    clause      = %s
    mode        = await | nowait | name_as(name)
    signature   = [type] name(type [name] {, type [name]})
    name        = a Java identifier
    expression  = a Java expression with balanced parentheses
    """
        .formatted(WAIT_FORM, ASYNC_CALL_FORM, AWAIT_FORM, forms);
  }
}
