package dev.hocket.lsp.fix;

import java.util.List;

/**
 * A change of a text that the user may accept.
 *
 * @param title the effect of the change, as an imperative
 * @param edits the replacements, which do not overlap
 */
public record Fix(String title, List<Edit> edits) {
  /** Keeps a copy of the edits. */
  public Fix {
    edits = List.copyOf(edits);
  }

  Fix(String title, Edit edit) {
    this(title, List.of(edit));
  }
}
