package dev.hocket.compiler.fuzz;

import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.DirectiveKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Every directive, alone and with each of its clauses. */
final class Directives {
  /** Variables of every kind: see {@link Places}. */
  private static final List<String> VARIABLES =
      List.of("n", "k", "t", "a", "o", "s", "w", "c", "x", "list", "u", "sfld", "fld");

  private Directives() {}

  /** The texts of all directives. */
  static List<String> all() {
    List<String> all = new ArrayList<>();
    for (DirectiveKind kind : DirectiveKind.values()) {
      for (String head : heads(kind)) {
        all.add(head);
        if (takesClauses(kind)) {
          kind.clauses().forEach(clause -> forms(clause).forEach(f -> all.add(head + " " + f)));
        }
      }
    }
    return all;
  }

  /** Adds up to one clause to a directive; only some directives take it. */
  static String withMore(String directive, Random random) {
    List<DirectiveKind> kinds =
        List.of(DirectiveKind.values()).stream()
            .filter(kind -> directive.startsWith(kind.word()) && takesClauses(kind))
            .toList();
    if (kinds.isEmpty() || random.nextInt(3) > 0) {
      return directive;
    }
    List<ClauseKind> clauses = kinds.getLast().clauses();
    List<String> forms = forms(clauses.get(random.nextInt(clauses.size())));
    return directive + " " + forms.get(random.nextInt(forms.size()));
  }

  private static boolean takesClauses(DirectiveKind kind) {
    return !kind.clauses().isEmpty() && kind != DirectiveKind.WAIT;
  }

  private static List<String> heads(DirectiveKind kind) {
    return switch (kind) {
      case TARGET -> List.of("target", "target virtual(worker)", "target virtual(worker) await");
      case WAIT -> List.of("wait(t)", "wait(t) await");
      case CRITICAL -> List.of("critical", "critical(lock)");
      case FLUSH -> List.of("flush", "flush(k)");
      case CANCEL, CANCELLATION_POINT ->
          List.of("parallel", "for", "sections", "taskgroup").stream()
              .map(what -> kind.word() + " " + what)
              .toList();
      case ASYNC_CALL ->
          List.of(
              "await(aw(int), av())",
              "async-call nowait(av())",
              "async-call name_as(t)(aw(int))",
              "await(aw(int))");
      case PARALLEL,
          FOR,
          SECTIONS,
          LOOP,
          PARALLEL_FOR,
          PARALLEL_LOOP,
          PARALLEL_SECTIONS,
          PARALLEL_MASKED,
          PARALLEL_MASTER,
          SECTION,
          SINGLE,
          MASTER,
          MASKED,
          ATOMIC,
          ORDERED,
          TASK,
          TASKLOOP,
          TASKGROUP,
          TASKWAIT,
          TASKYIELD,
          BARRIER,
          ASYNC ->
          List.of(kind.word());
    };
  }

  private static List<String> forms(ClauseKind clause) {
    return switch (clause) {
      case VIRTUAL, NAME_AS -> List.of(clause.word() + "(t)");
      case ORDER -> each(clause, "concurrent", "reproducible: concurrent");
      case BIND -> each(clause, "parallel", "teams");
      case NUM_THREADS -> each(clause, "2", "n", "f(k)", "sfld", "a[0]", "strict: 1", "strict: k");
      case DEVICE, FILTER -> each(clause, "2", "n", "k", "f(k)", "sfld", "(k)", "a[0]");
      case IF, FINAL ->
          each(clause, "false", "b()", "k > 1", "o instanceof String q", "n == k", "w > 1");
      case COLLAPSE -> each(clause, "1", "2", "3");
      case SCHEDULE ->
          each(
              clause,
              "static",
              "dynamic",
              "guided, 2",
              "auto",
              "runtime",
              "static, k",
              "dynamic, n",
              "monotonic: dynamic, k");
      case PROC_BIND -> each(clause, "close", "spread");
      case DEFAULT -> each(clause, "none", "shared");
      case FIRSTPRIVATE, PRIVATE, LASTPRIVATE, COPYPRIVATE, SHARED ->
          each(clause, VARIABLES.toArray(String[]::new));
      case REDUCTION, TASK_REDUCTION, IN_REDUCTION ->
          each(
              clause,
              "+: k",
              "-: k",
              "*: t",
              "max: k",
              "min: n",
              "&: k",
              "|: t",
              "^: w",
              "+: c",
              "+: sfld",
              "+: a",
              "+: a[1:k]",
              "max: a[:]",
              "Integer::sum, 0: k",
              "f::g, f: o");
      case DEPEND ->
          each(
              clause,
              "in: k",
              "out: a[0]",
              "inout: n, t",
              "mutexinoutset: o",
              "inoutset: s",
              "in: list",
              "out: c, w",
              "in: u",
              "inout: x",
              "out: sfld",
              "in: fld",
              "in: a",
              "in: f(k)",
              "out: a[k - k]");
      case NEGLECT_EXCEPTION -> each(clause, "Error", "java.io.IOException, RuntimeException", "o");
      case ON_CANCEL -> List.of("on_cancel(f(k))", "name_as(t) on_cancel(f(n + k))");
      case PRIORITY -> each(clause, "3", "k + 1");
      case GRAINSIZE, NUM_TASKS -> each(clause, "3", "k + 1", "strict: k + 1");
      case NOWAIT,
          AWAIT,
          ORDERED,
          UNTIED,
          MERGEABLE,
          NOGROUP,
          READ,
          WRITE,
          UPDATE,
          CAPTURE,
          COMPARE,
          SEQ_CST,
          ACQ_REL,
          ACQUIRE,
          RELEASE,
          RELAXED ->
          List.of(clause.word());
    };
  }

  private static List<String> each(ClauseKind clause, String... arguments) {
    return List.of(arguments).stream().map(a -> clause.word() + "(" + a + ")").toList();
  }
}
