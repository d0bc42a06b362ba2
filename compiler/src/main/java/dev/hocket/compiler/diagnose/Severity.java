package dev.hocket.compiler.diagnose;

/** Whether a message ends the compilation. */
public enum Severity {
  /** The message ends the compilation. */
  ERROR("error"),
  /** The message does not end the compilation, except with {@code -Werror}. */
  WARNING("warning");

  private final String word;

  Severity(String word) {
    this.word = word;
  }

  /** The word for it in the output. */
  public String word() {
    return word;
  }
}
