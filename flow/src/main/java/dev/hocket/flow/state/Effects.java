package dev.hocket.flow.state;

import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The effects of a function on objects of its arguments and of static fields, while it is analysed.
 */
final class Effects {
  private final Knowledge known;

  /** Objects that may be changed, or that the state leads to. */
  private Set<Place> changed = new HashSet<>();

  private Set<Place> kept = new HashSet<>();

  /** Objects that code of the JDK gets. */
  private Set<Place> read = new HashSet<>();

  /** Arguments and static fields on whose objects code that is not known may be called. */
  private final Set<Place> called = new HashSet<>();

  private Set<Place> changedLater = Set.of();

  /** Objects made by the function that code in the result may change. */
  private final Set<Made> changedMade = new HashSet<>();

  private boolean isLater;

  Effects(Knowledge known) {
    this.known = known;
  }

  /** Notes that an object, or what is in it, may be changed. */
  void change(StateValue value) {
    value.places().forEach(this::change);
    changedMade.addAll(value.made());
    for (Made made : value.made()) {
      if (!made.isShareable()) {
        known.placesOf(made).forEach(this::change);
      }
    }
  }

  void change(Place place) {
    if (!place.isState()) {
      known.note(changed, place);
    }
  }

  /** Notes that unknown code gets a value. */
  void changeMadeIn(StateValue value) {
    if (isLater) {
      changedMade.addAll(known.madeIn(value));
    }
  }

  void keep(Place place) {
    known.note(kept, place);
  }

  /** Notes that code which is not known may call an object. */
  void call(Place place) {
    known.note(called, place);
  }

  /**
   * Runs code of which only the effects on static fields count.
   *
   * @return what the code changes of them
   */
  Set<Place> ofStaticsOnly(Runnable code) {
    Set<Place> changedBefore = changed;
    Set<Place> keptBefore = kept;
    Set<Place> readBefore = read;
    changed = new HashSet<>();
    kept = new HashSet<>();
    read = new HashSet<>();
    try {
      code.run();
      return changed.stream().filter(Place::isStatic).collect(Collectors.toSet());
    } finally {
      changed.stream().filter(Place::isStatic).forEach(changedBefore::add);
      changed = changedBefore;
      kept = keptBefore;
      read = readBefore;
    }
  }

  void read(Place place) {
    if (place.isArgument()) {
      known.note(read, place);
    }
  }

  /** Returns whether nothing is changed or kept. */
  boolean isNothing() {
    return changed.isEmpty() && kept.isEmpty() && changedLater.isEmpty();
  }

  /** Returns whether something is changed, at once or by code in the result. */
  boolean changes(String root) {
    return Stream.concat(changed.stream(), changedLater.stream())
        .anyMatch(place -> place.root().equals(root));
  }

  /**
   * Finds what code in the result changes when the result is used: {@link Summary.Use}, and {@link
   * #changesAnyOf}.
   *
   * @param code runs that code
   */
  void findLater(Runnable code) {
    Set<Place> changedBefore = changed;
    Set<Place> keptBefore = kept;
    changed = new HashSet<>();
    kept = new HashSet<>();
    isLater = true;
    changedMade.clear();
    do {
      known.startRound();
      code.run();
    } while (known.grows());
    changedLater = changed;
    changed = changedBefore;
    kept = keptBefore;
  }

  boolean changesAnyOf(Set<Made> made) {
    return !Collections.disjoint(changedMade, made);
  }

  /** Returns the effects on arguments or static fields. */
  <T> Summary.Use<T> use(
      StateValue result, Set<Place> reached, Predicate<Place> isOne, Function<Place, T> name) {
    Map<T, Set<Part>> returned = new TreeMap<>();
    for (Place place : reached) {
      if (isOne.test(place)) {
        Part whole = result.places().contains(place) ? Part.IS : Part.AROUND;
        returned
            .computeIfAbsent(name.apply(place), any -> EnumSet.noneOf(Part.class))
            .add(place.depth() > 0 ? Part.OF : whole);
      }
    }
    Predicate<Place> isItself = isOne.and(place -> place.depth() == 0);
    Predicate<Place> isInside = isOne.and(place -> place.depth() > 0);
    return new Summary.Use<>(
        names(changed, isItself, name),
        names(changed, isInside, name),
        names(kept, isOne, name),
        returned,
        names(read, isItself, name),
        names(read, isInside, name),
        names(changedLater, isOne, name),
        names(called, isOne, name));
  }

  private static <T> Set<T> names(
      Set<Place> places, Predicate<Place> isOne, Function<Place, T> name) {
    return places.stream().filter(isOne).map(name).collect(Collectors.toCollection(TreeSet::new));
  }
}
