package dev.hocket.compiler.parse;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The grammar of directives. {@code docs/directives.md} contains it; a test compares the two. */
public final class Grammar {
  /** A form of {@code async-call} that is a single Java word. */
  static final String ASYNC_CALL_TOO = "async_call";

  /** The clause {@code await}, which is also a short form of {@code async-call}. */
  static final String AWAIT = "await";

  /** The form of the short {@code async-call}. */
  static final String AWAIT_FORM = AWAIT + "(signature {, signature})";

  /** A form of {@code wait} from an older compiler. */
  static final String TASKWAIT = "taskwait";

  /** A directive of an older compiler that cancels the blocks of tags. */
  static final String TASKCANCEL = "taskcancel";

  /** The form of {@code taskcancel}. */
  static final String TASKCANCEL_FORM = TASKCANCEL + "(name {, name})";

  /** A directive of an older compiler: a block for the event thread. */
  static final String GUI = "gui";

  /** A directive of an older compiler: a block that frees the event thread. */
  static final String FREE_GUI = "freeguithread";

  /** The kinds of schedules. */
  static final List<String> SCHEDULES = List.of("static", "dynamic", "guided", "auto", "runtime");

  /** The kinds of schedules whose chunks can have a size. */
  static final List<String> CHUNKED = List.of("static", "dynamic", "guided");

  /** The operators of reductions. */
  static final List<String> OPERATORS =
      List.of("+", "-", "*", "&", "|", "^", "&&", "||", "min", "max");

  /** The placements of a team's threads for {@code proc_bind}. */
  static final List<String> BINDINGS = List.of("primary", "master", "close", "spread");

  /** The teams for whose threads {@code bind} may ask. */
  static final List<String> TEAMS = List.of("teams", "parallel");

  /** The word before a number that must be kept exactly. */
  static final String STRICT = "strict";

  /** What a schedule may promise about the order in which a thread gets its iterations. */
  static final List<String> MODIFIERS = List.of("monotonic", "nonmonotonic", "simd");

  /** The kinds of access to a location that a task lists. */
  static final List<String> ACCESSES = List.of("in", "out", "inout", "mutexinoutset", "inoutset");

  /** Directives of OpenMP that Hocket does not support, with what to write instead. */
  static final Map<String, String> UNSUPPORTED =
      Map.of(
          "declare",
          "for 'declare reduction' name the method in the clause, as in reduction(Stats::plus,"
              + " Stats::new: all); remove any other 'declare'",
          "threadprivate",
          "declare the variable in the region, list it in private or firstprivate, or bind a"
              + " ScopedValue inside the region",
          "scan",
          "use Arrays.parallelPrefix, or sum each part in one loop and add the sums before it in"
              + " a second",
          "simd",
          "remove it: the JVM vectorises loops without a directive",
          "tile",
          "write the loops of the tiles, and 'collapse' the outer ones",
          "unroll",
          "remove it: the JVM unrolls loops without a directive");

  /** What to write instead of {@code ordered(n)} and of {@code ordered} with clauses. */
  static final String INSTEAD_OF_DOACROSS =
      "write 'ordered' without a number and clauses, or tasks with 'depend'; ";

  /** What to write instead of several numbers in {@code num_threads}. */
  static final String INSTEAD_OF_LIST =
      "write one number here, and that of a nested region at that region; ";

  /** What to write instead of {@code lastprivate(conditional: …)}. */
  static final String INSTEAD_OF_CONDITIONAL =
      "find the last iteration that assigns a value by reduction(max: at), with its index in 'at',"
          + " and compute the value after the loop; ";

  /** Clauses of OpenMP that Hocket does not support, with what to write instead. */
  static final Map<String, String> UNSUPPORTED_CLAUSES =
      Map.of(
          "affinity", "",
          "copyin", "list a variable in 'firstprivate', so each thread begins with its value; ",
          "detach",
              "let the task's work complete a CompletableFuture, and join() that after the taskwait; ",
          "doacross", INSTEAD_OF_DOACROSS);

  /**
   * Clauses of OpenMP that Hocket does not support on one directive, with what to write instead.
   */
  static final Map<String, String> UNSUPPORTED_HERE =
      Map.of(
          "ordered doacross",
          INSTEAD_OF_DOACROSS,
          "ordered depend",
          INSTEAD_OF_DOACROSS,
          "taskwait depend",
          "put an empty task with this 'depend' and if(false) here; ");

  /** The word that OpenMP puts behind a loop directive so that compilers vectorise the loop. */
  static final String SIMD = "simd";

  /** Clauses of directives that Hocket does not support. */
  static final Set<String> OTHER_CLAUSES = Set.of("map", "wait");

  private static final String OR = "\n                  | ";

  private Grammar() {}

  /** All words that can follow {@code //#omp}, including those of unsupported directives. */
  public static Set<String> directiveWords() {
    Set<String> words = new TreeSet<>(UNSUPPORTED.keySet());
    Arrays.stream(DirectiveKind.values()).map(DirectiveKind::word).forEach(words::add);
    words.addAll(List.of(ASYNC_CALL_TOO, AWAIT, GUI, FREE_GUI, TASKCANCEL));
    return words;
  }

  /** The supported directives as a list in a sentence. */
  static String directives() {
    return Arrays.stream(DirectiveKind.values())
        .map(DirectiveKind::word)
        .collect(Collectors.joining(", ", "", " or " + AWAIT));
  }

  /** The text of the grammar as the documentation shows it. */
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
    text.append(rule("modifier", String.join(" | ", MODIFIERS)));
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

  /** The table of a directive's clauses in the documentation; empty if it has none. */
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
