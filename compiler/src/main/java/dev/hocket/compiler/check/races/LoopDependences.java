package dev.hocket.compiler.check.races;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.Writes;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.loops.SharedLoop;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Directive;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;

/**
 * Warns of a shared loop in which one iteration certainly assigns an array element that another one
 * reads: both indices are the loop's index plus a constant, and neither access depends on a
 * condition.
 *
 * <pre>{@code
 * //#omp parallel for
 * for (int i = 1; i < n; i++) {
 *   a[i] = a[i - 1] + 1; // HK115
 * }
 * }</pre>
 */
public final class LoopDependences {
  private final AttributedUnit unit;
  private final Regions regions;
  private final Problems problems;

  /**
   * An access to an element {@code array[index + constant]}.
   *
   * @param others the other indices of an array of arrays, with an empty one for the loop's index
   */
  private record Access(ArrayAccessTree tree, Element array, List<String> others, long constant) {
    boolean isOfSameArray(Access other) {
      return array.equals(other.array) && others.equals(other.others);
    }
  }

  public LoopDependences(AttributedUnit unit, Regions regions, Problems problems) {
    this.unit = unit;
    this.regions = regions;
    this.problems = problems;
  }

  /** Warns at most once per loop. */
  public void check(LoopNest nest) {
    if (nest.loops().size() != 1
        || !(nest.loops().getFirst() instanceof SharedLoop.Counted loop)
        || loop.step().constant() == null) {
      return;
    }
    List<Access> written = new ArrayList<>();
    List<Access> read = new ArrayList<>();
    Element index = loop.index();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitArrayAccess(ArrayAccessTree tree, Void unused) {
        access(getCurrentPath(), tree, index)
            .filter(found -> isAlways(getCurrentPath(), nest))
            .ifPresent(found -> {
              (Writes.isWritten(getCurrentPath()) ? written : read).add(found);
            });
        return super.visitArrayAccess(tree, null);
      }
    }.scan(new TreePath(loop.path(), nest.body()), null);
    long step = loop.step().constant();
    for (Access write : written) {
      for (Access other : read) {
        long apart = other.constant() - write.constant();
        if (write.isOfSameArray(other) && apart != 0 && apart % step == 0) {
          report(nest, write, other);
          return;
        }
      }
    }
  }

  private Optional<Access> access(TreePath place, ArrayAccessTree tree, Element index) {
    List<String> others = new ArrayList<>();
    List<Long> constants = new ArrayList<>();
    TreePath path = place;
    while (path.getLeaf() instanceof ArrayAccessTree access) {
      Optional<Long> constant = constant(new TreePath(path, access.getIndex()), index);
      constant.ifPresent(constants::add);
      others.add(constant.isPresent() ? "" : access.getIndex().toString());
      path = new TreePath(path, access.getExpression());
    }
    return constants.size() == 1 && Concurrency.isName(path.getLeaf())
        ? Optional.of(new Access(tree, unit.trees().getElement(path), others, constants.getFirst()))
        : Optional.empty();
  }

  /** The constant that is added to the loop's index; empty if the expression has another form. */
  private Optional<Long> constant(TreePath path, Element index) {
    return switch (path.getLeaf()) {
      case ParenthesizedTree tree -> constant(new TreePath(path, tree.getExpression()), index);
      case IdentifierTree name when unit.trees().getElement(path).equals(index) -> Optional.of(0L);
      case BinaryTree sum
          when sum.getKind() == Tree.Kind.PLUS || sum.getKind() == Tree.Kind.MINUS ->
          number(sum.getRightOperand())
              .flatMap(number ->
                  constant(new TreePath(path, sum.getLeftOperand()), index)
                      .map(c -> sum.getKind() == Tree.Kind.PLUS ? c + number : c - number));
      default -> Optional.empty();
    };
  }

  private static Optional<Long> number(ExpressionTree tree) {
    return tree instanceof LiteralTree literal && literal.getValue() instanceof Integer number
        ? Optional.of(number.longValue())
        : Optional.empty();
  }

  /** Whether every iteration runs a place, and no directive orders the iterations there. */
  private boolean isAlways(TreePath place, LoopNest nest) {
    if (isBehindContinue(place, nest)) {
      return false;
    }
    for (TreePath path = place;
        path.getLeaf() != nest.innermost().getLeaf();
        path = path.getParentPath()) {
      if (path.getParentPath().getLeaf() instanceof BinaryTree both
          && both.getRightOperand() == path.getLeaf()
          && (both.getKind() == Tree.Kind.CONDITIONAL_AND
              || both.getKind() == Tree.Kind.CONDITIONAL_OR)) {
        return false;
      }
      switch (path.getLeaf()) {
        case IfTree test -> {
          return false;
        }
        case ConditionalExpressionTree choice -> {
          return false;
        }
        case SwitchTree choice -> {
          return false;
        }
        case SwitchExpressionTree choice -> {
          return false;
        }
        case WhileLoopTree loop -> {
          return false;
        }
        case CatchTree handler -> {
          return false;
        }
        case LambdaExpressionTree lambda -> {
          return false;
        }
        default -> {}
      }
    }
    Region innermost = regions.innermost(unit.start(place.getLeaf()));
    for (Region region = innermost;
        region != null && !region.equals(nest.region());
        region = region.around()) {
      if (region.directive() instanceof Directive.Ordered) {
        return false;
      }
    }
    return true;
  }

  /** Whether an iteration may end before a place. */
  private boolean isBehindContinue(TreePath place, LoopNest nest) {
    int before = unit.start(place.getLeaf());
    boolean[] ends = {false};
    new TreeScanner<Void, Void>() {
      @Override
      public Void visitContinue(ContinueTree jump, Void unused) {
        ends[0] |= unit.start(jump) < before;
        return null;
      }
    }.scan(nest.body(), null);
    return ends[0];
  }

  private void report(LoopNest nest, Access write, Access read) {
    problems.report(
        Message.HK115,
        unit.source(),
        unit.start(write.tree()),
        "written",
        write.tree().toString(),
        "read",
        read.tree().toString());
  }
}
