package dev.hocket.compiler.resume;

/** A method whose code has grown beyond what a class file can hold (JVMS 4.7.3). */
public final class MethodTooLongException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String method;
  private final int line;

  MethodTooLongException(String method, int line, int size) {
    super(method + " has " + size + " bytes of code; a method can have 65535");
    this.method = method;
    this.line = line;
  }

  /**
   * The name of the method.
   *
   * @return the name without its class; that of a lambda is javac's
   */
  public String method() {
    return method;
  }

  /**
   * The line of its first statement.
   *
   * @return the line, or -1 if the class file has no lines
   */
  public int line() {
    return line;
  }
}
