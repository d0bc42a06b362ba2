package dev.hocket.compiler.parse;

import dev.hocket.compiler.scan.DirectiveComment;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The kinds of directives, each with its clauses. This is the only list of directives. */
public enum DirectiveKind {
  /** Runs a block on a target. */
  TARGET(
      "target",
      "{ [,] clause }",
      "before a statement",
      (comment, name, clauses) -> new Directive.Target(comment, clauses, false),
      ClauseKind.VIRTUAL,
      ClauseKind.DEVICE,
      ClauseKind.NOWAIT,
      ClauseKind.NAME_AS,
      ClauseKind.AWAIT,
      ClauseKind.IF,
      ClauseKind.ON_CANCEL,
      ClauseKind.DEPEND,
      ClauseKind.FIRSTPRIVATE,
      ClauseKind.PRIVATE,
      ClauseKind.SHARED,
      ClauseKind.DEFAULT),
  /** Creates a team of threads that all run the statement. */
  PARALLEL(
      "parallel",
      "{ [,] clause }",
      "before a statement",
      (comment, name, clauses) -> new Directive.Parallel(comment, clauses),
      ClauseKind.IF,
      ClauseKind.NUM_THREADS,
      ClauseKind.PROC_BIND,
      ClauseKind.NEGLECT_EXCEPTION,
      ClauseKind.DEFAULT,
      ClauseKind.SHARED,
      ClauseKind.PRIVATE,
      ClauseKind.FIRSTPRIVATE,
      ClauseKind.REDUCTION),
  /** Shares the iterations of a loop among a team. */
  FOR(
      "for",
      "[simd] { [,] clause }",
      "before a for loop",
      (comment, name, clauses) -> new Directive.For(comment, forKind(), clauses),
      ClauseKind.SCHEDULE,
      ClauseKind.COLLAPSE,
      ClauseKind.ORDERED,
      ClauseKind.ORDER,
      ClauseKind.NOWAIT,
      ClauseKind.SHARED,
      ClauseKind.PRIVATE,
      ClauseKind.FIRSTPRIVATE,
      ClauseKind.LASTPRIVATE,
      ClauseKind.REDUCTION),
  /** Shares the iterations of a loop, which may run in any order. */
  LOOP(
      "loop",
      "{ [,] clause }",
      "before a for loop",
      (comment, name, clauses) -> new Directive.For(comment, loopKind(), clauses),
      ClauseKind.BIND,
      ClauseKind.ORDER,
      ClauseKind.COLLAPSE,
      ClauseKind.PRIVATE,
      ClauseKind.LASTPRIVATE,
      ClauseKind.REDUCTION),
  /** Shares sections among a team. */
  SECTIONS(
      "sections",
      "{ [,] clause }",
      "before a { block }",
      (comment, name, clauses) -> new Directive.Sections(comment, clauses),
      ClauseKind.NOWAIT,
      ClauseKind.SHARED,
      ClauseKind.PRIVATE,
      ClauseKind.FIRSTPRIVATE,
      ClauseKind.LASTPRIVATE,
      ClauseKind.REDUCTION),
  /** Creates a team that shares one loop. */
  PARALLEL_FOR(PARALLEL, FOR),
  /** Creates a team that shares one loop, whose iterations may run in any order. */
  PARALLEL_LOOP(PARALLEL, LOOP),
  /** Creates a team that shares sections. */
  PARALLEL_SECTIONS(PARALLEL, SECTIONS),
  /** Marks a statement as one of the sections. */
  SECTION(
      "section",
      "",
      "before a statement of the { block } of sections",
      (comment, name, clauses) -> new Directive.Section(comment)),
  /** Lets one thread of a team run the statement. */
  SINGLE(
      "single",
      "{ [,] clause }",
      "before a statement",
      (comment, name, clauses) -> new Directive.Single(comment, clauses),
      ClauseKind.NOWAIT,
      ClauseKind.SHARED,
      ClauseKind.PRIVATE,
      ClauseKind.FIRSTPRIVATE,
      ClauseKind.COPYPRIVATE),
  /** Lets the thread that encountered the region run the statement. */
  MASTER(
      "master",
      "",
      "before a statement",
      (comment, name, clauses) -> new Directive.Master(comment, false, clauses)),
  /** The newer name of {@code master}, with a clause that chooses the thread. */
  MASKED(
      "masked",
      "{ [,] clause }",
      "before a statement",
      (comment, name, clauses) -> new Directive.Master(comment, true, clauses),
      ClauseKind.FILTER),
  /** Creates a team of which one thread runs the statement. */
  PARALLEL_MASKED(PARALLEL, MASKED),
  /** The older name of {@code parallel masked}. */
  PARALLEL_MASTER(PARALLEL, MASTER),
  /** Lets one thread at a time run the statement. */
  CRITICAL(
      "critical",
      "[(name)]",
      "before a statement",
      (comment, name, clauses) -> new Directive.Critical(comment, name)),
  /** Makes an access to a variable that no other atomic access interrupts. */
  ATOMIC(
      "atomic",
      "{ [,] clause }",
      "before an assignment",
      (comment, name, clauses) -> new Directive.Atomic(comment, clauses),
      ClauseKind.READ,
      ClauseKind.WRITE,
      ClauseKind.UPDATE,
      ClauseKind.CAPTURE,
      ClauseKind.COMPARE,
      ClauseKind.SEQ_CST,
      ClauseKind.ACQ_REL,
      ClauseKind.ACQUIRE,
      ClauseKind.RELEASE,
      ClauseKind.RELAXED),
  /** Runs a part of a loop's body in the order of the iterations. */
  ORDERED(
      "ordered",
      "",
      "before a statement",
      (comment, name, clauses) -> new Directive.Ordered(comment)),
  /** Creates a task, which any thread of a team may run. */
  TASK(
      "task",
      "{ [,] clause }",
      "before a statement",
      (comment, name, clauses) -> new Directive.Task(comment, taskKind(), clauses),
      ClauseKind.IN_REDUCTION,
      ClauseKind.IF,
      ClauseKind.FINAL,
      ClauseKind.DEPEND,
      ClauseKind.UNTIED,
      ClauseKind.MERGEABLE,
      ClauseKind.PRIORITY,
      ClauseKind.DEFAULT,
      ClauseKind.SHARED,
      ClauseKind.PRIVATE,
      ClauseKind.FIRSTPRIVATE),
  /** Creates tasks for the iterations of a loop. */
  TASKLOOP(
      "taskloop",
      "[simd] { [,] clause }",
      "before a for loop",
      (comment, name, clauses) -> taskloop(comment, clauses),
      ClauseKind.IN_REDUCTION,
      ClauseKind.IF,
      ClauseKind.FINAL,
      ClauseKind.GRAINSIZE,
      ClauseKind.NUM_TASKS,
      ClauseKind.NOGROUP,
      ClauseKind.UNTIED,
      ClauseKind.MERGEABLE,
      ClauseKind.PRIORITY,
      ClauseKind.COLLAPSE,
      ClauseKind.DEFAULT,
      ClauseKind.SHARED,
      ClauseKind.PRIVATE,
      ClauseKind.FIRSTPRIVATE,
      ClauseKind.LASTPRIVATE,
      ClauseKind.REDUCTION),
  /** Waits for the tasks created inside, and for the tasks that these create. */
  TASKGROUP(
      "taskgroup",
      "{ [,] clause }",
      "before a statement",
      (comment, name, clauses) -> new Directive.Taskgroup(comment, clauses),
      ClauseKind.AWAIT,
      ClauseKind.TASK_REDUCTION),
  /** Waits for the tasks that the current task has created. */
  TASKWAIT("taskwait", "[await]", "between statements", null, ClauseKind.AWAIT),
  /** Allows the thread to run another task. */
  TASKYIELD("taskyield", "", "between statements", null),
  /** Ends the construct around it early. */
  CANCEL("cancel", "parallel | for | sections | taskgroup", "between statements", null),
  /** Ends the construct around it if another thread has cancelled that. */
  CANCELLATION_POINT(
      "cancellation point", "parallel | for | sections | taskgroup", "between statements", null),
  /** Waits for all threads of the team. */
  BARRIER("barrier", "", "between statements", null),
  /** Makes a thread's writes visible to others. */
  FLUSH("flush", "[(name {, name})]", "between statements", null),
  /** Waits for the blocks of tags. */
  WAIT("wait", "(name {, name}) [[,] await]", "between statements", null, ClauseKind.AWAIT),
  /** Marks a method or lambda that can be suspended. */
  ASYNC("async", "", "before a method, or a lambda", null),
  /** Determines how calls of async methods wait. */
  ASYNC_CALL("async-call", "mode(signature {, signature})", "before a statement", null);

  private final String word;
  private final String rest;
  private final String place;
  private final Maker maker;
  private final Set<ClauseKind> clauses;

  /** Creates a directive from its parts. */
  private interface Maker {
    Directive make(DirectiveComment comment, Optional<Name> name, List<Clause> clauses);
  }

  /**
   * Creates a single directive.
   *
   * @param rest the text after the keyword in the grammar
   * @param maker creates the directive; null if it governs no statement, so that the parser has a
   *     method for it
   */
  DirectiveKind(String word, String rest, String place, Maker maker, ClauseKind... clauses) {
    this.word = word;
    this.rest = rest;
    this.place = place;
    this.maker = maker;
    this.clauses = Set.of(clauses);
  }

  /**
   * Creates a combination of two directives. It has the clauses of both except {@code nowait},
   * because the region ends with a barrier anyway.
   */
  DirectiveKind(DirectiveKind region, DirectiveKind shared) {
    this.word = region.word + " " + shared.word;
    this.rest = shared.rest.isEmpty() ? region.rest : shared.rest;
    this.place = shared.place;
    this.clauses = EnumSet.copyOf(region.clauses);
    this.clauses.addAll(shared.clauses);
    this.clauses.remove(ClauseKind.NOWAIT);
    this.maker =
        (comment, name, all) -> {
          Map<Boolean, List<Clause>> parts =
              all.stream()
                  .collect(
                      Collectors.partitioningBy(clause ->
                          clause.kind() != ClauseKind.SHARED
                              && shared.clauses.contains(clause.kind())));
          return new Directive.Combined(
              comment,
              this,
              (Directive.Construct) region.make(comment, name, parts.get(false)),
              (Directive.InPlace) shared.make(comment, name, parts.get(true)));
        };
  }

  private static DirectiveKind taskKind() {
    return TASK;
  }

  private static DirectiveKind forKind() {
    return FOR;
  }

  private static DirectiveKind loopKind() {
    return LOOP;
  }

  /** Creates a taskloop: the task has the clauses about tasks, its loop those about iterations. */
  private static Directive taskloop(DirectiveComment comment, List<Clause> all) {
    Set<ClauseKind> ofLoop =
        EnumSet.of(
            ClauseKind.COLLAPSE, ClauseKind.PRIVATE, ClauseKind.LASTPRIVATE, ClauseKind.REDUCTION);
    Map<Boolean, List<Clause>> parts =
        all.stream().collect(Collectors.partitioningBy(clause -> ofLoop.contains(clause.kind())));
    return new Directive.Combined(
        comment,
        TASKLOOP,
        new Directive.Task(comment, TASKLOOP, parts.get(false)),
        new Directive.For(comment, FOR, parts.get(true)));
  }

  /** The keyword, or the two keywords, of the directive. */
  public String word() {
    return word;
  }

  /** The constructs that {@code cancel} can end. */
  static List<DirectiveKind> cancellable() {
    return List.of(PARALLEL, FOR, SECTIONS, TASKGROUP);
  }

  /** The first keyword; in a combined directive it is the keyword of the region. */
  String mainWord() {
    return word.split(" ", 2)[0];
  }

  /** The combinations of this directive with one inside it. */
  List<DirectiveKind> combined() {
    return Arrays.stream(values()).filter(kind -> kind.word.startsWith(word + " ")).toList();
  }

  /** The last keyword; in a combined directive it is that of the directive inside. */
  String lastWord() {
    return word.substring(word.indexOf(' ') + 1);
  }

  /** The form of the whole directive in the grammar. */
  String form() {
    boolean apart = !(rest.isEmpty() || rest.startsWith("(") || rest.startsWith("[("));
    return word + (apart ? " " : "") + rest;
  }

  /** The place where the directive may stand. */
  String place() {
    return place;
  }

  boolean isConstruct() {
    return maker != null;
  }

  boolean takesName() {
    return rest.startsWith("[(name)]");
  }

  boolean takesSimd() {
    return rest.startsWith("[" + Grammar.SIMD + "]");
  }

  Directive make(DirectiveComment comment, Optional<Name> name, List<Clause> with) {
    return maker.make(comment, name, with);
  }

  /** The directive's clauses, in the order of the grammar. */
  public List<ClauseKind> clauses() {
    return Arrays.stream(ClauseKind.values()).filter(clauses::contains).toList();
  }

  /** The directive's clauses as a list in a sentence. */
  String clauseWords() {
    return clauses.isEmpty()
        ? "none"
        : clauses().stream().map(ClauseKind::word).collect(Collectors.joining(", "));
  }

  static Optional<DirectiveKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
  }
}
