package dev.hocket.compiler.lower;

import dev.hocket.compiler.scan.JavaLexer;
import dev.hocket.compiler.scan.Token;
import java.util.List;

/** The tokens of a file without its comments. */
final class Tokens {
  private final String source;
  private final List<Token> tokens;

  Tokens(String source) {
    this.source = source;
    this.tokens = JavaLexer.tokens(source).stream().filter(token -> !token.isComment()).toList();
  }

  boolean has(int index) {
    return index < tokens.size();
  }

  Token get(int index) {
    return tokens.get(index);
  }

  String text(int index) {
    Token token = tokens.get(index);
    return source.substring(token.start(), token.end());
  }

  /** The index of the last token that ends at or before an offset. */
  int lastBefore(int offset) {
    int low = 0;
    int high = tokens.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (tokens.get(middle).end() <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /** The first token that starts at or after an offset. */
  Token firstFrom(int offset) {
    int index = lastBefore(offset) + 1;
    while (tokens.get(index).start() < offset) {
      index++;
    }
    return tokens.get(index);
  }

  /** The tokens between two offsets. */
  List<Token> between(int start, int end) {
    int from = lastBefore(start) + 1;
    int to = Math.max(from, lastBefore(end) + 1);
    return tokens.subList(from, to);
  }

  /** All tokens, separated by single spaces unless they adjoin in the source. */
  String joined() {
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < tokens.size(); i++) {
      boolean apart = i > 0 && tokens.get(i - 1).end() < tokens.get(i).start();
      joined.append(apart ? " " : "").append(text(i));
    }
    return joined.toString().strip();
  }

  /** Whether a text occurs anywhere in the file. */
  boolean contain(String part) {
    return source.contains(part);
  }
}
