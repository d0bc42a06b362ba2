package dev.hocket.flow.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the objects that a function has made lead to, as far as it matters when they are read: code
 * that runs then, arguments and static fields.
 */
// Found once in each round, because a value may lead to most objects of a large function. The last
// round finds nothing new, so what was found at its beginning holds for all of it.
final class Insides {
  private final Knowledge known;
  private final Predicate<Made> isCode;
  private final Map<Made, Set<Made>> code = new HashMap<>();
  private final Map<Made, Set<Place>> places = new HashMap<>();

  /**
   * Finds what all made objects lead to.
   *
   * @param isCode whether an object has code that runs when it is read
   */
  Insides(Knowledge known, Steps steps, Predicate<Made> isCode) {
    this.known = known;
    this.isCode = isCode;
    Map<Made, Set<Made>> parts = new HashMap<>();
    List<Made> open = new ArrayList<>(known.holders());
    while (!open.isEmpty()) {
      Made made = open.removeLast();
      if (!parts.containsKey(made)) {
        steps.take();
        parts.put(made, known.partsOf(made));
        code.put(made, new HashSet<>(isCode.test(made) ? Set.of(made) : Set.of()));
        places.put(made, new HashSet<>(known.placesIn(made)));
        open.addAll(parts.get(made));
      }
    }
    while (spread(parts)) {}
  }

  /** Adds what parts lead to; returns whether there was more. */
  private boolean spread(Map<Made, Set<Made>> parts) {
    boolean isMore = false;
    for (Map.Entry<Made, Set<Made>> whole : parts.entrySet()) {
      for (Made part : whole.getValue()) {
        isMore |= code.get(whole.getKey()).addAll(code.get(part));
        isMore |= places.get(whole.getKey()).addAll(places.get(part));
      }
    }
    return isMore;
  }

  /** The objects with code that a value is or leads to. */
  Set<Made> code(StateValue value) {
    Set<Made> found = new HashSet<>();
    for (Made made : known.objects(value).made()) {
      Set<Made> own = isCode.test(made) ? Set.of(made) : Set.of();
      found.addAll(code.getOrDefault(made, own));
    }
    return found;
  }

  /** The arguments, static fields and their contents that a value is or leads to. */
  Set<Place> places(StateValue value) {
    Set<Place> found = new HashSet<>(value.places());
    value.made().forEach(made -> found.addAll(places.getOrDefault(made, Set.of())));
    found.removeIf(Place::isState);
    return found;
  }
}
