package dev.hocket.compiler.patch;

/**
 * A replacement in the text of a file.
 *
 * @param start the offset of the first character that is replaced
 * @param end the offset after the last one
 * @param text the new text between them
 */
public record Edit(int start, int end, String text) {
  /**
   * An edit that only adds text.
   *
   * @param at the offset of the first character after the new text
   * @param text the new text
   * @return the edit
   */
  public static Edit insert(int at, String text) {
    return new Edit(at, at, text);
  }
}
