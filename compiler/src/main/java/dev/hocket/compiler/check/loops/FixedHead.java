package dev.hocket.compiler.check.loops;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.Writes;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.VariableElement;

/**
 * Checks that the first value, the bound and the step of a shared loop are fixed when it starts: a
 * team reads them once, a sequential loop in each iteration. So {@code for (int i = 1; i < n; i +=
 * i)} cannot be shared, and neither can {@code for (int i = 0; i < n--; i++)}. The team also reads
 * the first value of an inner loop only once.
 */
final class FixedHead {
  private static final String WAY = "compute it before the loop, in a variable of its own";

  private final AttributedUnit unit;

  FixedHead(AttributedUnit unit) {
    this.unit = unit;
  }

  /** Checks the loops of a nest. */
  void check(List<SharedLoop> loops) {
    for (SharedLoop loop : loops) {
      if (loop instanceof SharedLoop.Counted counted) {
        check(counted, loop == loops.getFirst());
      }
    }
  }

  private void check(SharedLoop.Counted loop, boolean isOutermost) {
    TreePath body = new TreePath(loop.path(), ((ForLoopTree) loop.path().getLeaf()).getStatement());
    for (Tree part : loop.head()) {
      TreePath path = new TreePath(loop.path(), part);
      NameUses.of(unit, path, loop.index()).stream()
          .findFirst()
          .ifPresent(use -> {
            throw refused(use.getLeaf(), "its " + word(loop, part) + " uses the index itself");
          });
      // An outermost sequential loop, too, computes its first value only once.
      if (part != loop.from() || !isOutermost) {
        checkSteady(path, "its " + word(loop, part), body);
      }
    }
  }

  private static String word(SharedLoop.Counted loop, Tree part) {
    return part == loop.from() ? "first value" : part == loop.to() ? "bound" : "step";
  }

  /**
   * Checks that an expression has the same value in each iteration, as far as the loop's code
   * shows.
   */
  private void checkSteady(TreePath expression, String what, TreePath body) {
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitAssignment(AssignmentTree tree, Void unused) {
        throw assigns(tree);
      }

      @Override
      public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void unused) {
        throw assigns(tree);
      }

      @Override
      public Void visitUnary(UnaryTree tree, Void unused) {
        return switch (tree.getKind()) {
          case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT ->
              throw assigns(tree);
          default -> super.visitUnary(tree, unused);
        };
      }

      @Override
      public Void visitIdentifier(IdentifierTree tree, Void unused) {
        if (unit.trees().getElement(getCurrentPath()) instanceof VariableElement variable
            && isLocal(variable)) {
          NameUses.writing(unit, body, variable).stream()
              .findFirst()
              .ifPresent(write -> {
                String reason = what + " uses '" + variable.getSimpleName() + "'";
                throw refused(write.getLeaf(), reason + ", which its body assigns");
              });
        }
        return null;
      }

      @Override
      public Void visitArrayAccess(ArrayAccessTree tree, Void unused) {
        if (tree.getExpression() instanceof IdentifierTree array) {
          Element named = unit.trees().getElement(new TreePath(getCurrentPath(), array));
          NameUses.of(unit, body, named).stream()
              .map(TreePath::getParentPath)
              .filter(use -> use.getLeaf() instanceof ArrayAccessTree && Writes.isWritten(use))
              .findFirst()
              .ifPresent(write -> {
                String reason = what + " uses an element of '" + named.getSimpleName() + "'";
                throw refused(write.getLeaf(), reason + ", and its body assigns one");
              });
        }
        return super.visitArrayAccess(tree, unused);
      }

      /** Skips lambdas and classes: their code does not run where they are written. */
      @Override
      public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
        return null;
      }

      @Override
      public Void visitClass(ClassTree tree, Void unused) {
        return null;
      }

      private HeadReader.NotSharedException assigns(Tree tree) {
        return refused(tree, what + " assigns a variable");
      }
    }.scan(expression, null);
  }

  private static boolean isLocal(VariableElement variable) {
    return variable.getKind() == ElementKind.LOCAL_VARIABLE
        || variable.getKind() == ElementKind.PARAMETER;
  }

  private static HeadReader.NotSharedException refused(Tree place, String reason) {
    return new HeadReader.NotSharedException(place, reason, WAY);
  }
}
