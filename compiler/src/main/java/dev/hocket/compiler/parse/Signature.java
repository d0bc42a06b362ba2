package dev.hocket.compiler.parse;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A method as an {@code async-call} lists it.
 *
 * @param name its name; the class may stand before it, or what the call has there
 * @param parameters its parameters
 * @param isBare whether they are not written, which is a mistake
 */
public record Signature(Name name, List<Parameter> parameters, boolean isBare) {
  private static final int MOST_SHOWN = 12;
  private static final int SHOWN_OF_MANY = 3;

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

  /** The simple name, without the qualifier that may stand before it. */
  public String simpleName() {
    return name.text().substring(name.text().lastIndexOf('.') + 1);
  }

  /** What stands before the simple name and its dot. */
  public Optional<String> qualifier() {
    int dot = name.text().lastIndexOf('.');
    return dot < 0 ? Optional.empty() : Optional.of(name.text().substring(0, dot));
  }

  /** As in {@code f(int, String[])}. */
  @Override
  public String toString() {
    return show(name.text(), parameters);
  }

  /**
   * A method as a directive lists it. A list of 160 parameters is unreadable, so of many only the
   * first ones are shown.
   *
   * @param parameters their types
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
