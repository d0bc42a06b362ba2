package dev.hocket.compiler.attribute;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits an argument file into words: white space separates them, quotes protect it, {@code #}
 * begins a comment.
 */
final class ArgumentWords {
  private final String text;
  private int at;

  private ArgumentWords(String text) {
    this.text = text;
  }

  static List<String> split(String text) {
    ArgumentWords words = new ArgumentWords(text);
    List<String> list = new ArrayList<>();
    while (words.skipToWord()) {
      list.add(words.word());
    }
    return list;
  }

  private boolean skipToWord() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '#') {
        while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
          at++;
        }
      } else if (Character.isWhitespace(c)) {
        at++;
      } else {
        return true;
      }
    }
    return false;
  }

  private String word() {
    StringBuilder word = new StringBuilder();
    char quote = 0;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (quote == 0 && Character.isWhitespace(c)) {
        break;
      }
      if (c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == '\\' && at + 1 < text.length()) {
        at++;
        appendEscaped(word);
      } else {
        word.append(c);
      }
    }
    return word.toString();
  }

  private void appendEscaped(StringBuilder word) {
    char c = text.charAt(at);
    switch (c) {
      case 'n' -> word.append('\n');
      case 't' -> word.append('\t');
      case 'r' -> word.append('\r');
      case 'f' -> word.append('\f');
      case '\n', '\r' -> skipIndent();
      default -> word.append(c);
    }
  }

  /**
   * Skips the white space after a backslash at the end of a line, which joins it with the next
   * line.
   */
  private void skipIndent() {
    while (at + 1 < text.length() && Character.isWhitespace(text.charAt(at + 1))) {
      at++;
    }
  }
}
