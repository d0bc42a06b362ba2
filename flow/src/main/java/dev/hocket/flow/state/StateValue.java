package dev.hocket.flow.state;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.analysis.Value;

/**
 * The objects that a value in a method may be, as the analysis knows them.
 *
 * @param size the value's size in words
 * @param places objects that outlive the call
 * @param made objects that the function has made
 * @param other whether the value may be another mutable object
 */
record StateValue(int size, Set<Place> places, Set<Made> made, boolean other) implements Value {
  /** A number, null, or an immutable object. */
  static final StateValue CLEAN = new StateValue(1, Set.of(), Set.of(), false);

  static final StateValue WIDE = new StateValue(2, Set.of(), Set.of(), false);
  static final StateValue OTHER = new StateValue(1, Set.of(), Set.of(), true);

  static StateValue of(Place place) {
    return new StateValue(1, Set.of(place), Set.of(), false);
  }

  static StateValue of(Set<Place> places) {
    return places.isEmpty() ? CLEAN : new StateValue(1, Set.copyOf(places), Set.of(), false);
  }

  static StateValue of(Made made) {
    return new StateValue(1, Set.of(), Set.of(made), false);
  }

  static StateValue clean(Type type) {
    return type.getSize() == 2 ? WIDE : CLEAN;
  }

  @Override
  public int getSize() {
    return size;
  }

  boolean isClean() {
    return places.isEmpty() && made.isEmpty() && !other;
  }

  /** Returns whether the value is always an object that the function has made. */
  boolean isMadeOnly() {
    return !made.isEmpty() && places.isEmpty() && !other;
  }

  StateValue or(StateValue more) {
    if (more.isClean() || equals(more)) {
      return size == more.size ? this : new StateValue(1, places, made, other);
    }
    if (isClean() && size == more.size) {
      return more;
    }
    Set<Place> allPlaces = union(places, more.places);
    Set<Made> allMade = union(made, more.made);
    // Objects that hold each other have the same value in the end: one set serves them all.
    StateValue all =
        new StateValue(Math.min(size, more.size), allPlaces, allMade, other || more.other);
    return all.equals(more) ? more : all.equals(this) ? this : all;
  }

  /** Returns a value, of one word, that may be any of these. */
  static StateValue anyOf(Iterable<StateValue> values) {
    Set<Set<?>> done = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Place> places = new HashSet<>();
    Set<Made> made = new HashSet<>();
    boolean other = false;
    for (StateValue value : values) {
      other |= value.other;
      if (done.add(value.places)) {
        places.addAll(value.places);
      }
      if (done.add(value.made)) {
        made.addAll(value.made);
      }
    }
    return new StateValue(1, Set.copyOf(places), Set.copyOf(made), other);
  }

  private static <T> Set<T> union(Set<T> a, Set<T> b) {
    if (a.containsAll(b)) {
      return a;
    }
    if (b.containsAll(a)) {
      return b;
    }
    Set<T> all = new HashSet<>(a);
    all.addAll(b);
    return Set.copyOf(all);
  }

  /**
   * Returns what a value may be of which the type shows that several threads may use it: of the
   * function's own state, and new.
   */
  StateValue shareable() {
    Set<Place> own =
        places.stream()
            .filter(Place::isState)
            .map(Place::asShareable)
            .collect(Collectors.toUnmodifiableSet());
    Set<Made> shared =
        made.stream().filter(Made::isShareable).collect(Collectors.toUnmodifiableSet());
    return new StateValue(1, own, shared, false);
  }

  /** Returns whether the value can only be a counter or the like. */
  boolean isShareable() {
    return !isClean()
        && !other
        && places.stream().allMatch(Place::isShareable)
        && made.stream().allMatch(Made::isShareable);
  }

  /** Returns the value if it is not the object of a place. */
  StateValue without(Place place) {
    Set<Place> rest = new HashSet<>(places);
    rest.remove(place);
    return new StateValue(size, Set.copyOf(rest), made, other);
  }

  /**
   * Returns the value after a field has got another object: the old one belongs to no field.
   *
   * @param old the field's old object
   */
  StateValue handedOver(String field, StateValue old) {
    if (!isOf(field)) {
      return this;
    }
    Set<Place> rest = new HashSet<>(places);
    rest.removeIf(p -> field.equals(p.field()));
    return new StateValue(size, Set.copyOf(rest), made, other).or(old);
  }

  /** The places inside the state of which no field is known: what a function has captured, too. */
  Set<Place> unnamed() {
    return places.stream()
        .filter(place -> place.isState() && place.field() == null && place.depth() > 0)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns whether the value may be a field's object, or in its contents. */
  boolean isOf(String field) {
    return places.stream().anyMatch(place -> field.equals(place.field()));
  }
}
