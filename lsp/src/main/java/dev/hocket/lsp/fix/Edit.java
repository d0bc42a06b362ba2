package dev.hocket.lsp.fix;

import java.util.ArrayList;
import java.util.List;

/**
 * A replacement in a text.
 *
 * @param start the first character that is replaced
 * @param end behind the last one
 * @param text what stands there instead
 */
public record Edit(int start, int end, String text) {
  /** The text with edits, which must not overlap, carried out. */
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

  /** Whether no two edits meet, and all are in a text. */
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
