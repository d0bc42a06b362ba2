package dev.hocket.compiler.scan;

import dev.hocket.compiler.scan.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits Java source into tokens (JLS 3), precise about comments and literals: text inside a
 * string, text block, character or comment never starts a comment. Unicode escapes are decoded
 * first (JLS 3.3), so an escaped quote opens a string and an escaped newline ends a line comment.
 */
public final class JavaLexer {
  private final String source;
  private final List<Token> tokens = new ArrayList<>();

  /** The offset of the current character in the raw text; {@code next} is the offset after it. */
  private int at;

  private int next;

  /** The current character, decoded; -1 at the end. */
  private int current;

  /** Whether an odd number of backslashes precedes {@code next}, so no escape starts there. */
  private boolean afterBackslash;

  private JavaLexer(String source) {
    this.source = source;
    advance();
  }

  /** All tokens in order, including comments, followed by an {@link Kind#END}. */
  public static List<Token> tokens(String source) {
    JavaLexer lexer = new JavaLexer(source);
    while (lexer.current >= 0) {
      lexer.token();
    }
    lexer.tokens.add(new Token(Kind.END, source.length(), source.length()));
    return List.copyOf(lexer.tokens);
  }

  /** A text with its Unicode escapes decoded. */
  public static String decoded(String source) {
    JavaLexer lexer = new JavaLexer(source);
    StringBuilder text = new StringBuilder();
    while (lexer.current >= 0) {
      text.appendCodePoint(lexer.current);
      lexer.advance();
    }
    return text.toString();
  }

  private void token() {
    int start = at;
    if (Character.isWhitespace(current) || current == 0x1a) {
      advance();
      return;
    }
    tokens.add(new Token(kindOfNext(), start, at));
  }

  private Kind kindOfNext() {
    if (Character.isJavaIdentifierStart(current)) {
      skipWhileIdentifier();
      return Kind.WORD;
    }
    if (Character.isDigit(current)) {
      skipNumber();
      return Kind.LITERAL;
    }
    int first = current;
    advance();
    return switch (first) {
      case '"' -> quoted();
      case '\'' -> closedBy('\'');
      case '/' -> slash();
      default -> Kind.SYMBOL;
    };
  }

  private void skipWhileIdentifier() {
    while (current >= 0 && Character.isJavaIdentifierPart(current)) {
      advance();
    }
  }

  /**
   * Skips a number. It accepts any letters, digits, dots and the sign of an exponent, which
   * suffices.
   */
  private void skipNumber() {
    int previous = 0;
    while (Character.isJavaIdentifierPart(current)
        || current == '.'
        || ((current == '+' || current == '-') && (previous == 'e' || previous == 'E'))) {
      previous = current;
      advance();
    }
  }

  private Kind quoted() {
    if (current != '"') {
      return closedBy('"');
    }
    advance();
    if (current != '"') {
      return Kind.LITERAL;
    }
    advance();
    int quotes = 0;
    while (current >= 0 && quotes < 3) {
      quotes = current == '"' ? quotes + 1 : 0;
      skipEscape();
      advance();
    }
    return Kind.LITERAL;
  }

  private Kind closedBy(char quote) {
    while (current >= 0 && current != quote && !isLineEnd()) {
      skipEscape();
      advance();
    }
    if (current == quote) {
      advance();
    }
    return Kind.LITERAL;
  }

  private void skipEscape() {
    if (current == '\\') {
      advance();
    }
  }

  private Kind slash() {
    if (current == '/') {
      while (current >= 0 && !isLineEnd()) {
        advance();
      }
      return Kind.LINE_COMMENT;
    }
    if (current == '*') {
      advance();
      int previous = 0;
      while (current >= 0 && !(previous == '*' && current == '/')) {
        previous = current;
        advance();
      }
      advance();
      return Kind.BLOCK_COMMENT;
    }
    return Kind.SYMBOL;
  }

  private boolean isLineEnd() {
    return current == '\n' || current == '\r';
  }

  private void advance() {
    at = next;
    if (at >= source.length()) {
      at = source.length();
      current = -1;
      return;
    }
    char c = source.charAt(at);
    next = at + 1;
    if (c != '\\' || afterBackslash) {
      current = c;
      afterBackslash = false;
      if (Character.isHighSurrogate(c)) {
        current = source.codePointAt(at);
        next = at + Character.charCount(current);
      }
      return;
    }
    int digits = next;
    while (digits < source.length() && source.charAt(digits) == 'u') {
      digits++;
    }
    if (digits == next || digits + 4 > source.length()) {
      current = '\\';
      afterBackslash = true;
      return;
    }
    current = hex(digits);
    // An escaped backslash does not pair with the next one of the raw text (JLS 3.3).
    next = current < 0 ? next : digits + 4;
    current = current < 0 ? '\\' : current;
  }

  private int hex(int start) {
    int value = 0;
    for (int i = start; i < start + 4; i++) {
      int digit = Character.digit(source.charAt(i), 16);
      if (digit < 0) {
        return -1;
      }
      value = value * 16 + digit;
    }
    return value;
  }
}
