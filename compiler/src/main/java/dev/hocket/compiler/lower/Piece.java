package dev.hocket.compiler.lower;

/**
 * A piece of the source that has limits of its own in class files: what becomes a method there, or
 * a class.
 *
 * @param kind what it is
 * @param name its name; that of its class, if it is a constructor; empty if it has none
 * @param offset the place that stands for it: its name, the directive, or else where it starts
 * @param start where it starts
 * @param end where it ends
 */
public record Piece(Kind kind, String name, int offset, int start, int end) {
  /** What a piece can be. */
  public enum Kind {
    /** A method with code. */
    METHOD,
    /** A constructor. */
    CONSTRUCTOR,
    /** A static initialiser; others are part of every constructor. */
    INITIALIZER,
    /** A lambda. */
    LAMBDA,
    /** The statement of a directive. */
    BLOCK,
    /** A class. */
    CLASS
  }

  /** How many characters it has. */
  public int length() {
    return end - start;
  }

  /** Whether another piece is a part of this one. */
  public boolean encloses(Piece other) {
    return start <= other.start && other.end <= end && other.length() < length();
  }
}
