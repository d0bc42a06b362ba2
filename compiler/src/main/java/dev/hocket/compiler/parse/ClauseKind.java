package dev.hocket.compiler.parse;

/**
 * The clauses, with their form and the type of their expression. This is the only list of clauses.
 * {@link DirectiveKind} says which directive has which.
 */
public enum ClauseKind {
  /** Runs on the target of that name. */
  VIRTUAL("virtual", Argument.NAME),
  /** Runs on a device; here, on the host. */
  DEVICE("device", "int"),
  /** Goes on without the block; no barrier at the end of a work-sharing statement. */
  NOWAIT("nowait", Argument.NONE),
  /** Goes on; a later wait for the tag waits for the block. */
  NAME_AS("name_as", Argument.NAME),
  /** Suspends the handler until the block has ended. */
  AWAIT("await", Argument.NONE),
  /** False: runs in place, or on the encountering thread alone. */
  IF("if", "boolean"),
  /** How many threads a team asks for. */
  NUM_THREADS("num_threads", "int"),
  /** Which iterations each thread of a team gets. */
  SCHEDULE("schedule", Argument.SCHEDULE, "long"),
  /** How many nested loops share their iterations. */
  COLLAPSE("collapse", "int"),
  /** The loop has parts that run in the order of its iterations. */
  ORDERED("ordered", Argument.NONE),
  /** Gives the block its own copies, of the values at the directive. */
  FIRSTPRIVATE("firstprivate", Argument.NAMES),
  /** Gives the block its own variables, with default values. */
  PRIVATE("private", Argument.NAMES),
  /** The same; the value after the last iteration or section is the variable's afterwards. */
  LASTPRIVATE("lastprivate", Argument.NAMES),
  /** Gives all threads of a team the value that one of them has assigned. */
  COPYPRIVATE("copyprivate", Argument.NAMES),
  /** Gives each thread a partial result, and combines these in the end. */
  REDUCTION("reduction", Argument.REDUCTION),
  /** Says what holds anyway. */
  SHARED("shared", Argument.NAMES),
  /** {@code none}: every variable of the block must be listed. */
  DEFAULT("default", Argument.SHARING),
  /** Reads a variable at once. */
  READ("read", Argument.NONE),
  /** Assigns a variable at once. */
  WRITE("write", Argument.NONE),
  /** Reads, computes and assigns a variable at once; holds anyway. */
  UPDATE("update", Argument.NONE),
  /** The same, with the value before or after it. */
  CAPTURE("capture", Argument.NONE);

  /** What stands in the parentheses of a clause. */
  enum Argument {
    NONE(""),
    NAME("(name)"),
    NAMES("(name {, name})"),
    EXPRESSION("(expression)"),
    SHARING("(shared | none)"),
    SCHEDULE("(" + String.join(" | ", Grammar.SCHEDULES) + " [, expression])"),
    REDUCTION("(operator : name {, name})");

    final String form;

    Argument(String form) {
      this.form = form;
    }
  }

  private final String word;
  final Argument argument;
  private final String type;

  ClauseKind(String word, Argument argument) {
    this(word, argument, "");
  }

  /** A clause with an expression of a type. */
  ClauseKind(String word, String type) {
    this(word, Argument.EXPRESSION, type);
  }

  ClauseKind(String word, Argument argument, String type) {
    this.word = word;
    this.argument = argument;
    this.type = type;
  }

  /** The word in the directive. */
  public String word() {
    return word;
  }

  /** The type of its expression in Java; empty if it takes none. */
  public String type() {
    return type;
  }

  /** The word with its parentheses. */
  public String form() {
    return word + argument.form;
  }

  /** Whether it decides how the block sees variables. */
  public boolean sharesData() {
    return argument == Argument.NAMES || argument == Argument.REDUCTION;
  }

  /** Whether it gives the statement variables of its own. */
  public boolean copies() {
    return sharesData() && this != SHARED && this != COPYPRIVATE;
  }

  /** Whether its list may hold static fields. */
  public boolean takesFields() {
    return this == REDUCTION || this == LASTPRIVATE;
  }

  /** Whether the variable has another value after the statement. */
  public boolean stores() {
    return this == REDUCTION || this == LASTPRIVATE || this == COPYPRIVATE;
  }
}
