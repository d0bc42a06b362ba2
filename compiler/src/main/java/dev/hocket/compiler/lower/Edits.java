package dev.hocket.compiler.lower;

import dev.hocket.compiler.scan.Token;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Insertions and replacements in a text, applied once.
 *
 * <p>Several can meet at one offset. What closes something goes first, the innermost before the
 * outer ones; then what opens something, the outermost first; then a replacement.
 */
final class Edits {
  private final List<Edit> edits = new ArrayList<>();

  /** The starts of tokens that no replacement of their own may bring back. */
  private final Set<Integer> covered = new HashSet<>();

  private enum Kind {
    CLOSE,
    OPEN,
    REPLACE,
    COVER
  }

  /**
   * One edit.
   *
   * @param partner the other end of what is opened or closed
   * @param order its place in the list
   */
  private record Edit(Kind kind, int start, int end, int partner, int order, Snippet text) {
    int offset() {
      return start;
    }

    /** Orders edits that open something outer first, and edits that close something inner first. */
    int nesting() {
      return -partner;
    }

    int sequence() {
      return kind == Kind.CLOSE ? -order : order;
    }
  }

  /** Opens something at an offset that closes at {@code end}. */
  void open(int offset, int end, Snippet text) {
    edits.add(new Edit(Kind.OPEN, offset, offset, end, edits.size(), text));
  }

  /** Closes at an offset what was opened at {@code start}. */
  void close(int offset, int start, String text) {
    close(offset, start, Snippet.of(text));
  }

  void close(int offset, int start, Snippet text) {
    edits.add(new Edit(Kind.CLOSE, offset, offset, start, edits.size(), text));
  }

  /** Inserts a text that belongs to nothing else. */
  void insert(int offset, String text) {
    open(offset, offset, Snippet.of(text));
  }

  /** Puts a text in the place of another one. */
  void replace(int start, int end, String text) {
    edits.add(new Edit(Kind.REPLACE, start, end, 0, edits.size(), Snippet.of(text)));
  }

  /** Puts a text in the place of some tokens, whatever else would replace them. */
  void cover(List<Token> tokens, Snippet text) {
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      edits.add(cover(token, i == 0 ? text : new Snippet()));
      covered.add(token.start());
    }
  }

  /** Removes tokens. */
  void blank(List<Token> tokens) {
    cover(tokens, new Snippet());
  }

  private Edit cover(Token token, Snippet text) {
    return new Edit(Kind.COVER, token.start(), token.end(), 0, edits.size(), text);
  }

  /** The new text, with the marks of the snippets at their places in it. */
  Snippet apply(String source) {
    edits.removeIf(edit -> edit.kind() == Kind.REPLACE && covered.contains(edit.start()));
    edits.sort(
        Comparator.comparingInt(Edit::offset)
            .thenComparing(Edit::kind)
            .thenComparingInt(Edit::nesting)
            .thenComparingInt(Edit::sequence));
    Snippet result = new Snippet();
    int at = 0;
    for (Edit edit : edits) {
      result.add(source.substring(at, edit.start())).add(edit.text());
      at = edit.end();
    }
    return result.add(source.substring(at));
  }
}
