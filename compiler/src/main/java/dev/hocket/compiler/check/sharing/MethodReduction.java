package dev.hocket.compiler.check.sharing;

/**
 * A reduction by a method of the user's.
 *
 * @param method a reference to it
 * @param type the type of the variable, as a class
 * @param neutral an expression with the neutral value, or a reference to the method or constructor
 *     that makes one for each thread
 */
public record MethodReduction(String method, String type, String neutral) implements Combination {
  /** A reduction of a variable of a type, by its name. */
  public static MethodReduction of(String method, String type, String neutral) {
    return new MethodReduction(method, Reduction.CLASSES.getOrDefault(type, type), neutral);
  }

  @Override
  public String first(String original) {
    return neutral.contains("::")
        ? "((java.util.function.Supplier<" + type + ">) " + neutral + ").get()"
        : "(" + type + ") (" + neutral + ")";
  }

  @Override
  public String combined(String one, String other) {
    String operator = "((java.util.function.BinaryOperator<" + type + ">) " + method + ")";
    return operator + ".apply(" + one + ", " + other + ")";
  }
}
