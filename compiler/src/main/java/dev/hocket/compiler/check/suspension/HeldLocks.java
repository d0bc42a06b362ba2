package dev.hocket.compiler.check.suspension;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import java.util.Optional;
import javax.lang.model.element.Modifier;

/** Warns of blocks that a thread waits for while it holds a lock that the block may need. */
public final class HeldLocks {
  private final AttributedUnit unit;
  private final Problems problems;

  public HeldLocks(AttributedUnit unit, Problems problems) {
    this.unit = unit;
    this.problems = problems;
  }

  public void check(TargetBlock block) {
    boolean waits = !block.directive().isAsynchronous() && !block.directive().isAwaited();
    if (waits && !block.directive().isNeverPosted()) {
      around(block.path(), block.outer()).ifPresent(lock -> report(block, lock));
    }
  }

  /**
   * What locks around a place, in the function the place is in.
   *
   * @param block the innermost block around the place, or null
   */
  static Optional<Tree> around(TreePath place, TargetBlock block) {
    // The code of a block runs in a thread of its own, without the locks around it.
    Tree edge = block == null ? null : block.statement();
    for (TreePath path = place; path.getLeaf() != edge; path = path.getParentPath()) {
      Tree parent = path.getParentPath().getLeaf();
      if (locks(parent, path.getLeaf())) {
        return Optional.of(parent);
      }
      if (parent instanceof MethodTree
          || parent instanceof LambdaExpressionTree
          || parent instanceof ClassTree) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean locks(Tree tree, Tree part) {
    return switch (tree) {
      case SynchronizedTree statement -> statement.getBlock() == part;
      case MethodTree method -> method.getModifiers().getFlags().contains(Modifier.SYNCHRONIZED);
      default -> false;
    };
  }

  private void report(TargetBlock block, Tree lock) {
    problems.report(
        Message.HK105,
        unit.source(),
        block.directive().comment().start(),
        "line",
        String.valueOf(unit.source().line(unit.start(lock))));
  }
}
