package dev.hocket.compiler.inspect;

import java.util.List;

/**
 * The result of inspecting a file.
 *
 * @param findings the compiler's messages, in the order of the text
 * @param governed the directives of the file that the compiler understands
 * @param javaErrors the number of errors that javac finds in the file
 */
public record Inspection(List<Finding> findings, List<Governed> governed, int javaErrors) {
  /** Keeps copies of the lists. */
  public Inspection {
    findings = List.copyOf(findings);
    governed = List.copyOf(governed);
  }
}
