package dev.hocket.compiler.check.sharing;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.place.Region;

/**
 * A place where a local variable is read or written.
 *
 * @param offset the offset of the name
 * @param reads whether the value is read
 * @param writes whether a value is assigned
 * @param block the innermost region with a function around the place, or null
 * @param path the identifier's place in the tree; null in a clause of a directive
 */
public record Use(int offset, boolean reads, boolean writes, Region block, TreePath path) {
  /** Whether the use is in a directive, not in Java code. */
  public boolean inClause() {
    return path == null;
  }
}
