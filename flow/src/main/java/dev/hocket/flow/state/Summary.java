package dev.hocket.flow.state;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The effects of a function on its state, its arguments and static fields.
 *
 * @param leaks the places where the state gets out, one message each
 * @param arguments the effects on arguments, by number
 * @param statics the effects on static fields, {@code owner.field}
 * @param readStatics the static fields that the function reads, unless their type is immutable
 * @param usesAnyStatics whether the function may use static fields beyond those named
 * @param returnsMutable whether the result may be a mutable object that is no argument
 * @param returnsUnsteady whether the result may be, or lead to, an object that changes when it is
 *     only read: a map in the order of use, or a clock of the program that counts
 * @param returnsOther whether the result may be, or lead to, an object of code that is not known
 * @param code the static fields that code of objects which the function makes may use
 * @param changesResultLater whether code in the result may change the result when it is used, even
 *     if it is only read
 */
public record Summary(
    List<String> leaks,
    Use<Integer> arguments,
    Use<String> statics,
    Set<String> readStatics,
    boolean usesAnyStatics,
    boolean returnsMutable,
    boolean returnsUnsteady,
    boolean returnsOther,
    CodeUse code,
    boolean changesResultLater) {

  /**
   * Describes a function of which nothing is known: it may change, keep and return all that it can
   * reach.
   *
   * @param parameters the number of its parameters
   */
  static Summary unknown(List<String> leaks, int parameters) {
    Set<Part> any = Set.copyOf(EnumSet.allOf(Part.class));
    Set<Integer> all = IntStream.range(0, parameters).boxed().collect(Collectors.toSet());
    Map<Integer, Set<Part>> returned =
        all.stream().collect(Collectors.toMap(UnaryOperator.identity(), number -> any));
    return new Summary(
        leaks,
        new Use<>(all, all, all, returned, Set.of(), Set.of(), all, all),
        new Use<>(Set.of(), Set.of(), Set.of(), Map.of(), Set.of(), Set.of(), Set.of(), Set.of()),
        Set.of(),
        true,
        true,
        true,
        true,
        CodeUse.ANY,
        true);
  }

  /**
   * The effects of a function on values that other code may use, too.
   *
   * @param <T> the type of the values' names
   * @param changed the values that the function may change themselves
   * @param changedInside the values whose contents the function may change
   * @param kept the values to which its state, another argument or a static field may lead
   *     afterwards
   * @param returned the possible relations of the result to each value that it is related to
   * @param read the values that code of the JDK gets, which may call {@code toString} for instance
   * @param readInside the values of which it gets contents
   * @param changedLater the values that code in the result changes when the result is used
   * @param called the values on which, or on whose contents, code that is not known is called
   */
  public record Use<T>(
      Set<T> changed,
      Set<T> changedInside,
      Set<T> kept,
      Map<T, Set<Part>> returned,
      Set<T> read,
      Set<T> readInside,
      Set<T> changedLater,
      Set<T> called) {}
}
