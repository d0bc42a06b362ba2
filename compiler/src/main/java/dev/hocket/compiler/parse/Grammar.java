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

  /** The form of {@code wait}. */
  static final String WAIT_FORM = WAIT + "(name {, name})";

  /** Directives of OpenMP and of the papers that later versions of Hocket bring. */
  static final Set<String> LATER =
      Set.of(
          "async",
          "async-call",
          "async_call",
          "atomic",
          "await",
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
  static final Set<String> LATER_CLAUSES = Set.of("await", "on_cancel");

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
    words.addAll(List.of(TARGET, WAIT));
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
    directive   = "//#omp" ( target | wait )
    target      = target { [,] clause }      before a statement
    wait        = %s      between statements
    clause      = %s
    name        = a Java identifier
    expression  = a Java expression with balanced parentheses
    """
        .formatted(WAIT_FORM, forms);
  }
}
