package dev.hocket.compiler.suggest;

/**
 * A replacement in the text of a file.
 *
 * @param start the first character that is replaced
 * @param end behind the last one
 * @param text what stands there instead
 */
record Edit(int start, int end, String text) {
  static Edit insert(int at, String text) {
    return new Edit(at, at, text);
  }
}
