package dev.hocket.compiler.check.place;

import com.sun.source.tree.StatementTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.parse.Directive;

/** A statement that a directive governs. */
public sealed interface Region permits TargetBlock, InPlaceRegion {
  /** The directive. */
  Directive.Construct directive();

  /** Where the statement is in the tree. */
  TreePath path();

  /** Where the statement starts. */
  int start();

  /** Where it ends. */
  int end();

  /** The innermost region around it that is a function of its own, or null. */
  Region outer();

  /** Whether its code becomes a function of its own: what that shares with others, it captures. */
  boolean isFunction();

  /** The same statement inside another region. */
  Region inside(Region outer);

  /** The statement. */
  default StatementTree statement() {
    return (StatementTree) path().getLeaf();
  }

  /** Where its directive stands: of two before one statement, the first is the outer one. */
  default int offset() {
    return directive().comment().start();
  }

  /** How many functions of regions are around it. */
  default int depth() {
    return outer() == null ? 0 : outer().depth() + 1;
  }

  /** Whether an offset lies in the statement. */
  default boolean contains(int offset) {
    return start() <= offset && offset < end();
  }

  /** Whether this region is the other one or, by way of functions, around it. */
  default boolean encloses(Region other) {
    for (Region region = other; region != null; region = region.outer()) {
      if (region.equals(this)) {
        return true;
      }
    }
    return false;
  }
}
