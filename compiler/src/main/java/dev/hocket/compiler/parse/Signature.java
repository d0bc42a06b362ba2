package dev.hocket.compiler.parse;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A method as an {@code async-call} lists it.
 *
 * @param name its name
 * @param parameters its parameters
 * @param isBare whether they are not written, which is a mistake
 */
public record Signature(Name name, List<Parameter> parameters, boolean isBare) {
  /**
   * A parameter.
   *
   * @param type its type without arguments and brackets, simple or qualified
   * @param dimensions how many brackets the type has, a variable arity counted as one
   */
  public record Parameter(String type, int dimensions) {
    @Override
    public String toString() {
      return type + "[]".repeat(dimensions);
    }
  }

  /** The name without what a qualified one has before it. */
  public String simpleName() {
    return name.text().substring(name.text().lastIndexOf('.') + 1);
  }

  /** As in {@code f(int, String[])}. */
  @Override
  public String toString() {
    return parameters.stream()
        .map(Parameter::toString)
        .collect(Collectors.joining(", ", name.text() + "(", ")"));
  }
}
