package dev.hocket.compiler.check;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.ParallelRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.lang.model.element.Name;

/**
 * Checks that no jump leaves a region: a region ends at its last statement or by an exception.
 *
 * <pre>{@code
 * while (more()) {
 *   //#omp target virtual(worker)
 *   {
 *     if (full()) break; // HK019
 *     load();
 *   }
 * }
 * }</pre>
 */
final class JumpCheck extends TreePathScanner<Void, Void> {
  private final AttributedUnit unit;
  private final Region region;
  private final Regions regions;
  private final Problems problems;

  /** The loops that the region shares out, innermost last. */
  private final List<Tree> shared;

  JumpCheck(
      AttributedUnit unit,
      Region region,
      Regions regions,
      Optional<LoopNest> nest,
      Problems problems) {
    this.unit = unit;
    this.region = region;
    this.regions = regions;
    this.shared =
        nest.stream().flatMap(n -> n.loops().stream()).map(loop -> loop.path().getLeaf()).toList();
    this.problems = problems;
  }

  void check() {
    scan(region.path(), null);
  }

  @Override
  public Void visitReturn(ReturnTree tree, Void unused) {
    if (leaves(parent -> parent instanceof LambdaExpressionTree, tree)) {
      reportJump(tree, "return");
    }
    return super.visitReturn(tree, unused);
  }

  @Override
  public Void visitYield(YieldTree tree, Void unused) {
    if (leaves(parent -> parent instanceof SwitchExpressionTree, tree)) {
      reportJump(tree, "yield");
    }
    return super.visitYield(tree, unused);
  }

  @Override
  public Void visitBreak(BreakTree tree, Void unused) {
    boolean isLeaving =
        tree.getLabel() == null
            ? leaves(
                parent -> endsBy(parent) && isLoop(parent) || parent instanceof SwitchTree, tree)
            : leaves(parent -> hasLabel(parent, tree.getLabel()) && endsBy(parent), tree);
    if (isLeaving) {
      reportJump(tree, "break");
    }
    return null;
  }

  @Override
  public Void visitContinue(ContinueTree tree, Void unused) {
    boolean isLeaving =
        tree.getLabel() == null
            ? leaves(parent -> goesOnBy(parent) && isLoop(parent), tree)
            : leaves(parent -> hasLabel(parent, tree.getLabel()) && goesOnBy(parent), tree);
    if (isLeaving) {
      reportJump(tree, "continue");
    }
    return null;
  }

  /**
   * Whether a {@code break} may end a statement. It must not end a shared loop, because each thread
   * runs only a part of that.
   */
  private boolean endsBy(Tree tree) {
    return shareOf(tree) < 0 && (isLoop(tree) || tree instanceof LabeledStatementTree);
  }

  /**
   * Whether a {@code continue} may continue a loop. Among shared loops, it may continue only the
   * innermost one.
   */
  private boolean goesOnBy(Tree tree) {
    int index = shareOf(tree);
    boolean open = index < 0 || index == shared.size() - 1;
    return open && (isLoop(tree) || tree instanceof LabeledStatementTree);
  }

  /** The index of a loop, or of a labelled loop, among the shared ones; -1 if it is not shared. */
  private int shareOf(Tree tree) {
    Tree loop = tree;
    while (loop instanceof LabeledStatementTree labeled) {
      loop = labeled.getStatement();
    }
    return shared.indexOf(loop);
  }

  private static boolean isLoop(Tree tree) {
    return tree instanceof ForLoopTree
        || tree instanceof EnhancedForLoopTree
        || tree instanceof WhileLoopTree
        || tree instanceof DoWhileLoopTree;
  }

  private static boolean hasLabel(Tree tree, Name label) {
    return tree instanceof LabeledStatementTree labeled && labeled.getLabel().equals(label);
  }

  /** Whether no tree between a jump and the edge of the region is the jump's target. */
  private boolean leaves(Predicate<Tree> catches, Tree jump) {
    for (TreePath path = getCurrentPath(); ; path = path.getParentPath()) {
      Tree tree = path.getLeaf();
      if (catches.test(tree) || tree instanceof ClassTree) {
        return false;
      }
      if (tree == region.statement()) {
        // Only the innermost region reports the jump; an outer one would report it again.
        return regions.innermost(unit.start(jump)).equals(region);
      }
    }
  }

  private void reportJump(Tree tree, String jump) {
    boolean computes =
        tree instanceof YieldTree || tree instanceof ReturnTree r && r.getExpression() != null;
    if (onlyStatement() == tree && !computes) {
      problems.report(
          Message.HK057,
          unit.source(),
          unit.start(tree),
          "jump",
          jump,
          "directive",
          region.directive().kind().word());
      return;
    }
    switch (region) {
      case TargetBlock block ->
          problems.report(
              Message.HK019, unit.source(), unit.start(tree), "jump", jump, "way", wayOutOf(block));
      case ParallelRegion team -> reportOutOfStatement(tree, jump);
      case TaskRegion task -> reportOutOfStatement(tree, jump);
      case InPlaceRegion inPlace -> reportOutOfStatement(tree, jump);
    }
  }

  private void reportOutOfStatement(Tree tree, String jump) {
    problems.report(
        Message.HK047,
        unit.source(),
        unit.start(tree),
        "jump",
        jump,
        "directive",
        region.directive().kind().word());
  }

  /** The statement that the region runs, without the labels and braces around it. */
  private Tree onlyStatement() {
    Tree tree = region.statement();
    while (true) {
      if (tree instanceof LabeledStatementTree labeled) {
        tree = labeled.getStatement();
      } else if (tree instanceof BlockTree block && block.getStatements().size() == 1) {
        tree = block.getStatements().getFirst();
      } else {
        return tree;
      }
    }
  }

  private static String wayOutOf(TargetBlock block) {
    String end = "to end the block early, move its code to a method and return from that";
    String more = "; to leave the code around it, set a variable and test it after the block";
    return block.directive().isAsynchronous() ? end : end + more;
  }
}
