package dev.hocket.compiler.suggest;

/**
 * A replacement in the text of a file.
 *
 * @param start the offset of the first character that is replaced
 * @param end the offset after the last one
 * @param text the new text between them
 */
record Edit(int start, int end, String text) {
  static Edit insert(int at, String text) {
    return new Edit(at, at, text);
  }
}
