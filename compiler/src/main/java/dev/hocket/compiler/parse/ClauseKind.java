package dev.hocket.compiler.parse;

/**
 * The clauses with their forms, and with the type of an expression: the one place that says so.
 * {@link Directive.Kind} says which directive has which.
 */
public enum ClauseKind {
  /** Runs on the target of that name. */
  VIRTUAL("virtual", Argument.NAME),
  /** Runs on a device; here, on the host. */
  DEVICE("device", "int"),
  /** Goes on without the block. */
  NOWAIT("nowait", Argument.NONE),
  /** Goes on; a later wait for the tag waits for the block. */
  NAME_AS("name_as", Argument.NAME),
  /** Suspends the handler until the block has ended. */
  AWAIT("await", Argument.NONE),
  /** False: runs in place. */
  IF("if", "boolean"),
  /** Gives the block its own copies, of the values at the directive. */
  FIRSTPRIVATE("firstprivate", Argument.NAMES),
  /** Gives the block its own variables, with default values. */
  PRIVATE("private", Argument.NAMES),
  /** Says what holds anyway. */
  SHARED("shared", Argument.NAMES),
  /** {@code none}: every variable of the block must be listed. */
  DEFAULT("default", Argument.SHARING);

  /** What stands in the parentheses of a clause. */
  enum Argument {
    NONE(""),
    NAME("(name)"),
    NAMES("(name {, name})"),
    EXPRESSION("(expression)"),
    SHARING("(shared | none)");

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
    return argument == Argument.NAMES;
  }
}
