package dev.hocket.compiler.lower;

import dev.hocket.compiler.scan.Token;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects insertions and replacements in a text, and applies them once.
 *
 * <p>Several edits may share an offset. Closing texts come first, inner ones before outer ones;
 * then opening texts, outer ones before inner ones; then a replacement.
 */
final class Edits {
  private final List<Edit> edits = new ArrayList<>();

  /**
   * The starts of tokens that {@link #cover} has replaced; other replacements of them are dropped.
   */
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
   * @param partner the offset of the matching opening or closing edit
   * @param order the index in the list of edits
   */
  private record Edit(Kind kind, int start, int end, int partner, int order, Snippet text) {
    int offset() {
      return start;
    }

    /** A sort key: of opening edits the outer one comes first, of closing edits the inner one. */
    int nesting() {
      return -partner;
    }

    int sequence() {
      return kind == Kind.CLOSE ? -order : order;
    }
  }

  /** Inserts an opening text whose closing text is at {@code end}. */
  void open(int offset, int end, Snippet text) {
    edits.add(new Edit(Kind.OPEN, offset, offset, end, edits.size(), text));
  }

  /** Inserts the closing text for an opening text at {@code start}. */
  void close(int offset, int start, String text) {
    close(offset, start, Snippet.of(text));
  }

  void close(int offset, int start, Snippet text) {
    edits.add(new Edit(Kind.CLOSE, offset, offset, start, edits.size(), text));
  }

  /** Inserts a text without a partner. */
  void insert(int offset, String text) {
    open(offset, offset, Snippet.of(text));
  }

  /** Replaces a range of the text. */
  void replace(int start, int end, String text) {
    edits.add(new Edit(Kind.REPLACE, start, end, 0, edits.size(), Snippet.of(text)));
  }

  /** Replaces tokens, and drops other replacements of them. */
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

  /** The edited text, with the snippets' marks at their new offsets. */
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
