package dev.hocket.compiler.suggest.source;

import com.sun.source.tree.CaseLabelTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PatternTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The expressions whose values another expression, a variable or a function gives. */
public final class Values {
  private Values() {}

  /** The object that a pattern around a variable is compared with. */
  public static Optional<TreePath> matched(TreePath declared) {
    TreePath path = declared;
    while (path != null) {
      switch (path.getLeaf()) {
        case InstanceOfTree t -> {
          return Optional.of(new TreePath(path, t.getExpression()));
        }
        case SwitchTree t -> {
          return Optional.of(new TreePath(path, t.getExpression()));
        }
        case SwitchExpressionTree t -> {
          return Optional.of(new TreePath(path, t.getExpression()));
        }
        case PatternTree t -> {}
        case CaseTree t -> {}
        case CaseLabelTree t -> {}
        case VariableTree t -> {}
        default -> {
          return Optional.empty();
        }
      }
      path = path.getParentPath();
    }
    return Optional.empty();
  }

  /** The expression before the dot of a call. */
  public static Optional<TreePath> receiverOf(TreePath call) {
    return call.getLeaf() instanceof MethodInvocationTree tree
            && tree.getMethodSelect() instanceof MemberSelectTree select
        ? Optional.of(new TreePath(new TreePath(call, select), select.getExpression()))
        : Optional.empty();
  }

  /** Whether the code of a method is there. */
  public static boolean hasBody(TreePath declared) {
    return declared != null
        && declared.getLeaf() instanceof MethodTree method
        && method.getBody() != null;
  }

  /** What a function may return. */
  public static List<TreePath> returnedBy(TreePath method) {
    List<TreePath> values = new ArrayList<>();
    if (method.getLeaf() instanceof MemberReferenceTree) {
      return List.of(method);
    }
    if (method.getLeaf() instanceof LambdaExpressionTree lambda) {
      TreePath body = new TreePath(method, lambda.getBody());
      if (body.getLeaf() instanceof ExpressionTree) {
        return List.of(body);
      }
      return returnedBy(body);
    }
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitReturn(ReturnTree tree, Void unused) {
        if (tree.getExpression() != null) {
          values.add(new TreePath(getCurrentPath(), tree.getExpression()));
        }
        return super.visitReturn(tree, unused);
      }

      @Override
      public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
        return null;
      }
    }.scan(method, null);
    return values;
  }

  /** The values of a switch expression. */
  public static List<TreePath> resultsOf(TreePath choice) {
    List<TreePath> values = new ArrayList<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitCase(CaseTree tree, Void unused) {
        if (tree.getBody() instanceof ExpressionTree value) {
          values.add(new TreePath(getCurrentPath(), value));
        }
        return super.visitCase(tree, unused);
      }

      @Override
      public Void visitYield(YieldTree tree, Void unused) {
        values.add(new TreePath(getCurrentPath(), tree.getValue()));
        return super.visitYield(tree, unused);
      }
    }.scan(choice, null);
    return values;
  }
}
