package dev.hocket.compiler.parse;

import dev.hocket.compiler.scan.DirectiveComment;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The directives, each with its clauses. This is the only list of directives. */
public enum DirectiveKind {
  /** A block for a target. */
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
      ClauseKind.FIRSTPRIVATE,
      ClauseKind.PRIVATE,
      ClauseKind.SHARED,
      ClauseKind.DEFAULT),
  /** A team of threads, all of which run the statement. */
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
  /** Shares the iterations of a loop out to a team. */
  FOR(
      "for",
      "{ [,] clause }",
      "before a for loop",
      (comment, name, clauses) -> new Directive.For(comment, clauses),
      ClauseKind.SCHEDULE,
      ClauseKind.COLLAPSE,
      ClauseKind.ORDERED,
      ClauseKind.NOWAIT,
      ClauseKind.PRIVATE,
      ClauseKind.FIRSTPRIVATE,
      ClauseKind.LASTPRIVATE,
      ClauseKind.REDUCTION),
  /** Shares sections out to a team. */
  SECTIONS(
      "sections",
      "{ [,] clause }",
      "before a { block }",
      (comment, name, clauses) -> new Directive.Sections(comment, clauses),
      ClauseKind.NOWAIT,
      ClauseKind.PRIVATE,
      ClauseKind.FIRSTPRIVATE,
      ClauseKind.LASTPRIVATE,
      ClauseKind.REDUCTION),
  /** A team for one loop. */
  PARALLEL_FOR(PARALLEL, FOR),
  /** A team for some sections. */
  PARALLEL_SECTIONS(PARALLEL, SECTIONS),
  /** One of the statements that sections share out. */
  SECTION(
      "section",
      "",
      "before a statement of the { block } of sections",
      (comment, name, clauses) -> new Directive.Section(comment)),
  /** One thread of a team. */
  SINGLE(
      "single",
      "{ [,] clause }",
      "before a statement",
      (comment, name, clauses) -> new Directive.Single(comment, clauses),
      ClauseKind.NOWAIT,
      ClauseKind.PRIVATE,
      ClauseKind.FIRSTPRIVATE,
      ClauseKind.COPYPRIVATE),
  /** The thread that has encountered the region. */
  MASTER(
      "master",
      "",
      "before a statement",
      (comment, name, clauses) -> new Directive.Master(comment, false, clauses)),
  /** The same in newer words. */
  MASKED(
      "masked",
      "{ [,] clause }",
      "before a statement",
      (comment, name, clauses) -> new Directive.Master(comment, true, clauses),
      ClauseKind.FILTER),
  /** One thread at a time. */
  CRITICAL(
      "critical",
      "[(name)]",
      "before a statement",
      (comment, name, clauses) -> new Directive.Critical(comment, name)),
  /** One access to a variable that no other atomic one divides. */
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
  /** In the order of the iterations. */
  ORDERED(
      "ordered",
      "",
      "before a statement",
      (comment, name, clauses) -> new Directive.Ordered(comment)),
  /** A statement that any thread of a team may run. */
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
  /** Tasks for the iterations of a loop. */
  TASKLOOP(
      "taskloop",
      "{ [,] clause }",
      "before a for loop",
      (comment, name, clauses) -> taskloop(comment, clauses),
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
  /** Waits for the tasks inside, and for theirs. */
  TASKGROUP(
      "taskgroup",
      "{ [,] clause }",
      "before a statement",
      (comment, name, clauses) -> new Directive.Taskgroup(comment, clauses),
      ClauseKind.TASK_REDUCTION),
  /** Waits for the tasks of the current one. */
  TASKWAIT("taskwait", "", "between statements", null),
  /** Lets the thread run another task. */
  TASKYIELD("taskyield", "", "between statements", null),
  /** Ends what is around it early. */
  CANCEL("cancel", "parallel | for | sections | taskgroup", "between statements", null),
  /** Ends it, if another thread has cancelled it. */
  CANCELLATION_POINT(
      "cancellation point", "parallel | for | sections | taskgroup", "between statements", null),
  /** Waits for the team. */
  BARRIER("barrier", "", "between statements", null),
  /** Makes what one thread has written visible to others. */
  FLUSH("flush", "[(name {, name})]", "between statements", null),
  /** Waits for tags. */
  WAIT("wait", "(name {, name}) [[,] await]", "between statements", null, ClauseKind.AWAIT),
  /** A method or lambda that can be suspended. */
  ASYNC("async", "", "before a method, or a lambda", null),
  /** How calls of such methods wait. */
  ASYNC_CALL("async-call", "mode(signature {, signature})", "before a statement", null);

  private final String word;
  private final String rest;
  private final String place;
  private final Maker maker;
  private final Set<ClauseKind> clauses;

  /** Makes a directive of its parts. */
  private interface Maker {
    Directive make(DirectiveComment comment, Optional<Name> name, List<Clause> clauses);
  }

  /**
   * A directive.
   *
   * @param rest what follows the word in the grammar
   * @param maker null if it governs no statement: the parser has a method of its own for it
   */
  DirectiveKind(String word, String rest, String place, Maker maker, ClauseKind... clauses) {
    this.word = word;
    this.rest = rest;
    this.place = place;
    this.maker = maker;
    this.clauses = Set.of(clauses);
  }

  /**
   * Two directives in one. It has the clauses of both but {@code nowait}: the region ends with a
   * barrier anyway.
   */
  DirectiveKind(DirectiveKind region, DirectiveKind shared) {
    this.word = region.word + " " + shared.word;
    this.rest = shared.rest;
    this.place = shared.place;
    this.clauses = EnumSet.copyOf(region.clauses);
    this.clauses.addAll(shared.clauses);
    this.clauses.remove(ClauseKind.NOWAIT);
    this.maker =
        (comment, name, all) -> {
          Map<Boolean, List<Clause>> parts =
              all.stream()
                  .collect(
                      Collectors.partitioningBy(clause -> shared.clauses.contains(clause.kind())));
          return new Directive.Combined(
              comment,
              this,
              (Directive.Construct) region.make(comment, name, parts.get(false)),
              (Directive.WorkSharing) shared.make(comment, name, parts.get(true)));
        };
  }

  private static DirectiveKind taskKind() {
    return TASK;
  }

  /** The task has the clauses about tasks, and the loop in it those about iterations. */
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
        new Directive.For(comment, parts.get(true)));
  }

  /** The word, or the two words, in the comment. */
  public String word() {
    return word;
  }

  /** What {@code cancel} can end. */
  static List<DirectiveKind> cancellable() {
    return List.of(PARALLEL, FOR, SECTIONS, TASKGROUP);
  }

  /** The word of the directive itself, or of the region of two in one. */
  String mainWord() {
    return word.split(" ", 2)[0];
  }

  /** The whole directive, as the grammar shows it. */
  String form() {
    boolean apart = !(rest.isEmpty() || rest.startsWith("(") || rest.startsWith("[("));
    return word + (apart ? " " : "") + rest;
  }

  /** Where it stands. */
  String place() {
    return place;
  }

  boolean isConstruct() {
    return maker != null;
  }

  boolean takesName() {
    return rest.startsWith("[(name)]");
  }

  Directive make(DirectiveComment comment, Optional<Name> name, List<Clause> with) {
    return maker.make(comment, name, with);
  }

  /** Its clauses, in the order of the grammar. */
  public List<ClauseKind> clauses() {
    return Arrays.stream(ClauseKind.values()).filter(clauses::contains).toList();
  }

  /** The same in a sentence. */
  String clauseWords() {
    return clauses.isEmpty()
        ? "none"
        : clauses().stream().map(ClauseKind::word).collect(Collectors.joining(", "));
  }

  static Optional<DirectiveKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
  }
}
