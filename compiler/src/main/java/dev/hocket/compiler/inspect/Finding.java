package dev.hocket.compiler.inspect;

import java.util.Map;

/**
 * A message of the compiler about a part of a file.
 *
 * @param code its name in the catalogue: {@code HK035}
 * @param error whether it ends a compilation; a warning does not
 * @param start where the part begins
 * @param end where it ends
 * @param text what happened
 * @param help the way out
 * @param values what the texts are about: names of variables, tags, lines
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
