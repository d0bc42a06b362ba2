package dev.hocket.compiler.check.suspension;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.Function;
import dev.hocket.compiler.check.place.Locks;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.SyncPoint;
import dev.hocket.compiler.check.place.WaitPoint;
import dev.hocket.compiler.parse.Directive;
import java.util.List;

/**
 * Decides whether a call is the last action of its function. Then the function may return when the
 * call suspends: its caller sees no difference.
 */
final class LastAction {
  private final AttributedUnit unit;
  private final List<WaitPoint> waits;
  private final List<SyncPoint> syncs;
  private final Regions regions;
  private final Locks locks;

  LastAction(Outline outline) {
    this.unit = outline.unit();
    this.waits = outline.waits();
    this.syncs = outline.syncs();
    this.regions = outline.regions();
    this.locks = outline.locks();
  }

  boolean is(TreePath call, Function function) {
    boolean possible =
        switch (function.kind()) {
          case METHOD, LAMBDA, BLOCK -> function.isVoid(unit);
          case CONSTRUCTOR, INITIALIZER, TEAM -> false;
        };
    return possible
        && !isInTry(call, function)
        && !awaitsTasks(function)
        && regions.around(call, unit.start(call.getLeaf()), function.block()).isEmpty()
        && locks.around(call, unit.start(call.getLeaf()), function.block()).isEmpty()
        && ends(call.getParentPath(), function);
  }

  /** Whether the function awaits tasks at its end. */
  private boolean awaitsTasks(Function function) {
    int start = unit.start(function.path().getLeaf());
    int end = unit.end(function.path().getLeaf());
    return syncs.stream()
        .map(SyncPoint::directive)
        .filter(sync -> sync instanceof Directive.Taskwait wait && wait.awaits())
        .mapToInt(sync -> sync.comment().start())
        .anyMatch(at -> start <= at && at < end);
  }

  private static boolean isInTry(TreePath call, Function function) {
    TreePath path = call;
    while (path.getLeaf() != function.path().getLeaf()) {
      path = path.getParentPath();
      if (path.getLeaf() instanceof TryTree) {
        return true;
      }
    }
    return false;
  }

  private boolean ends(TreePath statement, Function function) {
    TreePath path = statement;
    while (path.getLeaf() != function.path().getLeaf()) {
      TreePath parent = path.getParentPath();
      List<? extends StatementTree> list = statements(parent.getLeaf());
      int index = list.indexOf(path.getLeaf());
      boolean last = index < 0 || index == list.size() - 1;
      if (index >= 0 && isFollowedByWait(path.getLeaf(), parent.getLeaf())) {
        return false;
      }
      if (last) {
        if (!endsWithPart(parent)) {
          return false;
        }
        path = parent;
      } else if (list.get(index + 1) instanceof BreakTree jump) {
        path = target(jump, parent);
      } else {
        return list.get(index + 1) instanceof ReturnTree;
      }
    }
    return true;
  }

  private static List<? extends StatementTree> statements(Tree tree) {
    return switch (tree) {
      case BlockTree block -> block.getStatements();
      case CaseTree group when group.getStatements() != null -> group.getStatements();
      default -> List.of();
    };
  }

  private boolean isFollowedByWait(Tree statement, Tree list) {
    return waits.stream()
        .filter(wait -> wait.list().getLeaf() == list)
        .anyMatch(wait -> wait.directive().comment().start() >= unit.end(statement));
  }

  /** Whether a statement ends as soon as a given part of it has ended. */
  private static boolean endsWithPart(TreePath path) {
    return switch (path.getLeaf()) {
      case CaseTree group ->
          group.getCaseKind() == CaseTree.CaseKind.RULE
              || (path.getParentPath().getLeaf() instanceof SwitchTree tree
                  && tree.getCases().getLast() == group);
      case BlockTree t -> true;
      case IfTree t -> true;
      case LabeledStatementTree t -> true;
      case SwitchTree t -> true;
      case MethodTree t -> true;
      case LambdaExpressionTree t -> true;
      default -> false;
    };
  }

  /** The statement that a {@code break} leaves. */
  private static TreePath target(BreakTree jump, TreePath place) {
    TreePath path = place;
    while (!(jump.getLabel() == null
        ? isLeftByBreak(path.getLeaf())
        : path.getLeaf() instanceof LabeledStatementTree labeled
            && labeled.getLabel().equals(jump.getLabel()))) {
      path = path.getParentPath();
    }
    return path;
  }

  private static boolean isLeftByBreak(Tree tree) {
    return tree instanceof SwitchTree
        || tree instanceof ForLoopTree
        || tree instanceof EnhancedForLoopTree
        || tree instanceof WhileLoopTree
        || tree instanceof DoWhileLoopTree;
  }
}
