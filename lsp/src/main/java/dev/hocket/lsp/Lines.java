package dev.hocket.lsp;

import java.util.Arrays;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/** Converts between the offsets of a text and its lines and columns, which count from 0. */
final class Lines {
  private final String text;
  private final int[] starts;

  Lines(String text) {
    this.text = text;
    int[] found = new int[text.length() + 1];
    int count = 1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean crlf = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
      if (c == '\n' || (c == '\r' && !crlf)) {
        found[count++] = i + 1;
      }
    }
    starts = Arrays.copyOf(found, count);
  }

  /** The offset of a position; a position beyond its line or the text gives their end. */
  int offset(Position position) {
    if (position.getLine() >= starts.length) {
      return text.length();
    }
    int line = Math.max(0, position.getLine());
    int length = end(line) - starts[line];
    return starts[line] + Math.max(0, Math.min(position.getCharacter(), length));
  }

  /** The end of a line, without its line break. */
  private int end(int line) {
    if (line + 1 == starts.length) {
      return text.length();
    }
    int end = starts[line + 1] - 1;
    boolean crlf = text.charAt(end) == '\n' && end > starts[line] && text.charAt(end - 1) == '\r';
    return crlf ? end - 1 : end;
  }

  Position position(int offset) {
    int at = Math.max(0, Math.min(offset, text.length()));
    int found = Arrays.binarySearch(starts, at);
    int line = found >= 0 ? found : -found - 2;
    return new Position(line, at - starts[line]);
  }

  Range range(int start, int end) {
    return new Range(position(start), position(end));
  }
}
