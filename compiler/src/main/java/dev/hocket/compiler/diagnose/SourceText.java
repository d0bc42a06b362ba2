package dev.hocket.compiler.diagnose;

/**
 * The text of one source file. Converts offsets to lines and columns, which count from 1.
 *
 * @param name the file's path as the user gave it
 * @param content the file's text as javac sees it
 */
public record SourceText(String name, String content) {
  /** The file's name without its folder. */
  public String simpleName() {
    return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  }

  /** The line of an offset. A carriage return before a newline does not end a line of its own. */
  public int line(int offset) {
    int line = 1;
    for (int i = 0; i < offset; i++) {
      if (endsLine(i)) {
        line++;
      }
    }
    return line;
  }

  /** The offset of the first character in a line that is not a space or tab. */
  public int firstOf(int line) {
    int offset = 0;
    for (int next = 1; next < line && offset < content.length(); offset++) {
      next += endsLine(offset) ? 1 : 0;
    }
    while (offset < content.length() && " \t".indexOf(content.charAt(offset)) >= 0) {
      offset++;
    }
    return offset;
  }

  /** The whole line at an offset, without its line end. */
  public String lineAt(int offset) {
    int end = offset;
    while (end < content.length() && !isLineEnd(content.charAt(end))) {
      end++;
    }
    return content.substring(lineStart(offset), end);
  }

  /** The offset where an offset's line begins. */
  public int lineStart(int offset) {
    int start = offset;
    while (start > 0 && !endsLine(start - 1)) {
      start--;
    }
    return start;
  }

  private boolean endsLine(int index) {
    char c = content.charAt(index);
    boolean crlf = c == '\r' && index + 1 < content.length() && content.charAt(index + 1) == '\n';
    return c == '\n' || (c == '\r' && !crlf);
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r';
  }
}
