package dev.hocket.lsp.fix;

import java.util.ArrayList;
import java.util.List;

/**
 * A replacement in a text.
 *
 * @param start the offset of the first character that is replaced
 * @param end the offset after the last one
 * @param text the new text between them
 */
public record Edit(int start, int end, String text) {
  /** Applies edits to a text; they must not overlap. */
  public static String apply(String text, List<Edit> edits) {
    List<Edit> sorted = new ArrayList<>(edits);
    sorted.sort((one, other) -> Integer.compare(one.start(), other.start()));
    StringBuilder result = new StringBuilder();
    int at = 0;
    for (Edit edit : sorted) {
      result.append(text, at, edit.start()).append(edit.text());
      at = edit.end();
    }
    return result.append(text.substring(at)).toString();
  }

  /** Whether the edits are inside a text and do not overlap. */
  static boolean areApart(List<Edit> edits, String text) {
    List<Edit> sorted = new ArrayList<>(edits);
    sorted.sort((one, other) -> Integer.compare(one.start(), other.start()));
    int at = 0;
    for (Edit edit : sorted) {
      if (edit.start() < at || edit.end() < edit.start() || edit.end() > text.length()) {
        return false;
      }
      at = edit.end();
    }
    return true;
  }
}
