package dev.hocket.compiler.check.races;

import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.place.WaitPoint;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Use;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.ClauseKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Warns if a block reads a variable that the surrounding code may write at the same time, because
 * it does not wait for the block. The write stands after the block, or anywhere in a loop around
 * the block if the variable is declared outside the loop. A {@code shared} clause switches the
 * warning off; a {@code wait} for the block before the write removes the race.
 *
 * <pre>{@code
 * for (int i = 0; i < 3; i++) {
 *   //#omp target virtual(worker) nowait
 *   System.out.println(i); // HK102
 * }
 * }</pre>
 */
public final class LaterWrites {
  private final AttributedUnit unit;
  private final List<WaitPoint> waits;
  private final Problems problems;

  public LaterWrites(AttributedUnit unit, List<WaitPoint> waits, Problems problems) {
    this.unit = unit;
    this.waits = waits;
    this.problems = problems;
  }

  public void check(TargetBlock block, List<Local> locals) {
    // A call that starts in place reads its arguments before the code continues.
    if (!block.directive().isAsynchronous() || block.directive().here()) {
      return;
    }
    for (Local local : locals) {
      // Most variables are not read in the block, so that is the first question.
      local.uses().stream()
          .filter(use -> use.reads() && isIn(block, use))
          .findFirst()
          .filter(read -> !local.livesIn(block))
          .filter(read -> block.directive().sharing(local.name()).isEmpty())
          .ifPresent(read -> check(block, local, read));
    }
  }

  private void check(TargetBlock block, Local local, Use read) {
    Optional<Use> write =
        local.uses().stream()
            .filter(use -> use.writes() && !isIn(block, use))
            .filter(use -> isLater(block, local, use))
            .findFirst();
    if (write.isPresent()) {
      problems.report(
          Message.HK102,
          unit.source(),
          read.offset(),
          "variable",
          local.name(),
          "line",
          Integer.toString(unit.source().line(write.get().offset())));
    }
  }

  private static boolean isIn(TargetBlock block, Use use) {
    return use.block() != null && block.encloses(use.block());
  }

  private boolean isLater(TargetBlock block, Local local, Use write) {
    for (Tree loop : loopsAround(block, local)) {
      boolean inLoop = unit.start(loop) <= write.offset() && write.offset() < unit.end(loop);
      if (inLoop && !isWaitedFor(block, loop, unit.end(loop))) {
        return true;
      }
    }
    return write.offset() >= block.end()
        && !isOtherBranch(block, write)
        && !isWaitedFor(block, null, write.offset());
  }

  /** The loops around a block that do not contain the variable's declaration. */
  private List<Tree> loopsAround(TargetBlock block, Local local) {
    int declared = local.copy() == null ? unit.start(local.tree()) : local.construct().start();
    List<Tree> loops = new ArrayList<>();
    for (TreePath path = block.path(); path != null; path = path.getParentPath()) {
      Tree tree = path.getLeaf();
      boolean loop =
          tree instanceof WhileLoopTree
              || tree instanceof DoWhileLoopTree
              || tree instanceof EnhancedForLoopTree
              || tree instanceof ForLoopTree;
      boolean ofLoop = tree instanceof ForLoopTree f && f.getInitializer().contains(local.tree());
      if (loop && tree != block.statement() && (declared < unit.start(tree) || ofLoop)) {
        loops.add(tree);
      }
    }
    return loops;
  }

  /**
   * Whether a write is in the else branch of an {@code if} whose other branch contains the block.
   */
  private boolean isOtherBranch(TargetBlock block, Use write) {
    for (TreePath path = block.path(); path.getParentPath() != null; path = path.getParentPath()) {
      if (path.getParentPath().getLeaf() instanceof IfTree tree
          && tree.getThenStatement() == path.getLeaf()
          && tree.getElseStatement() != null
          && unit.start(tree.getElseStatement()) <= write.offset()
          && write.offset() < unit.end(tree.getElseStatement())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a wait for the block's tag certainly runs between the block and a position: it is in a
   * list of statements around the block (and inside the loop, if one is given).
   */
  private boolean isWaitedFor(TargetBlock block, Tree loop, int before) {
    if (block.directive().clause(ClauseKind.NAME_AS).isEmpty()) {
      return false;
    }
    String tag = block.directive().tag().orElseThrow().text();
    return waits.stream()
        .filter(wait -> wait.directive().tags().stream().anyMatch(t -> t.text().equals(tag)))
        .filter(wait -> wait.directive().comment().start() >= block.end())
        .filter(wait -> wait.directive().comment().start() < before)
        .anyMatch(wait -> isAround(wait.list().getLeaf(), block, loop));
  }

  private static boolean isAround(Tree list, TargetBlock block, Tree loop) {
    for (TreePath path = block.path(); path != null; path = path.getParentPath()) {
      if (path.getLeaf() == list) {
        return true;
      }
      if (path.getLeaf() == loop) {
        return false;
      }
    }
    return false;
  }
}
