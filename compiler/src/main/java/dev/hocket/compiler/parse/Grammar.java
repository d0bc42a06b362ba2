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

  /** {@code wait} in the words of an older compiler. */
  static final String TASKWAIT = "taskwait";

  /** Cancels the blocks of tags, in those words. */
  static final String TASKCANCEL = "taskcancel";

  /** Its form. */
  static final String TASKCANCEL_FORM = TASKCANCEL + "(name {, name})";

  /** A block for the event thread, in those words. */
  static final String GUI = "gui";

  /** A block that frees the event thread, in those words. */
  static final String FREE_GUI = "freeguithread";

  /** The kinds of schedules. */
  static final List<String> SCHEDULES = List.of("static", "dynamic", "guided", "auto", "runtime");

  /** Those whose chunks may have a size. */
  static final List<String> CHUNKED = List.of("static", "dynamic", "guided");

  /** The operators of reductions. */
  static final List<String> OPERATORS =
      List.of("+", "-", "*", "&", "|", "^", "&&", "||", "min", "max");

  /** Where the threads of a team may run, for {@code proc_bind}. */
  static final List<String> BINDINGS = List.of("primary", "master", "close", "spread");

  /** What a task does with a location that it lists. */
  static final List<String> ACCESSES = List.of("in", "out", "inout", "mutexinoutset", "inoutset");

  /** Directives of OpenMP and of the papers that later versions of Hocket bring. */
  static final Set<String> LATER = Set.of("declare", "threadprivate");

  /** Clauses that later versions bring. */
  static final Set<String> LATER_CLAUSES = Set.of("affinity", "copyin", "detach");

  /** Clauses of directives that Hocket does not have. */
  static final Set<String> OTHER_CLAUSES = Set.of("map", "wait");

  private static final String OR = "\n                  | ";

  private Grammar() {}

  /** Every word that can follow {@code //#omp}, in this version or a later one. */
  public static Set<String> directiveWords() {
    Set<String> words = new TreeSet<>(LATER);
    Arrays.stream(DirectiveKind.values()).map(DirectiveKind::word).forEach(words::add);
    words.addAll(List.of(ASYNC_CALL_TOO, AWAIT, GUI, FREE_GUI, TASKCANCEL));
    return words;
  }

  /** The directives of this version in a sentence. */
  static String directives() {
    return Arrays.stream(DirectiveKind.values())
        .map(DirectiveKind::word)
        .collect(Collectors.joining(", ", "", " or " + AWAIT));
  }

  /** The grammar as the documentation shows it. */
  public static String text() {
    List<DirectiveKind> kinds = List.of(DirectiveKind.values());
    StringBuilder text = new StringBuilder();
    text.append(rule("directive", "\"//#omp\" ( " + joined(kinds, DirectiveKind::word, OR) + " )"));
    for (DirectiveKind kind : kinds) {
      text.append(rule(kind.word(), kind.form() + "      " + kind.place()));
    }
    text.append(rule("", AWAIT_FORM + "      the same with the mode await"));
    text.append(rule("clause", joined(List.of(ClauseKind.values()), ClauseKind::form, OR)));
    text.append(rule("operator", String.join(" | ", OPERATORS) + " | method , neutral"));
    text.append(rule("method", "name {. name} :: name"));
    text.append(rule("neutral", "expression | method"));
    text.append(rule("item", "name | name [ [expression] : [expression] ]"));
    text.append(rule("access", String.join(" | ", ACCESSES)));
    text.append(rule("location", "name | expression [expression] {[expression]}"));
    text.append(rule("type", "name {. name}"));
    text.append(rule("mode", "await | nowait | name_as(name)"));
    text.append(rule("signature", "[type] {name.} name(type [name] {, type [name]})"));
    text.append(rule("name", "a Java identifier"));
    return text.append(rule("expression", "a Java expression with balanced parentheses"))
        .toString();
  }

  /** The clauses of a directive as the documentation shows them; empty if it has none. */
  public static String table(DirectiveKind kind) {
    return kind.clauses().stream()
        .map(clause -> "| `%s` | %s |\n".formatted(escaped(clause.form()), clause.meaning()))
        .reduce(String::concat)
        .map(rows -> "| Clause of `%s` | Meaning |\n| --- | --- |\n".formatted(kind.word()) + rows)
        .orElse("");
  }

  private static String escaped(String cell) {
    return cell.replace("|", "\\|");
  }

  private static String rule(String name, String form) {
    return "%-17s %s %s\n".formatted(name, name.isEmpty() ? "|" : "=", form);
  }

  private static <T> String joined(List<T> all, Function<T, String> form, String separator) {
    return all.stream().map(form).collect(Collectors.joining(separator));
  }
}
