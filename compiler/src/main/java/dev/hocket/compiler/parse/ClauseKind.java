package dev.hocket.compiler.parse;

/**
 * The kinds of clauses, each with its form and the type of its expression. This is the only list of
 * clauses. {@link DirectiveKind} lists the clauses of each directive.
 */
public enum ClauseKind {
  VIRTUAL(
      "virtual",
      Argument.NAME,
      "runs the statement on the target of that name; in place if the thread belongs to it"),
  DEVICE(
      "device",
      "int",
      "runs it on a device; this version has none, reports that once and uses the target `worker`"),
  NOWAIT(
      "nowait",
      Argument.NONE,
      "continues without waiting for the block, or for the other threads of the team"),
  NAME_AS(
      "name_as",
      Argument.NAME,
      "continues without waiting; a [`wait`](#wait-waiting-for-tags) for the tag waits for the block and throws its exception"),
  AWAIT(
      "await",
      Argument.NONE,
      "suspends the method until the work is done, and throws the work's exception; a thread of no target, such as that of `main`, waits"),
  IF(
      "if",
      Argument.CONDITION,
      "boolean",
      "false: runs the statement at once on this thread, alone; the word of the directive may precede the condition, as in `if(parallel: n > 9)`"),
  FINAL("final", "boolean", "true: the tasks that it creates run at once, as part of it"),
  GRAINSIZE(
      "grainsize",
      Argument.NUMBER,
      "long",
      "the minimum number of iterations of a task, unless the loop has fewer; after `strict:` the number for all tasks but the last"),
  NUM_TASKS(
      "num_tasks",
      Argument.NUMBER,
      "long",
      "the number of tasks that run the iterations, unless there are fewer iterations"),
  NOGROUP("nogroup", Argument.NONE, "continues without waiting for the tasks"),
  UNTIED("untied", Argument.NONE, "accepted; a task stays on the thread that has begun it"),
  MERGEABLE("mergeable", Argument.NONE, "accepted; a task always has variables of its own"),
  DEPEND(
      "depend",
      Argument.DEPEND,
      "a location",
      "waits for earlier tasks and blocks of the same creator that list the same location; see [below](#depend-the-order-of-tasks)"),
  PRIORITY("priority", "int", "accepted; its value is not computed"),
  NUM_THREADS(
      "num_threads",
      Argument.NUMBER,
      "int",
      "requests this number of threads, even if fewer processors are free; without it the team takes the free processors; after `strict:` a smaller team is an `IllegalStateException`"),
  PROC_BIND(
      "proc_bind",
      Argument.BINDING,
      "accepted; Java cannot bind threads to processors, so the operating system places them"),
  FILTER(
      "filter",
      "int",
      "the number of the thread that runs the statement, instead of 0; each thread evaluates it"),
  SCHEDULE(
      "schedule",
      Argument.SCHEDULE,
      "long",
      "decides which iterations each thread gets, and how many at a time; the modifiers are accepted, because each thread runs its iterations in their order anyway"),
  COLLAPSE(
      "collapse",
      "int",
      "distributes the iterations of this number of nested loops, each of which is the whole body of the one around it"),
  ORDERED("ordered", Argument.NONE, "the loop contains an `ordered` statement"),
  ORDER(
      "order",
      Argument.ORDER,
      "accepted; iterations outside of `ordered` run in any order, with or without this clause"),
  BIND("bind", Argument.TEAM, "accepted; the iterations are those of the innermost region's team"),
  NEGLECT_EXCEPTION(
      "neglect_exception",
      Argument.TYPES,
      "Throwable",
      "an exception of these types that leaves the statement on a thread ends it there, and is thrown no further"),
  ON_CANCEL(
      "on_cancel",
      "void",
      "if the block is cancelled before it has begun, or throws `CancellationException` or `InterruptedException`, its target runs the call; needs `name_as`"),
  FIRSTPRIVATE(
      "firstprivate",
      Argument.NAMES,
      "gives the statement its own copies, with the values at the directive; in a team, each thread"),
  PRIVATE(
      "private", Argument.NAMES, "gives it its own variables, which start as 0, `false` or `null`"),
  LASTPRIVATE(
      "lastprivate",
      Argument.NAMES,
      "gives each thread its own; afterwards the variable has the value of the last iteration or section"),
  COPYPRIVATE(
      "copyprivate",
      Argument.NAMES,
      "gives all threads of the team the value that the one thread has assigned"),
  REDUCTION(
      "reduction",
      Argument.REDUCTION,
      "gives each thread a partial result, and combines these at the end in the order of the threads"),
  TASK_REDUCTION(
      "task_reduction",
      Argument.REDUCTION,
      "lets the tasks in it contribute to the variables, by `in_reduction`"),
  IN_REDUCTION(
      "in_reduction",
      Argument.REDUCTION,
      "gives the task a partial result, and adds it at the end to the variable of the enclosing `taskgroup`"),
  SHARED(
      "shared",
      Argument.NAMES,
      "states that the variables are shared, as without the clause, and suppresses Hocket's warnings about them"),
  DEFAULT(
      "default",
      Argument.SHARING,
      "`none`: every local variable that the statement uses must be in a list"),
  READ("read", Argument.NONE, "`v = x;`"),
  WRITE("write", Argument.NONE, "`x = e;`"),
  UPDATE(
      "update",
      Argument.NONE,
      "`x++;` `x += e;` `x = x + e;` `x = e + x;` with any operator; the default"),
  CAPTURE(
      "capture",
      Argument.NONE,
      "`v = x++;` `v = x += e;` `{ v = x; x += e; }` `{ x += e; v = x; }` `{ v = x; x = e; }`"),
  COMPARE(
      "compare",
      "`if (x < e) x = d;` `x = x < e ? d : x;` with `<` or `>`, either way round, and `if (x == e) x = d;`"),
  SEQ_CST("seq_cst", "every access is sequentially consistent, with or without this clause"),
  ACQ_REL("acq_rel", "accepted; the access is sequentially consistent"),
  ACQUIRE("acquire", "accepted; the access is sequentially consistent"),
  RELEASE("release", "accepted; the access is sequentially consistent"),
  RELAXED("relaxed", "accepted; the access is sequentially consistent");

  /** The contents of a clause's parentheses. */
  enum Argument {
    NONE(""),
    NAME("(name)"),
    NAMES("(name {, name})"),
    EXPRESSION("(expression)"),
    CONDITION("([word :] expression)"),
    NUMBER("([strict :] expression)"),
    SHARING("(shared | none)"),
    SCHEDULE("([modifier :] static | dynamic | guided [, expression] | auto | runtime)"),
    REDUCTION("(operator : item {, item})"),
    BINDING("(primary | master | close | spread)"),
    ORDER("([reproducible | unconstrained :] concurrent)"),
    TEAM("(teams | parallel)"),
    DEPEND("(access : location {, location})"),
    TYPES("(type {, type})");

    final String form;

    Argument(String form) {
      this.form = form;
    }
  }

  private final String word;
  final Argument argument;
  private final String type;
  private final String meaning;

  /** Creates a clause without parentheses. */
  ClauseKind(String word, String meaning) {
    this(word, Argument.NONE, meaning);
  }

  ClauseKind(String word, Argument argument, String meaning) {
    this(word, argument, "", meaning);
  }

  /** Creates a clause with an expression of a type. */
  ClauseKind(String word, String type, String meaning) {
    this(word, Argument.EXPRESSION, type, meaning);
  }

  ClauseKind(String word, Argument argument, String type, String meaning) {
    this.word = word;
    this.argument = argument;
    this.type = type;
    this.meaning = meaning;
  }

  /** The clause's keyword. */
  public String word() {
    return word;
  }

  /** The Java type of the clause's expression; empty if it takes none. */
  public String type() {
    return type;
  }

  /** The keyword with the parentheses, as the grammar shows them. */
  public String form() {
    return word + argument.form;
  }

  /** The meaning of the clause, for the documentation and editors. */
  public String meaning() {
    return meaning;
  }

  /** Whether the clause determines how the block uses variables. */
  public boolean sharesData() {
    return argument == Argument.NAMES || argument == Argument.REDUCTION;
  }

  /** Whether the clause combines partial results. */
  public boolean combines() {
    return argument == Argument.REDUCTION;
  }

  /** Whether the clause gives the memory order of an atomic access. */
  public boolean isMemoryOrder() {
    return switch (this) {
      case SEQ_CST, ACQ_REL, ACQUIRE, RELEASE, RELAXED -> true;
      default -> false;
    };
  }

  /** Whether the clause gives the statement its own copies of variables. */
  public boolean copies() {
    return sharesData() && this != SHARED && this != COPYPRIVATE && this != TASK_REDUCTION;
  }

  /** Whether a directive may have the clause several times. */
  public boolean repeats() {
    return sharesData() || this == DEPEND || this == NEGLECT_EXCEPTION;
  }

  /** Whether the clause may list static fields. */
  public boolean takesFields() {
    return this == REDUCTION || this == LASTPRIVATE;
  }

  /** Whether the clause changes the original variable after the statement. */
  public boolean stores() {
    return this == REDUCTION || this == IN_REDUCTION || this == LASTPRIVATE || this == COPYPRIVATE;
  }
}
