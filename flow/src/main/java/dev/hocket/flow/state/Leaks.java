package dev.hocket.flow.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The words of messages about state that gets out. */
public final class Leaks {
  static final String UNKNOWN = ", which may keep it,";
  static final String NO_CODE = " has no code that Hocket can read";
  static final String TOO_LARGE = " calls more code than Hocket analyses";
  private static final String WHAT_IS_IN = "what is in ";

  private Leaks() {}

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
      ways.add("pass a copy, or mark a method of the program that only reads with @ReadOnly");
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
