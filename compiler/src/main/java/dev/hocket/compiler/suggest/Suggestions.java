package dev.hocket.compiler.suggest;

import dev.hocket.compiler.patch.Patch;
import java.util.List;

/**
 * The suggestions for one recording.
 *
 * @param list the suggestions; those for the longest freezes come first
 * @param patch a patch with all proposals
 */
public record Suggestions(List<Suggestion> list, Patch patch) {
  /** Keeps a copy of the list. */
  public Suggestions {
    list = List.copyOf(list);
  }
}
