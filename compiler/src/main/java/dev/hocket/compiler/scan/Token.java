package dev.hocket.compiler.scan;

/**
 * A piece of Java source, by raw offsets.
 *
 * @param kind what it is
 * @param start its first character
 * @param end behind its last character
 */
public record Token(Kind kind, int start, int end) {
  /** The kinds of tokens that Hocket distinguishes. */
  public enum Kind {
    /** A keyword or an identifier. */
    WORD,
    /** A number, string, text block or character. */
    LITERAL,
    /** One character of an operator or separator. */
    SYMBOL,
    /** From {@code //} to the end of the line. */
    LINE_COMMENT,
    /** A block comment, documentation included. */
    BLOCK_COMMENT,
    /** The end of the file. */
    END
  }

  /** Whether the parser of Java skips it. */
  public boolean isComment() {
    return kind == Kind.LINE_COMMENT || kind == Kind.BLOCK_COMMENT;
  }
}
