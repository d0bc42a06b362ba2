package dev.hocket.compiler.lower;

/**
 * A piece of the source that becomes a method or a class, which class files limit in size.
 *
 * @param kind the kind of piece
 * @param name its name; for a constructor, that of the class; empty if there is none
 * @param offset the offset for messages: of its name, of the directive, or else its start
 * @param start the offset where it starts
 * @param end the offset where it ends
 */
public record Piece(Kind kind, String name, int offset, int start, int end) {
  /** The kinds of pieces. */
  public enum Kind {
    /** A method with code. */
    METHOD,
    /** A constructor. */
    CONSTRUCTOR,
    /** A static initialiser. Other initialisers are part of every constructor. */
    INITIALIZER,
    /** A lambda. */
    LAMBDA,
    /** The statement of a directive's region. */
    BLOCK,
    /** A class. */
    CLASS
  }

  /** The number of characters of the piece. */
  public int length() {
    return end - start;
  }

  /** Whether this piece contains another one. */
  public boolean encloses(Piece other) {
    return start <= other.start && other.end <= end && other.length() < length();
  }
}
