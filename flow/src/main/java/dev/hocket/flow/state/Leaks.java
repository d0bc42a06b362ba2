package dev.hocket.flow.state;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The leaks of an analysed function, and the words of messages about them. */
public final class Leaks {
  static final String UNKNOWN = ", which may keep it,";
  static final String NO_CODE = " has no code that Hocket can read";
  static final String TOO_LARGE = " calls more code than Hocket analyses";
  private static final String WHAT_IS_IN = "what is in ";

  private final Knowledge known;
  private final StateTypes types;
  private final Set<String> all = new LinkedHashSet<>();

  Leaks(Knowledge known, StateTypes types) {
    this.known = known;
    this.types = types;
  }

  void clear() {
    all.clear();
  }

  List<String> all() {
    return List.copyOf(all);
  }

  void add(String leak) {
    all.add(leak);
  }

  /**
   * Adds a value that gets out to other functions, if it leads to state that changes.
   *
   * @return whether it does
   */
  boolean add(String at, String what, StateValue value) {
    return add(at, what, value, place -> !types.isFixed(place));
  }

  /**
   * Adds a value that code gets which is not known, if it leads to mutable state. Counters and the
   * like are made for code that runs at the same time.
   */
  boolean addToUnknown(String at, String what, StateValue value) {
    return add(at, what, value, place -> !types.isHarmless(place));
  }

  private boolean add(String at, String what, StateValue value, Predicate<Place> counts) {
    Set<Place> state =
        known.reach(value).stream()
            .filter(place -> place.isState() && counts.test(place))
            .collect(Collectors.toSet());
    if (!state.isEmpty()) {
      all.add(at + " " + what + " " + said(named(state, value)));
    }
    return !state.isEmpty();
  }

  /** Names the fields that have what is somewhere in the state, if they are known. */
  private Set<Place> named(Set<Place> state, StateValue value) {
    Set<Place> named = new HashSet<>(state);
    if (named.removeIf(place -> place.field() == null && place.depth() > 0)) {
      known.placesInState(value).stream()
          .filter(place -> place.field() != null && !types.isHarmless(place))
          .forEach(named::add);
    }
    return named.isEmpty() ? state : named;
  }

  static String said(Set<Place> places) {
    Map<String, Integer> nearest = new TreeMap<>();
    places.forEach(place -> nearest.merge(place.root(), place.depth(), Math::min));
    return nearest.entrySet().stream()
        .map(e -> e.getValue() == 0 ? e.getKey() : WHAT_IS_IN + e.getKey())
        .collect(Collectors.joining(", "));
  }

  /** Describes the ways out of some leaks. */
  public static String advice(List<String> leaks) {
    List<String> ways = new ArrayList<>();
    if (leaks.stream().anyMatch(leak -> leak.contains(WHAT_IS_IN))) {
      ways.add("copy what is in it as well, or declare immutable elements, as in List<String>");
    }
    if (leaks.stream().anyMatch(leak -> leak.contains(UNKNOWN))) {
      ways.add(
          "pass a copy, mark a method of the program that only reads with @ReadOnly, or let the"
              + " function get the object as an argument");
    }
    if (leaks.stream().anyMatch(leak -> leak.contains(" writes static field "))) {
      ways.add("keep it in a field of the object");
    }
    if (leaks.stream().anyMatch(leak -> leak.contains(TOO_LARGE) || leak.contains(NO_CODE))) {
      ways.add("call that code in a function of its own, whose object has no mutable fields");
    }
    if (ways.isEmpty()) {
      ways.add(
          "return or pass a copy or an immutable value, or give the field a new object before the"
              + " old one is returned");
    }
    return String.join("; ", ways);
  }
}
