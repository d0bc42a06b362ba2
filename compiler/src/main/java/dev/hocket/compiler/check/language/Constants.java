package dev.hocket.compiler.check.language;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/** Computes the values of constant expressions (JLS 15.29). */
public final class Constants {
  private final AttributedUnit unit;

  /** Creates an evaluator of a file's expressions. */
  public Constants(AttributedUnit unit) {
    this.unit = unit;
  }

  /** The value of an expression, or null if it is not constant. */
  public Object value(ExpressionTree expression) {
    return expression instanceof LiteralTree literal
        ? literal.getValue()
        : value(unit.path(expression));
  }

  /** The value of an expression, or null if it is not constant. */
  public Object value(TreePath path) {
    return switch (path.getLeaf()) {
      case LiteralTree t -> t.getValue();
      case ParenthesizedTree t -> value(path, t.getExpression());
      case UnaryTree t -> unary(t.getKind(), value(path, t.getExpression()));
      case BinaryTree t ->
          binary(t.getKind(), value(path, t.getLeftOperand()), value(path, t.getRightOperand()));
      case ConditionalExpressionTree t -> conditional(path, t);
      case TypeCastTree t -> convert(value(path, t.getExpression()), path);
      case IdentifierTree t -> named(path);
      case MemberSelectTree t
          when element(new TreePath(path, t.getExpression())) instanceof TypeElement ->
          named(path);
      default -> null;
    };
  }

  private Object value(TreePath around, ExpressionTree part) {
    return value(new TreePath(around, part));
  }

  private Object conditional(TreePath path, ConditionalExpressionTree tree) {
    Object whenTrue = value(path, tree.getTrueExpression());
    Object whenFalse = value(path, tree.getFalseExpression());
    return value(path, tree.getCondition()) instanceof Boolean condition
            && whenTrue != null
            && whenFalse != null
        ? convert(condition ? whenTrue : whenFalse, path)
        : null;
  }

  private Object named(TreePath name) {
    return element(name) instanceof VariableElement variable ? variable.getConstantValue() : null;
  }

  private Element element(TreePath path) {
    return unit.trees().getElement(path);
  }

  /** Converts a value to the type of an expression. */
  private Object convert(Object value, TreePath to) {
    TypeKind kind = unit.trees().getTypeMirror(to).getKind();
    Number number = number(value);
    if (number == null) {
      return kind == TypeKind.BOOLEAN || value instanceof String ? value : null;
    }
    int bits = number instanceof Long ? (int) number.longValue() : (int) number.doubleValue();
    return switch (kind) {
      case BYTE -> (byte) bits;
      case SHORT -> (short) bits;
      case CHAR -> (char) bits;
      case INT -> bits;
      case LONG -> number.longValue();
      case FLOAT -> number.floatValue();
      case DOUBLE -> number.doubleValue();
      default -> null;
    };
  }

  private static Object unary(Tree.Kind kind, Object operand) {
    Number number = number(operand);
    return switch (kind) {
      case LOGICAL_COMPLEMENT -> operand instanceof Boolean value ? !value : null;
      case UNARY_PLUS -> number;
      case UNARY_MINUS ->
          switch (number) {
            case Double d -> -d;
            case Float f -> -f;
            case null, default -> binary(Tree.Kind.MINUS, 0, number);
          };
      case BITWISE_COMPLEMENT -> binary(Tree.Kind.XOR, number, -1);
      default -> null;
    };
  }

  private static Object binary(Tree.Kind kind, Object left, Object right) {
    if (left == null || right == null) {
      return null;
    }
    if (left instanceof Boolean one && right instanceof Boolean other) {
      return logical(kind, one, other);
    }
    if (left instanceof String || right instanceof String) {
      return kind == Tree.Kind.PLUS ? "" + left + right : equality(kind, left.equals(right));
    }
    Number one = number(left);
    Number other = number(right);
    if (one == null || other == null) {
      return null;
    }
    Long shifted = shifted(kind, one, other.longValue());
    if (shifted != null) {
      return integral(shifted, one instanceof Long);
    }
    if (one instanceof Double || other instanceof Double) {
      return floating(kind, one.doubleValue(), other.doubleValue());
    }
    if (one instanceof Float || other instanceof Float) {
      // Rounding the double result gives the float result: a double has more than twice the digits.
      Object result = floating(kind, one.floatValue(), other.floatValue());
      return result instanceof Double value ? (Object) value.floatValue() : result;
    }
    Object result = integral(kind, one.longValue(), other.longValue());
    return result instanceof Long value
        ? integral(value, one instanceof Long || other instanceof Long)
        : result;
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

  /** A number after numeric promotion (JLS 5.6): at least an int; null for another value. */
  private static Number number(Object value) {
    return switch (value) {
      case Character c -> Integer.valueOf(c);
      case Byte b -> Integer.valueOf(b);
      case Short s -> Integer.valueOf(s);
      case Number n -> n;
      case null, default -> null;
    };
  }

  /**
   * The result of an operation on integers, as int unless {@code isLong}: the conversion drops the
   * high bits of an overflow.
   */
  private static Number integral(long value, boolean isLong) {
    return isLong ? (Number) value : (Number) (int) value;
  }

  /** The result of a shift, whose operands are promoted separately. */
  private static Long shifted(Tree.Kind kind, Number number, long distance) {
    boolean isLong = number instanceof Long;
    long value = number.longValue();
    int bits = (int) distance & (isLong ? 63 : 31);
    return switch (kind) {
      case LEFT_SHIFT -> value << bits;
      case RIGHT_SHIFT -> value >> bits;
      case UNSIGNED_RIGHT_SHIFT -> (isLong ? value : value & 0xFFFF_FFFFL) >>> bits;
      default -> null;
    };
  }

  private static Object floating(Tree.Kind kind, double left, double right) {
    return switch (kind) {
      case PLUS -> left + right;
      case MINUS -> left - right;
      case MULTIPLY -> left * right;
      case DIVIDE -> left / right;
      case REMAINDER -> left % right;
      case LESS_THAN -> left < right;
      case LESS_THAN_EQUAL -> left <= right;
      case GREATER_THAN -> left > right;
      case GREATER_THAN_EQUAL -> left >= right;
      default -> equality(kind, left == right);
    };
  }

  private static Object integral(Tree.Kind kind, long left, long right) {
    return switch (kind) {
      case PLUS -> left + right;
      case MINUS -> left - right;
      case MULTIPLY -> left * right;
      case DIVIDE -> right == 0 ? null : (Object) (left / right);
      case REMAINDER -> right == 0 ? null : (Object) (left % right);
      case AND -> left & right;
      case OR -> left | right;
      case XOR -> left ^ right;
      case LESS_THAN -> left < right;
      case LESS_THAN_EQUAL -> left <= right;
      case GREATER_THAN -> left > right;
      case GREATER_THAN_EQUAL -> left >= right;
      default -> equality(kind, left == right);
    };
  }
}
