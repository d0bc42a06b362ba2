package dev.hocket.compiler.inspect;

import java.util.List;

/**
 * The result of inspecting a file.
 *
 * @param findings the compiler's messages, in the order of the text
 * @param governed the directives of the file that the compiler understands
 * @param javaErrors the number of errors that javac finds in the file
 * @param isComplete whether no check has crashed on the contents of the file
 */
public record Inspection(
    List<Finding> findings, List<Governed> governed, int javaErrors, boolean isComplete) {
  /** The result for a file that is not in the program. */
  static final Inspection NONE = new Inspection(List.of(), List.of(), 0, false);

  /**
   * Whether the file has an error, which can hide warnings.
   *
   * @return whether the compiler or javac finds one
   */
  public boolean hasErrors() {
    return javaErrors > 0 || findings.stream().anyMatch(Finding::error);
  }

  /** Keeps copies of the lists. */
  public Inspection {
    findings = List.copyOf(findings);
    governed = List.copyOf(governed);
  }
}
