package dev.hocket.compiler.parse;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The grammar of directives. {@code docs/directives.md} shows it; a test compares the two. */
public final class Grammar {
  /** {@code async-call} as one word of Java. */
  static final String ASYNC_CALL_TOO = "async_call";

  /** The clause, and a short {@code async-call}. */
  static final String AWAIT = "await";

  /** The form of a short {@code async-call}. */
  static final String AWAIT_FORM = AWAIT + "(signature {, signature})";

  /** Directives of OpenMP and of the papers that later versions of Hocket bring. */
  static final Set<String> LATER =
      Set.of(
          "atomic",
          "barrier",
          "cancel",
          "cancellation",
          "flush",
          "for",
          "freeguithread",
          "gui",
          "masked",
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

  private static final String OR = "\n            | ";

  private Grammar() {}

  /** Every word that can follow {@code //#omp}, in this version or a later one. */
  public static Set<String> directiveWords() {
    Set<String> words = new TreeSet<>(LATER);
    Arrays.stream(Directive.Kind.values()).map(Directive.Kind::word).forEach(words::add);
    words.addAll(List.of(ASYNC_CALL_TOO, AWAIT));
    return words;
  }

  /** The directives of this version in a sentence. */
  static String directives() {
    return Arrays.stream(Directive.Kind.values())
        .map(Directive.Kind::word)
        .collect(Collectors.joining(", ", "", " or " + AWAIT));
  }

  /** The grammar as the documentation shows it. */
  public static String text() {
    List<Directive.Kind> kinds = List.of(Directive.Kind.values());
    StringBuilder text = new StringBuilder();
    text.append(
        rule("directive", "\"//#omp\" ( " + joined(kinds, Directive.Kind::word, " | ") + " )"));
    for (Directive.Kind kind : kinds) {
      text.append(rule(kind.word(), kind.form() + "      " + kind.place()));
    }
    text.append(rule("", AWAIT_FORM + "      the same with the mode await"));
    text.append(rule("clause", joined(List.of(ClauseKind.values()), ClauseKind::form, OR)));
    text.append(rule("mode", "await | nowait | name_as(name)"));
    text.append(rule("signature", "[type] name(type [name] {, type [name]})"));
    text.append(rule("name", "a Java identifier"));
    return text.append(rule("expression", "a Java expression with balanced parentheses"))
        .toString();
  }

  private static String rule(String name, String form) {
    return "%-12s%s %s\n".formatted(name, name.isEmpty() ? "|" : "=", form);
  }

  private static <T> String joined(List<T> all, Function<T, String> form, String separator) {
    return all.stream().map(form).collect(Collectors.joining(separator));
  }
}
