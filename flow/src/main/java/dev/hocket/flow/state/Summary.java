package dev.hocket.flow.state;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a function does with its state, its arguments and static fields.
 *
 * @param leaks the places where its state gets out, one message each
 * @param arguments what it does with arguments, by number
 * @param statics what it does with static fields, {@code owner.field}
 * @param readStatics the static fields that it reads, unless their type is immutable
 * @param returnsMutable whether its result may be a mutable object that is no argument
 */
public record Summary(
    List<String> leaks,
    Use<Integer> arguments,
    Use<String> statics,
    Set<String> readStatics,
    boolean returnsMutable) {

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
