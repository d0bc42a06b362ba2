package dev.hocket.compiler.check.loops;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.Constants;
import dev.hocket.compiler.check.loops.SharedLoop.Relation;
import dev.hocket.compiler.check.loops.SharedLoop.Step;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Reads the head of a shared loop (OpenMP 5.2, section 4.4.1): {@code for (int i = a; i < b; i +=
 * c)}, with {@code int} or {@code long}, any comparison except {@code ==}, and any way to add or
 * subtract; or a loop over elements.
 */
final class HeadReader {
  private static final String COUNTED = "write it as for (int i = a; i < b; i += c)";

  private final AttributedUnit unit;

  HeadReader(AttributedUnit unit) {
    this.unit = unit;
  }

  /** Thrown if a loop cannot be shared; says why. */
  static final class NotSharedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Tree place;
    private final String reason;
    private final String way;

    NotSharedException(Tree place, String reason, String way) {
      super(null, null, false, false);
      this.place = place;
      this.reason = reason;
      this.way = way;
    }

    Tree place() {
      return place;
    }

    String reason() {
      return reason;
    }

    String way() {
      return way;
    }
  }

  SharedLoop read(TreePath loop, boolean onlyCounted) {
    return switch (loop.getLeaf()) {
      case ForLoopTree tree -> counted(loop, tree);
      case EnhancedForLoopTree tree when !onlyCounted -> each(loop, tree);
      case EnhancedForLoopTree tree -> {
        String reason = "'collapse' takes loops that count, not loops over elements";
        throw new NotSharedException(tree, reason, "remove 'collapse', or count over an index");
      }
      default -> {
        String reason = "this statement is no 'for' loop";
        throw new NotSharedException(loop.getLeaf(), reason, "put the directive before one");
      }
    };
  }

  private SharedLoop each(TreePath loop, EnhancedForLoopTree tree) {
    TypeMirror type = unit.trees().getTypeMirror(new TreePath(loop, tree.getExpression()));
    boolean isArray = type.getKind() == TypeKind.ARRAY;
    return new SharedLoop.Each(loop, tree.getVariable(), tree.getExpression(), isArray);
  }

  private SharedLoop counted(TreePath loop, ForLoopTree tree) {
    StatementTree first = first(tree);
    VariableElement index = index(loop, tree, first);
    ExpressionTree from =
        first instanceof VariableTree variable
            ? variable.getInitializer()
            : assignment(first).orElseThrow().getExpression();
    if (!(tree.getCondition() instanceof BinaryTree condition)) {
      throw refused(tree, "its condition does not compare the index with a bound");
    }
    boolean indexFirst = isIndex(condition.getLeftOperand(), index);
    if (indexFirst == isIndex(condition.getRightOperand(), index)) {
      throw refused(condition, "its condition does not compare the index with a bound");
    }
    Relation relation = relation(condition, indexFirst);
    ExpressionTree bound = indexFirst ? condition.getRightOperand() : condition.getLeftOperand();
    checkWhole(loop, bound);
    Step step = step(loop, tree, index);
    checkDirection(relation, step, tree.getUpdate().getFirst());
    boolean isOutside = !(first instanceof VariableTree);
    return new SharedLoop.Counted(loop, index, isOutside, from, relation, bound, step);
  }

  /** The only statement before the first semicolon, which gives the index its first value. */
  private static StatementTree first(ForLoopTree tree) {
    List<? extends StatementTree> first = tree.getInitializer();
    boolean isOne =
        first.size() == 1
            && (first.getFirst() instanceof VariableTree variable
                ? variable.getInitializer() != null
                : assignment(first.getFirst()).isPresent());
    if (!isOne) {
      throw refused(tree, "its head does not give one index its first value");
    }
    return first.getFirst();
  }

  private static Optional<AssignmentTree> assignment(StatementTree statement) {
    return statement instanceof ExpressionStatementTree expression
            && withoutParentheses(expression.getExpression()) instanceof AssignmentTree assignment
        ? Optional.of(assignment)
        : Optional.empty();
  }

  private VariableElement index(TreePath loop, ForLoopTree tree, StatementTree first) {
    Tree name =
        first instanceof VariableTree variable
            ? variable
            : withoutParentheses(assignment(first).orElseThrow().getVariable());
    Element index = unit.trees().getElement(TreePath.getPath(loop, name));
    boolean isLocal =
        index != null
            && (index.getKind() == ElementKind.LOCAL_VARIABLE
                || index.getKind() == ElementKind.PARAMETER);
    if (!isLocal) {
      throw refused(name, "its index is no local variable");
    }
    TypeKind kind = index.asType().getKind();
    if (kind != TypeKind.INT && kind != TypeKind.LONG) {
      throw refused(name, "its index is neither an int nor a long");
    }
    return (VariableElement) index;
  }

  private Relation relation(BinaryTree condition, boolean indexFirst) {
    Relation relation =
        switch (condition.getKind()) {
          case LESS_THAN -> Relation.LESS;
          case LESS_THAN_EQUAL -> Relation.AT_MOST;
          case GREATER_THAN -> Relation.GREATER;
          case GREATER_THAN_EQUAL -> Relation.AT_LEAST;
          case NOT_EQUAL_TO -> Relation.NOT_EQUAL;
          default -> throw refused(condition, "its condition does not compare the index");
        };
    return indexFirst ? relation : relation.reversed();
  }

  private Step step(TreePath loop, ForLoopTree tree, Element index) {
    if (tree.getUpdate().size() != 1
        || !(tree.getUpdate().getFirst() instanceof ExpressionStatementTree statement)) {
      throw refused(tree, "it does not change the index, and only that, after each iteration");
    }
    ExpressionTree update = withoutParentheses(statement.getExpression());
    return switch (update.getKind()) {
      case PREFIX_INCREMENT, POSTFIX_INCREMENT -> one(update, index, 1);
      case PREFIX_DECREMENT, POSTFIX_DECREMENT -> one(update, index, -1);
      case PLUS_ASSIGNMENT -> compound(loop, (CompoundAssignmentTree) update, index, false);
      case MINUS_ASSIGNMENT -> compound(loop, (CompoundAssignmentTree) update, index, true);
      case ASSIGNMENT -> assigned(loop, (AssignmentTree) update, index);
      default -> throw notAdded(update);
    };
  }

  private Step one(ExpressionTree update, Element index, long step) {
    if (!isIndex(((UnaryTree) update).getExpression(), index)) {
      throw notAdded(update);
    }
    return new Step(null, step < 0, step);
  }

  private Step compound(
      TreePath loop, CompoundAssignmentTree update, Element index, boolean subtracted) {
    if (!isIndex(update.getVariable(), index)) {
      throw notAdded(update);
    }
    return step(loop, update.getExpression(), subtracted);
  }

  private Step assigned(TreePath loop, AssignmentTree update, Element index) {
    if (isIndex(update.getVariable(), index)
        && withoutParentheses(update.getExpression()) instanceof BinaryTree sum) {
      boolean plus = sum.getKind() == Tree.Kind.PLUS;
      boolean minus = sum.getKind() == Tree.Kind.MINUS;
      if ((plus || minus) && isIndex(sum.getLeftOperand(), index)) {
        return step(loop, sum.getRightOperand(), minus);
      }
      if (plus && isIndex(sum.getRightOperand(), index)) {
        return step(loop, sum.getLeftOperand(), false);
      }
    }
    throw notAdded(update);
  }

  private Step step(TreePath loop, ExpressionTree expression, boolean subtracted) {
    checkWhole(loop, expression);
    Long constant =
        new Constants(unit).value(expression) instanceof Number number
            ? Long.valueOf(subtracted ? -number.longValue() : number.longValue())
            : null;
    return new Step(expression, subtracted, constant);
  }

  private void checkDirection(Relation relation, Step step, Tree update) {
    if (relation == Relation.NOT_EQUAL
        && (step.constant() == null || Math.abs(step.constant()) != 1)) {
      throw refused(update, "a loop with != steps by 1 or -1");
    }
    if (step.constant() != null
        && relation != Relation.NOT_EQUAL
        && Long.signum(step.constant()) != relation.direction()) {
      throw refused(update, "its steps do not lead towards the bound");
    }
  }

  private void checkWhole(TreePath loop, ExpressionTree expression) {
    TypeMirror type = unit.trees().getTypeMirror(TreePath.getPath(loop, expression));
    boolean whole =
        switch (unboxed(type).getKind()) {
          case BYTE, SHORT, CHAR, INT, LONG -> true;
          default -> false;
        };
    if (!whole) {
      throw refused(expression, "its bound or step is no whole number");
    }
  }

  private TypeMirror unboxed(TypeMirror type) {
    try {
      return type instanceof DeclaredType ? unit.types().unboxedType(type) : type;
    } catch (IllegalArgumentException e) {
      return type;
    }
  }

  private boolean isIndex(ExpressionTree expression, Element index) {
    return withoutParentheses(expression) instanceof IdentifierTree name
        && unit.trees().getElement(unit.path(name)) == index;
  }

  private static ExpressionTree withoutParentheses(ExpressionTree expression) {
    ExpressionTree inner = expression;
    while (inner instanceof ParenthesizedTree parenthesized) {
      inner = parenthesized.getExpression();
    }
    return inner;
  }

  private static NotSharedException notAdded(Tree update) {
    return refused(update, "it does not add to the index, or subtract from it");
  }

  private static NotSharedException refused(Tree place, String reason) {
    return new NotSharedException(place, reason, COUNTED);
  }
}
