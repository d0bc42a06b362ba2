package dev.hocket.compiler.suggest;

import java.util.List;

/**
 * The answer to a recording.
 *
 * @param list the longest freezes first
 * @param patch all proposals together
 */
public record Suggestions(List<Suggestion> list, Patch patch) {
  /** Keeps a copy of the list. */
  public Suggestions {
    list = List.copyOf(list);
  }
}
