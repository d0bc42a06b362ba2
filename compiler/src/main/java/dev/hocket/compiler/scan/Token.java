package dev.hocket.compiler.scan;

/**
 * A token of Java source with its raw offsets.
 *
 * @param kind the kind of token
 * @param start the offset of its first character
 * @param end the offset after its last character
 */
public record Token(Kind kind, int start, int end) {
  /** The kinds of tokens that Hocket distinguishes. */
  public enum Kind {
    /** A keyword or an identifier. */
    WORD,
    /** A number, string, text block or character. */
    LITERAL,
    /** A single character of an operator or separator. */
    SYMBOL,
    /** A comment from {@code //} to the end of the line. */
    LINE_COMMENT,
    /** A block comment, documentation included. */
    BLOCK_COMMENT,
    /** The end of the file. */
    END
  }

  /** Whether the token is a comment. */
  public boolean isComment() {
    return kind == Kind.LINE_COMMENT || kind == Kind.BLOCK_COMMENT;
  }
}
