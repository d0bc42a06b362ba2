package dev.hocket.compiler.check.sharing;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.place.Region;

/**
 * A place where a local variable is read or written.
 *
 * @param offset where its name stands
 * @param reads whether its value is used
 * @param writes whether it is assigned
 * @param block the innermost block around the place, or null
 * @param path the identifier; null in a clause of a directive
 */
public record Use(int offset, boolean reads, boolean writes, Region block, TreePath path) {
  /** Whether it stands in a directive, not in Java code. */
  public boolean inClause() {
    return path == null;
  }
}
