package dev.hocket.flow.link;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.state.Constants;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The state of a call for each key, made when a key first comes. One thread at a time uses it. */
public final class Keyed {
  private final Call call;
  private final Supplier<Object> maker;
  private final Budget budget;
  private final Map<Object, Object> states = new HashMap<>();

  /** The types of the keys that another job has saved; empty if none has. */
  private final Set<String> savedTypes = new TreeSet<>();

  /** The state of the next new key, if it has been made already; else null. */
  private Object next;

  /** The keys of nested copies by key. */
  private record Path(List<Object> keys) {
    @Override
    public String toString() {
      return keys.toString();
    }
  }

  /** The number of keys that a call may have state for, in all its copies together. */
  public static final class Budget {
    private final int most;
    private final AtomicInteger made = new AtomicInteger();

    public Budget(int most) {
      this.most = most;
    }
  }

  /**
   * Makes the state of a call, without keys yet.
   *
   * @param first the state of the first key; null if it is made like all others
   */
  public Keyed(Call call, Supplier<Object> maker, Budget budget, Object first) {
    this.call = call;
    this.maker = maker;
    this.budget = budget;
    this.next = first;
  }

  /**
   * Finds the state of a key. The key's own {@code hashCode} or {@code equals} may throw.
   *
   * @throws FlowException if the key may change, or there are too many keys
   */
  public Object of(Object key) {
    // Even a key that is there already could change on its way to another copy.
    check(key);
    Object state = states.get(key);
    return state == null ? made(key) : state;
  }

  /**
   * Finds the state for nested copies by key: {@code keys} has one key for each, the outermost
   * first.
   */
  public Object of(Object[] keys) {
    for (Object key : keys) {
      check(key);
    }
    Path path = new Path(Arrays.asList(keys));
    Object state = states.get(path);
    return state == null ? made(path) : state;
  }

  /**
   * Makes one for another function, with the state of the same keys.
   *
   * @param handOver makes the new state of a key from the former
   */
  Keyed replaced(Call by, Supplier<Object> newMaker, UnaryOperator<Object> handOver) {
    Keyed next = new Keyed(by, newMaker, budget, null);
    states.forEach((key, state) -> next.states.put(key, handOver.apply(state)));
    return next;
  }

  /**
   * Calls back for each state that there is, for an engine that saves it.
   *
   * @param visitor gets the keys, the outermost first, and the state
   */
  public void forEach(BiConsumer<List<Object>, Object> visitor) {
    states.forEach((key, state) -> {
      // A list of its own: the key may be null.
      List<Object> keys = key instanceof Path path ? path.keys() : Collections.singletonList(key);
      visitor.accept(keys, state);
    });
  }

  /**
   * Puts a state back that an engine has saved.
   *
   * @param keys as {@link #forEach} has given them
   */
  public void restore(List<Object> keys, Object state) {
    budget.made.incrementAndGet();
    states.put(keys.size() == 1 ? keys.getFirst() : new Path(keys), state);
  }

  /**
   * Notes the type of a key that another job has saved. A key of another type would find no state,
   * although its function has saved some.
   *
   * @param keys as {@link #forEach} has given them
   */
  public void expect(List<Object> keys) {
    savedTypes.add(types(keys));
  }

  private void checkType(Object key) {
    String type = types(key instanceof Path path ? path.keys() : Collections.singletonList(key));
    if (!savedTypes.isEmpty() && !savedTypes.contains(type)) {
      throw new FlowException(
          call.position(),
          "the state of "
              + call.id()
              + " was saved for keys of type "
              + String.join(" or ", savedTypes)
              + ", and the key "
              + key
              + " is of type "
              + type
              + ", so it would find no state; give the keys the type that was saved, or start"
              + " without the saved state");
    }
  }

  private static String types(List<Object> keys) {
    return keys.stream().map(Keyed::type).collect(Collectors.joining(" and "));
  }

  /** Describes the type of a key: its class and, for a collection, those of its elements. */
  private static String type(Object key) {
    return switch (key) {
      case null -> "null";
      case Enum<?> constant -> constant.getDeclaringClass().getName();
      case Collection<?> elements ->
          elements.stream()
              .map(Keyed::type)
              .distinct()
              .sorted()
              .collect(Collectors.joining(", ", key.getClass().getName() + " of ", ""));
      default -> key.getClass().getName();
    };
  }

  private Object made(Object key) {
    checkType(key);
    if (budget.made.incrementAndGet() > budget.most) {
      budget.made.decrementAndGet();
      throw new FlowException(
          call.position(),
          call.id()
              + " has state for "
              + budget.most
              + " keys, as many as it may, and gets the new key "
              + key
              + "; raise the limit, which is :keys of || or an argument of byKey, or use fewer keys");
    }
    Object state = next == null ? maker.get() : next;
    next = null;
    states.put(key, state);
    return state;
  }

  private void check(Object key) {
    Object changing = Constants.changingInKey(key);
    if (changing != null) {
      throw new FlowException(
          call.position(),
          "a key of "
              + call.id()
              + (changing == key ? " is a " : " leads to a ")
              + changing.getClass().getName()
              + ", which may change, so its state might not be found again; use a string, a number,"
              + " a keyword, a vector or a record of these, or mark the class @Immutable");
    }
  }
}
