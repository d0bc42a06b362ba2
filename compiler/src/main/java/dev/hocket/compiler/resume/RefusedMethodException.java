package dev.hocket.compiler.resume;

import java.util.Optional;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Thrown if a method cannot be made resumable. */
public final class RefusedMethodException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The reason for the refusal. */
  public enum Reason {
    /** The method exceeds the limits of a method in a class file (JVMS 4.11). */
    METHOD_TOO_LONG,
    /** The class exceeds the limits of a class file (JVMS 4.11). */
    CLASS_TOO_LONG,
    /** The method has no room for an additional parameter (JVMS 4.3.3). */
    TOO_MANY_PARAMETERS,
    /** The method awaits a result whose type its class cannot access (JVMS 5.4.4). */
    HIDDEN_TYPE
  }

  private final Reason reason;
  private final String subject;
  private final int line;
  private final int lastLine;
  private final String size;
  private final transient Optional<CostlyLine> costliest;

  private RefusedMethodException(
      Reason reason,
      String subject,
      int line,
      int lastLine,
      String size,
      Optional<CostlyLine> costliest,
      String message) {
    super(message);
    this.reason = reason;
    this.subject = subject;
    this.line = line;
    this.lastLine = lastLine;
    this.size = size;
    this.costliest = costliest;
  }

  private RefusedMethodException(Reason reason, String subject, int line, String message) {
    this(reason, subject, line, line, "", Optional.empty(), message);
  }

  static RefusedMethodException methodTooLong(
      MethodNode method, String size, Optional<CostlyLine> costliest) {
    return new RefusedMethodException(
        Reason.METHOD_TOO_LONG,
        method.name,
        Positions.lines(method).min().orElse(Positions.NO_LINE),
        Positions.lines(method).max().orElse(Positions.NO_LINE),
        size,
        costliest,
        method.name + " has " + size + "; a class file can have 65535 of a method");
  }

  static RefusedMethodException classTooLong(ClassNode type, String size) {
    return new RefusedMethodException(
        Reason.CLASS_TOO_LONG,
        type.name,
        type.methods.stream().flatMapToInt(Positions::lines).min().orElse(Positions.NO_LINE),
        type.methods.stream().flatMapToInt(Positions::lines).max().orElse(Positions.NO_LINE),
        size,
        Optional.empty(),
        type.name + " has " + size + "; a class file can have 65535");
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
   * The reason for the refusal.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }

  /**
   * The name of the method or class, or of the result's type.
   *
   * @return a method's name without its class, for a lambda javac's name; a class's internal name;
   *     a type's name with its package
   */
  public String subject() {
    return subject;
  }

  /**
   * The first line of the method or class, or the line of the call with such a result.
   *
   * @return the line, or -1 if the class file has no lines
   */
  public int line() {
    return line;
  }

  /**
   * The last line of the method or class.
   *
   * @return the line, or -1 if the class file has no lines; equal to the first line for a single
   *     call
   */
  public int lastLine() {
    return lastLine;
  }

  /**
   * The amount that exceeds its limit of 65535.
   *
   * @return a number and a noun; empty if the reason is another one
   */
  public String size() {
    return size;
  }

  /**
   * The line whose awaited calls add the most code to a method that is too long.
   *
   * @return the line; empty if the method awaits nothing or the class file has no lines
   */
  public Optional<CostlyLine> costliest() {
    return costliest;
  }
}
