package dev.hocket.compiler.inspect;

import java.util.Map;

/**
 * A message of the compiler about a part of a file.
 *
 * @param code its code in the catalogue: {@code HK035}
 * @param error whether it is an error; a warning does not end a compilation
 * @param start the offset where the part begins
 * @param end the offset where it ends
 * @param text the description of the problem
 * @param help the remedy
 * @param values the values in the texts: names of variables, tags, lines
 */
public record Finding(
    String code,
    boolean error,
    int start,
    int end,
    String text,
    String help,
    Map<String, String> values) {
  /** Keeps a copy of the values. */
  public Finding {
    values = Map.copyOf(values);
  }
}
