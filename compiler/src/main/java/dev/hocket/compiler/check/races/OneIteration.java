package dev.hocket.compiler.check.races;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.loops.SharedLoop;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Variables;
import java.util.Collection;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;

/** Decides which tests at most one iteration of a shared loop passes, such as {@code i == 0}. */
final class OneIteration {
  private final AttributedUnit unit;
  private final Variables variables;
  private final Predicate<Local> isConstant;

  /** The indices of shared loops, each value of which one iteration has. */
  private final Set<Element> indices;

  /**
   * The tests in a file.
   *
   * @param isConstant whether a variable has one value while a team runs
   */
  OneIteration(
      AttributedUnit unit,
      Variables variables,
      Collection<LoopNest> nests,
      Predicate<Local> isConstant) {
    this.unit = unit;
    this.variables = variables;
    this.isConstant = isConstant;
    this.indices =
        nests.stream()
            .filter(nest -> nest.loops().size() == 1)
            .flatMap(nest -> nest.loops().stream())
            .filter(SharedLoop.Counted.class::isInstance)
            .map(loop -> ((SharedLoop.Counted) loop).index())
            .collect(Collectors.toSet());
  }

  /**
   * Whether a condition compares the index of a shared loop with a value that is the same in all
   * iterations.
   */
  boolean passes(Tree condition, TreePath place, Region team) {
    return switch (Concurrency.bare(condition)) {
      case BinaryTree both when both.getKind() == Tree.Kind.CONDITIONAL_AND ->
          passes(both.getLeftOperand(), place, team) || passes(both.getRightOperand(), place, team);
      case BinaryTree equal when equal.getKind() == Tree.Kind.EQUAL_TO ->
          isIndex(equal.getLeftOperand(), place) && isFixed(equal.getRightOperand(), place, team)
              || isIndex(equal.getRightOperand(), place)
                  && isFixed(equal.getLeftOperand(), place, team);
      default -> false;
    };
  }

  /**
   * Whether an expression has one value while the team runs: it consists of literals, final fields,
   * lengths of arrays, and variables of the code around the team that are never assigned again.
   */
  private boolean isFixed(Tree expression, TreePath place, Region team) {
    return switch (Concurrency.bare(expression)) {
      case LiteralTree literal -> true;
      case UnaryTree negative when negative.getKind() == Tree.Kind.UNARY_MINUS ->
          isFixed(negative.getExpression(), place, team);
      case BinaryTree both ->
          isFixed(both.getLeftOperand(), place, team)
              && isFixed(both.getRightOperand(), place, team);
      case MemberSelectTree select
          when select.getIdentifier().contentEquals("length")
              && unit.trees().getTypeMirror(Concurrency.path(place, select.getExpression()))
                  instanceof ArrayType ->
          isFixed(select.getExpression(), place, team);
      case ExpressionTree name
          when unit.trees().getElement(Concurrency.path(place, name))
              instanceof VariableElement variable ->
          variable.getKind().isField()
              ? Concurrency.isName(name) && variable.getModifiers().contains(Modifier.FINAL)
              : variables
                  .named(variable.getSimpleName().toString(), team)
                  .filter(local -> local.element().equals(variable) && isConstant.test(local))
                  .isPresent();
      default -> false;
    };
  }

  /**
   * Whether a {@code switch} is over the index of a shared loop, and one of its cases for one
   * value, into which no other case runs.
   */
  boolean passes(CaseTree each, SwitchTree choice, TreePath place) {
    int at = choice.getCases().indexOf(each);
    return isIndex(choice.getExpression(), place)
        && each.getExpressions().size() == 1
        && (each.getCaseKind() == CaseTree.CaseKind.RULE
            || at == 0
            || isLeft(choice.getCases().get(at - 1)));
  }

  private static boolean isLeft(CaseTree group) {
    return !group.getStatements().isEmpty()
        && switch (group.getStatements().getLast().getKind()) {
          case BREAK, CONTINUE, RETURN, THROW -> true;
          default -> false;
        };
  }

  private boolean isIndex(Tree expression, TreePath place) {
    return Concurrency.bare(expression) instanceof IdentifierTree name
        && indices.contains(unit.trees().getElement(Concurrency.path(place, name)));
  }
}
