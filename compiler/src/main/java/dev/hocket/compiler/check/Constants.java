package dev.hocket.compiler.check;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;

/**
 * The values of constant expressions (JLS 15.29), as far as conditions have them: without casts,
 * and without arithmetic on floating-point numbers and strings.
 */
final class Constants {
  private final AttributedUnit unit;

  Constants(AttributedUnit unit) {
    this.unit = unit;
  }

  /** The value, or null where there is none, or none that is known here. */
  Object value(ExpressionTree expression) {
    return switch (expression) {
      case LiteralTree t -> t.getValue();
      case ParenthesizedTree t -> value(t.getExpression());
      case UnaryTree t -> unary(t.getKind(), value(t.getExpression()));
      case BinaryTree t ->
          binary(t.getKind(), value(t.getLeftOperand()), value(t.getRightOperand()));
      case ConditionalExpressionTree t -> conditional(t);
      case IdentifierTree t -> named(t);
      case MemberSelectTree t -> named(t);
      default -> null;
    };
  }

  private Object conditional(ConditionalExpressionTree tree) {
    Object whenTrue = value(tree.getTrueExpression());
    Object whenFalse = value(tree.getFalseExpression());
    return value(tree.getCondition()) instanceof Boolean condition
            && whenTrue != null
            && whenFalse != null
        ? condition ? whenTrue : whenFalse
        : null;
  }

  private Object named(Tree name) {
    Element element = unit.trees().getElement(TreePath.getPath(unit.tree(), name));
    return element instanceof VariableElement variable ? variable.getConstantValue() : null;
  }

  private static Object unary(Tree.Kind kind, Object operand) {
    return switch (kind) {
      case LOGICAL_COMPLEMENT -> operand instanceof Boolean value ? !value : null;
      case UNARY_PLUS -> number(operand);
      case UNARY_MINUS ->
          number(operand) instanceof Double value ? -value : integral(Tree.Kind.MINUS, 0, operand);
      case BITWISE_COMPLEMENT -> integral(Tree.Kind.XOR, operand, -1);
      default -> null;
    };
  }

  private static Object binary(Tree.Kind kind, Object left, Object right) {
    if (left instanceof Boolean one && right instanceof Boolean other) {
      return logical(kind, one, other);
    }
    if (left instanceof String && right instanceof String) {
      return equality(kind, left.equals(right));
    }
    Number one = number(left);
    Number other = number(right);
    if (one == null || other == null) {
      return null;
    }
    Boolean compared =
        one instanceof Double || other instanceof Double
            ? compared(
                kind,
                one.doubleValue() < other.doubleValue(),
                one.doubleValue() == other.doubleValue(),
                one.doubleValue() > other.doubleValue())
            : compared(
                kind,
                one.longValue() < other.longValue(),
                one.longValue() == other.longValue(),
                one.longValue() > other.longValue());
    return compared != null ? compared : integral(kind, left, right);
  }

  private static Boolean logical(Tree.Kind kind, boolean left, boolean right) {
    return switch (kind) {
      case CONDITIONAL_AND, AND -> left && right;
      case CONDITIONAL_OR, OR -> left || right;
      case XOR -> left ^ right;
      default -> equality(kind, left == right);
    };
  }

  private static Boolean equality(Tree.Kind kind, boolean equal) {
    return switch (kind) {
      case EQUAL_TO -> equal;
      case NOT_EQUAL_TO -> !equal;
      default -> null;
    };
  }

  /** Of two numbers; none of the three holds if one is not a number. */
  private static Boolean compared(Tree.Kind kind, boolean less, boolean equal, boolean greater) {
    return switch (kind) {
      case LESS_THAN -> less;
      case LESS_THAN_EQUAL -> less || equal;
      case GREATER_THAN -> greater;
      case GREATER_THAN_EQUAL -> greater || equal;
      default -> equality(kind, equal);
    };
  }

  /** After the promotion of numbers (JLS 5.6): an Integer, a Long or a Double; null for others. */
  private static Number number(Object value) {
    return switch (value) {
      case Character c -> Integer.valueOf(c);
      case Byte b -> Integer.valueOf(b);
      case Short s -> Integer.valueOf(s);
      case Float f -> Double.valueOf(f);
      case Number n -> n;
      case null, default -> null;
    };
  }

  private static Number integral(Tree.Kind kind, Object left, Object right) {
    Number one = number(left);
    Number other = number(right);
    if (one == null || other == null || one instanceof Double || other instanceof Double) {
      return null;
    }
    Long result = integral(kind, one.longValue(), other.longValue());
    if (result == null) {
      return null;
    }
    // What an int overflows by is in the bits that the conversion drops.
    return one instanceof Long || other instanceof Long ? result : (Number) result.intValue();
  }

  private static Long integral(Tree.Kind kind, long left, long right) {
    return switch (kind) {
      case PLUS -> left + right;
      case MINUS -> left - right;
      case MULTIPLY -> left * right;
      case DIVIDE -> right == 0 ? null : Long.valueOf(left / right);
      case REMAINDER -> right == 0 ? null : Long.valueOf(left % right);
      case AND -> left & right;
      case OR -> left | right;
      case XOR -> left ^ right;
      default -> null;
    };
  }
}
