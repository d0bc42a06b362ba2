package dev.hocket.compiler.diagnose;

/** Whether a message ends the compilation. */
public enum Severity {
  /** It does. */
  ERROR("error"),
  /** A warning does not end it, unless the user asks for {@code -Werror}. */
  WARNING("warning");

  private final String word;

  Severity(String word) {
    this.word = word;
  }

  /** The word in the output. */
  public String word() {
    return word;
  }
}
