package dev.hocket.compiler.check.sharing;

import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.parse.Clause;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeMirror;

/**
 * Java code for an operator of a reduction on values of a type (OpenMP 5.2, section 5.5.5). Arrays
 * are combined element by element.
 *
 * @param operator the operator
 * @param type the name of the primitive type: {@code int} for {@code Integer}; for arrays, that of
 *     the elements
 * @param isOfArray whether the variable is an array
 */
public record Reduction(String operator, String type, boolean isOfArray) implements Combination {
  private static final Map<String, String> BOXES =
      Map.of(
          "java.lang.Boolean", "boolean",
          "java.lang.Byte", "byte",
          "java.lang.Short", "short",
          "java.lang.Character", "char",
          "java.lang.Integer", "int",
          "java.lang.Long", "long",
          "java.lang.Float", "float",
          "java.lang.Double", "double");

  static final Map<String, String> CLASSES =
      Map.of(
          "byte", "java.lang.Byte",
          "short", "java.lang.Short",
          "char", "java.lang.Character",
          "int", "java.lang.Integer",
          "long", "java.lang.Long",
          "float", "java.lang.Float",
          "double", "java.lang.Double");

  private static final String INTEGER = "java.math.BigInteger";
  private static final String DECIMAL = "java.math.BigDecimal";

  private static final Set<String> ARITHMETIC = Set.of("+", "*", "min", "max");
  private static final Set<String> BITS = Set.of("&", "|", "^");
  private static final Set<String> LOGIC = Set.of("&", "|", "^", "&&", "||");

  private static final Map<String, String> METHODS =
      Map.of("+", "add", "*", "multiply", "&", "and", "|", "or", "^", "xor");

  /** Creates a reduction; empty if Java does not have the operator for the type. */
  public static Optional<Reduction> of(String operator, TypeMirror type) {
    boolean isOfArray = isOfArray(type);
    String sum = meant(operator);
    TypeMirror each = isOfArray ? ((ArrayType) type).getComponentType() : type;
    String name = TypeNames.of(each).orElse("");
    return Optional.of(new Reduction(sum, BOXES.getOrDefault(name, name), isOfArray))
        .filter(Reduction::exists);
  }

  /**
   * The operator that combines partial results. Partial differences are added (OpenMP 5.2, section
   * 5.5.5).
   */
  static String meant(String operator) {
    return operator.equals("-") ? "+" : operator;
  }

  /** Whether a clause reduces a variable of a type element by element. */
  public static boolean isByElement(Clause clause, TypeMirror type) {
    return clause.kind().combines() && !clause.isByMethod() && isOfArray(type);
  }

  private static boolean isOfArray(TypeMirror type) {
    return type instanceof ArrayType array && array.getComponentType().getKind().isPrimitive();
  }

  private boolean exists() {
    return switch (type) {
      case "boolean" -> LOGIC.contains(operator);
      case "float", "double", DECIMAL -> ARITHMETIC.contains(operator);
      case "byte", "short", "char", "int", "long", INTEGER ->
          ARITHMETIC.contains(operator) || BITS.contains(operator);
      default -> false;
    };
  }

  @Override
  public String first(String original) {
    if (isBig()) {
      return switch (operator) {
        case "*" -> type + ".ONE";
        case "&" -> type + ".ONE.negate()";
        case "min", "max" -> original;
        default -> type + ".ZERO";
      };
    }
    return switch (operator) {
      case "*" -> "(" + type + ") 1";
      case "&&" -> "true";
      case "||" -> "false";
      case "&" -> type.equals("boolean") ? "true" : "(" + type + ") -1";
      case "|", "^" -> type.equals("boolean") ? "false" : "(" + type + ") 0";
      case "min" -> CLASSES.get(type) + (isFloating() ? ".POSITIVE_INFINITY" : ".MAX_VALUE");
      case "max" -> CLASSES.get(type) + (isFloating() ? ".NEGATIVE_INFINITY" : ".MIN_VALUE");
      // The neutral element of floating-point sums: 0.0 would turn a sum of negative zeros into a
      // positive zero.
      default -> "(" + type + ") " + (isFloating() ? "-0.0" : "0");
    };
  }

  @Override
  public String combined(String one, String other) {
    if (isBig()) {
      return one + "." + METHODS.getOrDefault(operator, operator) + "(" + other + ")";
    }
    boolean call = operator.equals("min") || operator.equals("max");
    String value =
        call
            ? "java.lang.Math." + operator + "(" + one + ", " + other + ")"
            : one + " " + operator + " " + other;
    return switch (type) {
      case "byte", "short", "char" -> "(" + type + ") (" + value + ")";
      default -> value;
    };
  }

  private boolean isBig() {
    return type.equals(INTEGER) || type.equals(DECIMAL);
  }

  private boolean isFloating() {
    return type.equals("float") || type.equals("double");
  }
}
