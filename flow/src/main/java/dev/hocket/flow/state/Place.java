package dev.hocket.flow.state;

/**
 * A mutable object that outlives a call of the function, or its contents.
 *
 * @param root {@code this}, a field as in {@code this.list}, {@code argument 0} or {@code static
 *     C.field}
 * @param depth 0 for the object itself, 1 for its contents, 2 for their contents, {@link #DEEPEST}
 *     for all below
 * @param isShareable whether several threads may use the object, which has no contents: a counter
 */
record Place(String root, int depth, boolean isShareable) {
  static final int DEEPEST = 3;

  private static final String ARGUMENT = "argument ";
  private static final String STATIC = "static ";

  static final Place SELF = new Place("this", 0);

  private Place(String root, int depth) {
    this(root, depth, false);
  }

  static Place ofField(String name) {
    return new Place("this." + name, 0);
  }

  static Place ofArgument(int number) {
    return new Place(ARGUMENT + number, 0);
  }

  static Place ofStatic(String owner, String name) {
    return new Place(STATIC + owner + "." + name, 0);
  }

  /** The settings of the JVM, which count as a static field. */
  static Place ofSettings() {
    return new Place(STATIC + JdkSettings.NAME, 0);
  }

  /** A {@link ThreadLocal} that the code makes, which counts as a static field. */
  static Place ofThreadVariable() {
    return new Place(STATIC + JdkSettings.THREAD_VARIABLE, 0);
  }

  /** What the program lets loggers run, which counts as a static field. */
  static Place ofLogging() {
    return new Place(STATIC + JdkSettings.LOGGING, 0);
  }

  Place contents() {
    return depth == DEEPEST || isShareable ? this : new Place(root, depth + 1);
  }

  Place asShareable() {
    return new Place(root, depth, true);
  }

  /** Returns whether the place belongs to the function's object. */
  boolean isState() {
    return root.startsWith("this");
  }

  boolean isArgument() {
    return root.startsWith(ARGUMENT);
  }

  int argument() {
    return Integer.parseInt(root.substring(ARGUMENT.length()));
  }

  boolean isStatic() {
    return root.startsWith(STATIC);
  }

  /** Returns {@code owner.field} of a static field. */
  String staticName() {
    return root.substring(STATIC.length());
  }

  /** Returns the name of the field, or null for the object itself. */
  String field() {
    return root.startsWith("this.") ? root.substring("this.".length()) : null;
  }
}
