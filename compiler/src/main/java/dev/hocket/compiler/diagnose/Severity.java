package dev.hocket.compiler.diagnose;

/** Whether a message ends the compilation. */
public enum Severity {
  /** It does. */
  ERROR("error"),
  /** It does not, unless the user asks for {@code -Werror}. */
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
