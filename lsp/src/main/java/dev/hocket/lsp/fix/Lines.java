package dev.hocket.lsp.fix;

/** Finds lines in a text. */
final class Lines {
  private Lines() {}

  static int start(String text, int offset) {
    return text.lastIndexOf('\n', Math.max(0, offset) - 1) + 1;
  }

  /** The offset of the next line, or the end of the text. */
  static int end(String text, int offset) {
    int end = text.indexOf('\n', offset);
    return end < 0 ? text.length() : end + 1;
  }

  static String indent(String text, int offset) {
    int start = start(text, offset);
    int end = start;
    while (end < text.length() && " \t".indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    return text.substring(start, end);
  }

  static String separator(String text) {
    return text.contains("\r\n") ? "\r\n" : "\n";
  }

  /** Inserts a line before the line at an offset. */
  static Edit insertBefore(String text, int offset, String line) {
    int start = start(text, offset);
    return new Edit(start, start, indent(text, offset) + line + separator(text));
  }

  /** The offset of a line, counted from 1; the end of the text if there is no such line. */
  static int offset(String text, int line) {
    int at = 0;
    for (int i = 1; i < line && at < text.length(); i++) {
      at = end(text, at);
    }
    return at;
  }
}
