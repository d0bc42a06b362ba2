package dev.hocket.compiler.check.language;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;

/** Decides whether an occurrence of a variable's name reads or writes the variable. */
public final class Writes {
  private Writes() {}

  public static boolean isWritten(TreePath name) {
    TreePath path = withParentheses(name);
    return switch (path.getParentPath().getLeaf()) {
      case AssignmentTree t -> t.getVariable() == path.getLeaf();
      case CompoundAssignmentTree t -> t.getVariable() == path.getLeaf();
      case UnaryTree t -> isStep(t.getKind());
      default -> false;
    };
  }

  public static boolean isRead(TreePath name) {
    TreePath path = withParentheses(name);
    return !(path.getParentPath().getLeaf() instanceof AssignmentTree assignment
        && assignment.getVariable() == path.getLeaf());
  }

  private static TreePath withParentheses(TreePath name) {
    TreePath path = name;
    while (path.getParentPath().getLeaf() instanceof ParenthesizedTree) {
      path = path.getParentPath();
    }
    return path;
  }

  private static boolean isStep(Tree.Kind kind) {
    return switch (kind) {
      case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT -> true;
      default -> false;
    };
  }
}
