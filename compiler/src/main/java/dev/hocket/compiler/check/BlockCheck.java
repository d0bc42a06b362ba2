package dev.hocket.compiler.check;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.ConstructorCall;
import dev.hocket.compiler.check.place.Blocks;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import java.util.function.Predicate;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;

/** The rules about the code of one block: what a lambda could not do in its place. */
final class BlockCheck extends TreePathScanner<Void, Void> {
  private final AttributedUnit unit;
  private final TargetBlock block;
  private final Blocks blocks;
  private final Problems problems;

  BlockCheck(AttributedUnit unit, TargetBlock block, Blocks blocks, Problems problems) {
    this.unit = unit;
    this.block = block;
    this.blocks = blocks;
    this.problems = problems;
  }

  void check() {
    checkInitializer();
    scan(block.path(), null);
  }

  /** A static initialiser holds the lock of its class, which the block's code needs (JLS 12.4). */
  private void checkInitializer() {
    TreePath path = block.path();
    while (!(path.getLeaf() instanceof MethodTree
        || path.getLeaf() instanceof LambdaExpressionTree
        || path.getParentPath().getLeaf() instanceof ClassTree)) {
      path = path.getParentPath();
    }
    boolean isStatic =
        switch (path.getLeaf()) {
          case BlockTree initializer -> initializer.isStatic();
          case VariableTree field ->
              unit.trees().getElement(path).getModifiers().contains(Modifier.STATIC);
          default -> false;
        };
    boolean waits = !block.directive().isAsynchronous() && !block.directive().isAwaited();
    if (isStatic && block.outer() == null && waits) {
      problems.report(Message.HK030, unit.source(), block.directive().comment().start());
    }
  }

  @Override
  public Void visitReturn(ReturnTree tree, Void unused) {
    if (leavesBlock(parent -> parent instanceof LambdaExpressionTree, tree)) {
      reportJump(tree, "return");
    }
    return super.visitReturn(tree, unused);
  }

  @Override
  public Void visitYield(YieldTree tree, Void unused) {
    if (leavesBlock(parent -> parent instanceof SwitchExpressionTree, tree)) {
      reportJump(tree, "yield");
    }
    return super.visitYield(tree, unused);
  }

  @Override
  public Void visitBreak(BreakTree tree, Void unused) {
    boolean leaves =
        tree.getLabel() == null
            ? leavesBlock(parent -> isLoop(parent) || parent instanceof SwitchTree, tree)
            : leavesBlock(parent -> hasLabel(parent, tree.getLabel()), tree);
    if (leaves) {
      reportJump(tree, "break");
    }
    return null;
  }

  @Override
  public Void visitContinue(ContinueTree tree, Void unused) {
    boolean leaves =
        tree.getLabel() == null
            ? leavesBlock(BlockCheck::isLoop, tree)
            : leavesBlock(parent -> hasLabel(parent, tree.getLabel()), tree);
    if (leaves) {
      reportJump(tree, "continue");
    }
    return null;
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

  /** Whether no tree between a jump and the edge of the block catches it. */
  private boolean leavesBlock(Predicate<Tree> catches, Tree jump) {
    for (TreePath path = getCurrentPath(); ; path = path.getParentPath()) {
      Tree tree = path.getLeaf();
      if (catches.test(tree) || tree instanceof ClassTree) {
        return false;
      }
      if (tree == block.statement()) {
        // An outer block around the same jump reports nothing new.
        return blocks.at(unit.start(jump)).equals(block);
      }
    }
  }

  private void reportJump(Tree tree, String jump) {
    String end = "to end the block early, move its code to a method and return from that";
    String more = "; to leave the code around it, set a variable and test it after the block";
    boolean isWaitedFor = !block.directive().isAsynchronous();
    problems.report(
        Message.HK019,
        unit.source(),
        unit.start(tree),
        "jump",
        jump,
        "way",
        isWaitedFor ? end + more : end);
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
    if (ConstructorCall.is(tree) && !isInClass()) {
      String call = tree.getMethodSelect() + "(…)";
      problems.report(Message.HK024, unit.source(), unit.start(tree), "call", call);
    }
    return super.visitMethodInvocation(tree, unused);
  }

  @Override
  public Void visitAssignment(AssignmentTree tree, Void unused) {
    checkFinalField(tree.getVariable());
    return super.visitAssignment(tree, unused);
  }

  @Override
  public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void unused) {
    checkFinalField(tree.getVariable());
    return super.visitCompoundAssignment(tree, unused);
  }

  @Override
  public Void visitUnary(UnaryTree tree, Void unused) {
    switch (tree.getKind()) {
      case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT ->
          checkFinalField(tree.getExpression());
      default -> {}
    }
    return super.visitUnary(tree, unused);
  }

  private void checkFinalField(ExpressionTree assigned) {
    boolean named = assigned instanceof IdentifierTree || assigned instanceof MemberSelectTree;
    if (!named || isInClass()) {
      return;
    }
    Element element = unit.trees().getElement(new TreePath(getCurrentPath(), assigned));
    if (element != null
        && element.getKind() == ElementKind.FIELD
        && element.getModifiers().contains(Modifier.FINAL)) {
      problems.report(
          Message.HK020,
          unit.source(),
          unit.start(assigned),
          "field",
          element.getSimpleName().toString());
    }
  }

  /** Whether the current place belongs to a class that the block declares. */
  private boolean isInClass() {
    for (TreePath path = getCurrentPath();
        path.getLeaf() != block.statement();
        path = path.getParentPath()) {
      if (path.getLeaf() instanceof ClassTree) {
        return true;
      }
    }
    return false;
  }
}
