package dev.hocket.compiler.suggest.source;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePath;
import java.util.List;
import java.util.Optional;

/** The parts of calls. */
public final class Calls {
  private Calls() {}

  /**
   * The expression before the dot of a method's call or the colons of a reference, as {@code rows}
   * in {@code rows.size()}.
   */
  public static Optional<TreePath> objectOf(TreePath call) {
    if (call.getLeaf() instanceof MemberReferenceTree reference) {
      return Optional.of(new TreePath(call, reference.getQualifierExpression()));
    }
    return call.getLeaf() instanceof MethodInvocationTree tree
            && tree.getMethodSelect() instanceof MemberSelectTree select
        ? Optional.of(new TreePath(new TreePath(call, select), select.getExpression()))
        : Optional.empty();
  }

  /** The arguments of a call of a method or a constructor. */
  public static List<? extends ExpressionTree> argumentsOf(TreePath call) {
    return call.getLeaf() instanceof MethodInvocationTree tree
        ? tree.getArguments()
        : ((NewClassTree) call.getLeaf()).getArguments();
  }
}
