package dev.hocket.compiler.check.place;

import com.sun.source.tree.StatementTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.parse.Directive;

/**
 * A statement that a {@code target} directive governs.
 *
 * @param directive the directive
 * @param path the statement
 * @param start where the statement starts
 * @param end where it ends
 * @param outer the block around it, or null
 */
public record TargetBlock(
    Directive.Target directive, TreePath path, int start, int end, TargetBlock outer) {
  /** The statement. */
  public StatementTree statement() {
    return (StatementTree) path.getLeaf();
  }

  /** How many blocks are around it. */
  public int depth() {
    return outer == null ? 0 : outer.depth() + 1;
  }

  /** Whether an offset lies in the statement. */
  public boolean contains(int offset) {
    return start <= offset && offset < end;
  }

  /** Whether this block is the other one or around it. */
  public boolean encloses(TargetBlock other) {
    for (TargetBlock block = other; block != null; block = block.outer) {
      if (block.equals(this)) {
        return true;
      }
    }
    return false;
  }

  // A block is identified by its comment: two directives may stand before one statement.
  @Override
  public boolean equals(Object other) {
    return other instanceof TargetBlock block && block.directive == directive;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(directive);
  }
}
