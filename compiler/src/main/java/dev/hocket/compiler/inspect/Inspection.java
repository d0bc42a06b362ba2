package dev.hocket.compiler.inspect;

import java.util.List;

/**
 * What the compiler says of a file.
 *
 * @param findings its messages, in the order of the text
 * @param governed the directives of the file, as far as they are understood
 * @param javaErrors how many errors javac finds in the file
 */
public record Inspection(List<Finding> findings, List<Governed> governed, int javaErrors) {
  /** Keeps copies. */
  public Inspection {
    findings = List.copyOf(findings);
    governed = List.copyOf(governed);
  }
}
