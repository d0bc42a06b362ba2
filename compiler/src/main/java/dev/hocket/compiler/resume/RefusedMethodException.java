package dev.hocket.compiler.resume;

/** A method that cannot be made resumable. */
public final class RefusedMethodException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why it cannot. */
  public enum Reason {
    /** Its code grows beyond what a class file can hold (JVMS 4.7.3). */
    TOO_LONG,
    /** It has no room for one parameter more (JVMS 4.3.3). */
    TOO_MANY_PARAMETERS,
    /** It awaits a result of a type that its class may not name (JVMS 5.4.4). */
    HIDDEN_TYPE
  }

  private final Reason reason;
  private final String subject;
  private final int line;

  private RefusedMethodException(Reason reason, String subject, int line, String message) {
    super(message);
    this.reason = reason;
    this.subject = subject;
    this.line = line;
  }

  static RefusedMethodException tooLong(String method, int line, int size) {
    String message = method + " has " + size + " bytes of code; a method can have 65535";
    return new RefusedMethodException(Reason.TOO_LONG, method, line, message);
  }

  static RefusedMethodException tooManyParameters(String method, int line) {
    String message = method + " has no room for another parameter";
    return new RefusedMethodException(Reason.TOO_MANY_PARAMETERS, method, line, message);
  }

  static RefusedMethodException hiddenType(String type, int line) {
    String message = "a value of " + type + " would be handed over";
    return new RefusedMethodException(Reason.HIDDEN_TYPE, type, line, message);
  }

  /**
   * Why the method is refused.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }

  /**
   * The name of the method, or of the type.
   *
   * @return a method's name without its class, that of a lambda is javac's; a type's name with its
   *     package
   */
  public String subject() {
    return subject;
  }

  /**
   * The line of the method's first statement, or of the call with such a result.
   *
   * @return the line, or -1 if the class file has no lines
   */
  public int line() {
    return line;
  }
}
