package dev.hocket.compiler.check;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.ConstructorCall;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;

/**
 * Checks the code of one block. The code becomes a lambda, so it must not do what a lambda cannot,
 * such as assign a final field:
 *
 * <pre>{@code
 * Example() {
 *   //#omp target virtual(worker)
 *   size = 3; // HK020
 * }
 * }</pre>
 */
final class BlockCheck extends TreePathScanner<Void, Void> {
  private final AttributedUnit unit;
  private final Region block;
  private final Problems problems;

  BlockCheck(AttributedUnit unit, Region block, Problems problems) {
    this.unit = unit;
    this.block = block;
    this.problems = problems;
  }

  void check() {
    if (block instanceof TargetBlock target) {
      checkInitializer(target);
    }
    scan(block.path(), null);
  }

  /**
   * Refuses a block that a static initialiser waits for: the initialiser holds the lock of its
   * class, which the block's code needs (JLS 12.4).
   */
  private void checkInitializer(TargetBlock target) {
    TreePath path = target.path();
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
    boolean waits = !target.directive().isAsynchronous() && !target.directive().isAwaited();
    if (isStatic && target.outer() == null && waits) {
      problems.report(Message.HK030, unit.source(), block.directive().comment().start());
    }
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

  /** Whether the current place is inside a class that the block declares. */
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
