package dev.hocket.flow.state;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a function does with its state, its arguments and static fields.
 *
 * @param leaks the places where its state gets out, one message each
 * @param arguments its effects on arguments, by number
 * @param statics its effects on static fields, {@code owner.field}
 * @param readStatics the static fields that it reads, unless their type is immutable
 * @param usesAnyStatics whether it may read and change static fields beyond those named
 * @param returnsMutable whether its result may be a mutable object that is no argument
 */
public record Summary(
    List<String> leaks,
    Use<Integer> arguments,
    Use<String> statics,
    Set<String> readStatics,
    boolean usesAnyStatics,
    boolean returnsMutable) {

  /**
   * A function of which nothing is known: it may change, keep and return all that it can reach.
   *
   * @param parameters how many it has
   */
  static Summary unknown(List<String> leaks, int parameters) {
    Set<Part> any = Set.copyOf(EnumSet.allOf(Part.class));
    Set<Integer> all = IntStream.range(0, parameters).boxed().collect(Collectors.toSet());
    Map<Integer, Set<Part>> returned =
        all.stream().collect(Collectors.toMap(UnaryOperator.identity(), number -> any));
    return new Summary(
        leaks,
        new Use<>(all, all, all, returned),
        new Use<>(Set.of(), Set.of(), Set.of(), Map.of()),
        Set.of(),
        true,
        true);
  }

  /**
   * What a function does with values that others may use, too.
   *
   * @param <T> what tells them apart
   * @param changed those that it may change themselves
   * @param changedInside those in which it may change what they lead to
   * @param kept those to which its state, another argument or a static field may lead afterwards
   * @param returned for those to which its result is related, how it may be
   */
  public record Use<T>(
      Set<T> changed, Set<T> changedInside, Set<T> kept, Map<T, Set<Part>> returned) {}
}
