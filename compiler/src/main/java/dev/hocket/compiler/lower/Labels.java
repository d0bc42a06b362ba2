package dev.hocket.compiler.lower;

import dev.hocket.compiler.diagnose.SourceText;

/**
 * Creates labels of positions in the user's file for failures and recordings.
 *
 * @param source the file's text
 */
record Labels(SourceText source) {
  /** File and line of an offset, as a string literal. */
  String at(int offset) {
    return quote(source.simpleName() + ":" + source.line(offset));
  }

  static String quote(String text) {
    return '"' + text + '"';
  }
}
