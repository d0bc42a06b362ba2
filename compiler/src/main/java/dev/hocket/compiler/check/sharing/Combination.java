package dev.hocket.compiler.check.sharing;

/** Java code that combines the partial results of a reduction. */
public sealed interface Combination permits Reduction, MethodReduction {
  /**
   * The neutral value, which a partial result, or each of its elements, starts with.
   *
   * @param original the original variable, whose value is the start for minimum and maximum
   */
  String first(String original);

  /** The combination of two values or elements. */
  String combined(String one, String other);
}
