package dev.hocket.compiler.check.place;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;

/**
 * A statement that a {@code target} directive governs.
 *
 * @param directive the directive
 * @param path the statement
 * @param start the offset where the statement starts
 * @param end the offset where it ends
 * @param outer the innermost region around it that is a function, or null
 * @param around the innermost region around it of any sort, or null
 */
public record TargetBlock(
    Directive.Target directive, TreePath path, int start, int end, Region outer, Region around)
    implements Region {
  @Override
  public boolean isFunction() {
    return true;
  }

  @Override
  public TargetBlock inside(Region function, Region any) {
    return new TargetBlock(directive, path, start, end, function, any);
  }

  /** Whether this block and another one run on targets of the same name. */
  public boolean isOnTargetOf(TargetBlock other) {
    return target().equals(other.target());
  }

  /** The name of the block's target. Without one, or with a device, it is the default worker. */
  public String target() {
    return directive
        .clause(ClauseKind.VIRTUAL)
        .map(clause -> clause.names().getFirst().text())
        .orElse("worker");
  }

  // The directive identifies the block: two directives may stand before one statement.
  @Override
  public boolean equals(Object other) {
    return other instanceof TargetBlock block && block.directive == directive;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(directive);
  }
}
