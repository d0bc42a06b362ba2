package dev.hocket.compiler.suggest.trees;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.DeconstructionPatternTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The nodes of a piece of code that say what it does: calls, names, assignments and the like, in
 * the order of the text. Many questions are about the same code, so they are found once.
 */
public final class Nodes {
  private Nodes() {}

  /**
   * The nodes of some code.
   *
   * @param left the trees inside that do not belong to it
   */
  public static List<TreePath> in(TreePath code, Set<Tree> left) {
    List<TreePath> found = new ArrayList<>();
    new TreeScanner<Void, TreePath>() {
      @Override
      public Void scan(Tree tree, TreePath parent) {
        return tree == null || left.contains(tree) ? null : enter(new TreePath(parent, tree));
      }

      private Void enter(TreePath path) {
        if (counts(path.getLeaf())) {
          found.add(path);
        }
        return path.getLeaf().accept(this, path);
      }
    }.enter(code);
    return found;
  }

  private static boolean counts(Tree tree) {
    return switch (tree) {
      case AssignmentTree t -> true;
      case BinaryTree t -> true;
      case CompoundAssignmentTree t -> true;
      case DeconstructionPatternTree t -> true;
      case EnhancedForLoopTree t -> true;
      case IdentifierTree t -> true;
      case MemberReferenceTree t -> true;
      case MemberSelectTree t -> true;
      case MethodInvocationTree t -> true;
      case NewClassTree t -> true;
      case TryTree t -> true;
      case UnaryTree t -> true;
      default -> false;
    };
  }

  /** Whether a node is a name: a plain one, or that of a member behind a dot. */
  public static boolean isName(TreePath node) {
    return node.getLeaf() instanceof IdentifierTree || node.getLeaf() instanceof MemberSelectTree;
  }

  /** Visits nodes, each of them alone. */
  public abstract static class Visitor<P> extends TreePathScanner<Void, P> {
    public final void visit(List<TreePath> nodes, P parameter) {
      nodes.forEach(each -> scan(each, parameter));
    }

    @Override
    public final Void scan(Tree tree, P parameter) {
      return null;
    }
  }
}
