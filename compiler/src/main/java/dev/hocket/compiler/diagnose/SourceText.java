package dev.hocket.compiler.diagnose;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The text of one source file. Converts offsets to lines and columns, which count from 1. */
public final class SourceText {
  private final String name;
  private final String content;

  /** The offsets of the characters that end lines, in ascending order. */
  private final int[] ends;

  /**
   * Takes a file's text.
   *
   * @param name the file's path as the user gave it
   * @param content the file's text as javac sees it
   */
  public SourceText(String name, String content) {
    this.name = name;
    this.content = content;
    this.ends = IntStream.range(0, content.length()).filter(this::endsLine).toArray();
  }

  /** The file's path as the user gave it. */
  public String name() {
    return name;
  }

  /** The file's text as javac sees it. */
  public String content() {
    return content;
  }

  /** The file's name without its folder. */
  public String simpleName() {
    return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  }

  /** The line of an offset. A carriage return before a newline does not end a line of its own. */
  public int line(int offset) {
    int found = Arrays.binarySearch(ends, offset);
    int before = found < 0 ? -found - 1 : found;
    return before + 1;
  }

  /** The offset of the first character in a line that is not a space or tab. */
  public int firstOf(int line) {
    int before = line - 1;
    int offset = before <= 0 ? 0 : before > ends.length ? content.length() : ends[before - 1] + 1;
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
