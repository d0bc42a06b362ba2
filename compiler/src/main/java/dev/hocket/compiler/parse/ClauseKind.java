package dev.hocket.compiler.parse;

/** The clauses of {@code target}, with their forms: the one place of the grammar, see Grammar. */
public enum ClauseKind {
  /** Runs on the target of that name. */
  VIRTUAL("virtual", Argument.NAME),
  /** Runs on a device; here, on the host. */
  DEVICE("device", Argument.EXPRESSION),
  /** Goes on without the block. */
  NOWAIT("nowait", Argument.NONE),
  /** Goes on; a later wait for the tag waits for the block. */
  NAME_AS("name_as", Argument.NAME),
  /** Suspends the handler until the block has ended. */
  AWAIT("await", Argument.NONE),
  /** False: runs in place. */
  IF("if", Argument.EXPRESSION),
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

  ClauseKind(String word, Argument argument) {
    this.word = word;
    this.argument = argument;
  }

  /** The word in the directive. */
  public String word() {
    return word;
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
