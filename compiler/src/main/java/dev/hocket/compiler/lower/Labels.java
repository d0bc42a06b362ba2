package dev.hocket.compiler.lower;

import dev.hocket.compiler.diagnose.SourceText;

/**
 * Positions in the user's file, as failures and recordings name them.
 *
 * @param source the file
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
