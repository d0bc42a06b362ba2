package dev.hocket.compiler.parse;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A method as an {@code async-call} lists it.
 *
 * @param name the method's name, perhaps with a qualifier: its class, or the call's receiver
 * @param parameters the method's parameters
 * @param isBare whether the parameters are missing, which is a mistake
 */
public record Signature(Name name, List<Parameter> parameters, boolean isBare) {
  private static final int MOST_SHOWN = 12;
  private static final int SHOWN_OF_MANY = 3;

  /**
   * A parameter.
   *
   * @param type the type's name, simple or qualified, without type arguments and brackets
   * @param dimensions the number of bracket pairs; variable arity counts as one
   */
  public record Parameter(String type, int dimensions) {
    @Override
    public String toString() {
      return type + "[]".repeat(dimensions);
    }
  }

  /** The method's name without the qualifier. */
  public String simpleName() {
    return name.text().substring(name.text().lastIndexOf('.') + 1);
  }

  /** The text before the method's simple name and the dot. */
  public Optional<String> qualifier() {
    int dot = name.text().lastIndexOf('.');
    return dot < 0 ? Optional.empty() : Optional.of(name.text().substring(0, dot));
  }

  /** The text of the signature: {@code f(int, String[])}. */
  @Override
  public String toString() {
    return show(name.text(), parameters);
  }

  /**
   * The text of a signature for messages. Only the first parameters of a long list are shown.
   *
   * @param parameters the types of the parameters
   */
  public static String show(String method, List<?> parameters) {
    Stream<String> types = parameters.stream().map(Object::toString);
    if (parameters.size() > MOST_SHOWN) {
      int others = parameters.size() - SHOWN_OF_MANY;
      types = Stream.concat(types.limit(SHOWN_OF_MANY), Stream.of("… " + others + " more"));
    }
    return types.collect(Collectors.joining(", ", method + "(", ")"));
  }
}
