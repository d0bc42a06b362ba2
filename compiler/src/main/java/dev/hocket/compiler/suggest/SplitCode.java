package dev.hocket.compiler.suggest;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.type.TypeMirror;

/** The code of a function that waits, in the order in which it runs. */
final class SplitCode {
  private final Program program;
  private final BothSides.Wait wait;
  final boolean isInLoop;
  private final int start;
  private final int end;

  /** The expressions around the code that is awaited, innermost first. */
  final List<TreePath> operations = new ArrayList<>();

  /** The statements around the code that is awaited which close resources at their end. */
  final List<TreePath> closing = new ArrayList<>();

  /** In a loop around the wait, all code is on both sides. */
  SplitCode(Program program, BothSides.Wait wait) {
    this.program = program;
    this.wait = wait;
    boolean moves = wait.from().getLeaf() != wait.waits().getFirst().getLeaf();
    TreePath inner = moves ? wait.from() : wait.waits().getFirst();
    TreePath loop = null;
    TreePath path = inner;
    while (path.getLeaf() != wait.function().getLeaf()) {
      boolean isAround = path.getLeaf() != inner.getLeaf();
      loop = isAround && Sources.isLoop(path.getLeaf()) ? path : loop;
      if (isAround && path.getLeaf() instanceof TryTree tree && !tree.getResources().isEmpty()) {
        closing.add(path);
      }
      path = path.getParentPath();
    }
    isInLoop = loop != null;
    int first = program.start(moves ? wait.from() : wait.waits().getLast());
    int last = moves ? program.start(wait.from()) : program.end(wait.waits().getFirst());
    start = isInLoop ? program.end(loop) : first;
    end = isInLoop ? program.start(loop) : last;
    TreePath around = wait.waits().getFirst().getParentPath();
    for (; around.getLeaf() instanceof ExpressionTree; around = around.getParentPath()) {
      if (around.getLeaf() == wait.function().getLeaf()) {
        break;
      }
      operations.add(around);
    }
  }

  List<TreePath> before() {
    return largest(true);
  }

  List<TreePath> after() {
    return largest(false);
  }

  /**
   * The operands, of expressions around the awaited code, whose values are taken after the wait:
   * the row in {@code model.setValueAt(load(), table.getSelectedRow(), 0)}.
   */
  List<TreePath> lateOperands() {
    return after().stream()
        .filter(each ->
            operations.stream()
                .anyMatch(around -> around.getLeaf() == each.getParentPath().getLeaf()))
        .filter(each -> !isPlainTarget(each))
        .toList();
  }

  /** Whether an operand is a variable that is assigned, which happens in one step. */
  private static boolean isPlainTarget(TreePath operand) {
    Tree target =
        switch (operand.getParentPath().getLeaf()) {
          case AssignmentTree t -> t.getVariable();
          case CompoundAssignmentTree t -> t.getVariable();
          default -> null;
        };
    return operand.getLeaf() == target
        && (target instanceof IdentifierTree || target instanceof MemberSelectTree);
  }

  /** The largest pieces of code on one side. */
  private List<TreePath> largest(boolean isBefore) {
    List<TreePath> found = new ArrayList<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void scan(Tree tree, Void unused) {
        if (tree == null || wait.waits().stream().anyMatch(each -> each.getLeaf() == tree)) {
          return null;
        }
        TreePath path = new TreePath(getCurrentPath(), tree);
        boolean isIn = isBefore ? program.end(path) <= start : program.start(path) >= end;
        if (isAround(path) || !isIn || program.start(path) < 0) {
          return super.scan(tree, unused);
        }
        if (!isOnlyNamed(path)) {
          found.add(path);
        }
        return null;
      }
    }.scan(Sources.body(wait.function()), null);
    return found;
  }

  private boolean isAround(TreePath path) {
    return wait.waits().stream().anyMatch(each -> Sources.isInside(each, path));
  }

  /**
   * Whether an operand only names what the expression around the wait uses later: the target of an
   * assignment, or an object.
   */
  private boolean isOnlyNamed(TreePath path) {
    TreePath parent = path.getParentPath();
    boolean isName =
        path.getLeaf() instanceof IdentifierTree
            || path.getLeaf() instanceof MemberSelectTree select
                && select.getExpression() instanceof IdentifierTree;
    if (!isName || !isAround(parent)) {
      return false;
    }
    return switch (parent.getLeaf()) {
      case AssignmentTree t -> t.getVariable() == path.getLeaf();
      case ArrayAccessTree t -> t.getExpression() == path.getLeaf();
      case MemberSelectTree t -> mayChange(path);
      case MethodInvocationTree t -> mayChange(path);
      default -> false;
    };
  }

  private boolean mayChange(TreePath operand) {
    TypeMirror type = program.trees().getTypeMirror(operand);
    return type != null && program.mayChange(type);
  }

  /** The operands of an expression; of a call, its object instead of the method's name. */
  static List<TreePath> operands(TreePath expression) {
    List<TreePath> found = new ArrayList<>();
    for (Tree each : Reached.operands(expression.getLeaf())) {
      TreePath path = new TreePath(expression, each);
      boolean isName =
          expression.getLeaf() instanceof MethodInvocationTree call
              && call.getMethodSelect() == each;
      if (isName && each instanceof MemberSelectTree select) {
        found.add(new TreePath(path, select.getExpression()));
      } else if (!isName && each instanceof ExpressionTree) {
        found.add(path);
      }
    }
    return found;
  }
}
