package dev.hocket.compiler.check.sharing;

/**
 * A reduction by a method of the program.
 *
 * @param method a reference to the method
 * @param type the name of the variable's type, boxed if it is primitive
 * @param neutral an expression with the neutral value, or a reference to a method or constructor
 *     that creates one for each thread
 */
public record MethodReduction(String method, String type, String neutral) implements Combination {
  /** Creates a reduction of a variable whose type has the given name. */
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
