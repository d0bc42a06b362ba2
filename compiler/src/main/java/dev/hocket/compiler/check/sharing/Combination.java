package dev.hocket.compiler.check.sharing;

/** How a reduction combines partial results, as Java text. */
public sealed interface Combination permits Reduction, MethodReduction {
  /**
   * The neutral value, with which a partial result, or each element of one, starts.
   *
   * @param original the variable, whose value is its own least and greatest
   */
  String first(String original);

  /** Two values, or elements, combined. */
  String combined(String one, String other);
}
