package dev.hocket.compiler.check.place;

import com.sun.source.tree.StatementTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.parse.Directive;

/** A statement that a directive governs. */
public sealed interface Region permits TargetBlock, ParallelRegion, TaskRegion, InPlaceRegion {
  /** The directive. */
  Directive.Construct directive();

  /** The place of the statement in the tree. */
  TreePath path();

  /** The offset where the statement starts. */
  int start();

  /** The offset where the statement ends. */
  int end();

  /** The innermost region around this one that becomes a function of its own, or null. */
  Region outer();

  /** The innermost region of any kind around this one, or null. */
  Region around();

  /**
   * Whether the region's code becomes a function of its own, which captures the variables that it
   * shares with the code around it.
   */
  boolean isFunction();

  /** A copy of this region with other regions around it. */
  Region inside(Region outer, Region around);

  /** Whether only some threads of a team run the statement. */
  default boolean isForSome() {
    return switch (directive()) {
      case Directive.Single single -> true;
      case Directive.Section section -> true;
      case Directive.Sections sections -> true;
      case Directive.Master master -> true;
      case Directive.Target target -> false;
      case Directive.Parallel team -> false;
      case Directive.Task task -> false;
      case Directive.Taskgroup group -> false;
      case Directive.For loop -> false;
      case Directive.Critical critical -> false;
      case Directive.Ordered ordered -> false;
      case Directive.Atomic atomic -> false;
    };
  }

  /** The statement. */
  default StatementTree statement() {
    return (StatementTree) path().getLeaf();
  }

  /**
   * The offset of the directive. Of two directives before one statement, the first is the outer
   * one.
   */
  default int offset() {
    return directive().comment().start();
  }

  /** The number of regions around this one. */
  default int depth() {
    return around() == null ? 0 : around().depth() + 1;
  }

  /**
   * The innermost region that becomes a function and contains this one's code, itself included;
   * null outside all of them.
   */
  default Region function() {
    return isFunction() ? this : outer();
  }

  /** Whether an offset lies in the statement. */
  default boolean contains(int offset) {
    return start() <= offset && offset < end();
  }

  /** Whether the other region is this one, or lies inside it and inside every function between. */
  default boolean encloses(Region other) {
    for (Region region = other; region != null; region = region.outer()) {
      if (region.equals(this)) {
        return true;
      }
    }
    return false;
  }
}
