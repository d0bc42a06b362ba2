package dev.hocket.flow.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The objects that made objects, and the fields of the function's object, hold. The whole analysis
 * has one knowledge, which only grows: the analysis is repeated until it grows no more.
 */
final class Knowledge {
  private final Steps steps;
  private final Map<Made, StateValue> held = new HashMap<>();

  /** The values that made objects lead to but do not return as elements. */
  private final Map<Made, StateValue> behind = new HashMap<>();

  /** The collectors to which collectors give all their elements. */
  private final Map<Made, StateValue> passedTo = new HashMap<>();

  private final Map<Made, List<StateValue>> captured = new HashMap<>();
  private final Map<Made, Set<String>> fieldsOf = new HashMap<>();

  /** The places of made objects that were put into arguments or into what static fields hold. */
  private final Map<Made, Set<Place>> putInto = new HashMap<>();

  /** The places inside the state at which made objects are. */
  private final Map<Made, Set<Place>> inState = new HashMap<>();

  private final Map<String, StateValue> fields = new HashMap<>();
  private final Set<String> aliased = new HashSet<>();
  private final Set<Made> unsteady = new HashSet<>();

  /** The objects at places of the state, as found since {@link #held} or a field last grew. */
  private final Map<Place, StateValue> found = new HashMap<>();

  private boolean grows;
  private int round;

  Knowledge(Steps steps) {
    this.steps = steps;
  }

  /** Begins a round; {@link #grows} tells whether it has found anything new. */
  void startRound() {
    grows = false;
    round++;
  }

  int round() {
    return round;
  }

  boolean grows() {
    return grows;
  }

  <K> void join(Map<K, StateValue> map, K key, StateValue more) {
    StateValue before = map.get(key);
    StateValue after = before == null ? more : before.or(more);
    if (!after.equals(before)) {
      map.put(key, after);
      found.clear();
      grows = true;
    }
  }

  <T> void note(Set<T> set, T value) {
    grows |= set.add(value);
  }

  void note(boolean isMore) {
    grows |= isMore;
  }

  /** Notes the values that a lambda captures, in their order. */
  void capture(Made lambda, List<StateValue> values) {
    List<StateValue> before = captured.get(lambda);
    List<StateValue> after = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      after.add(before == null ? values.get(i) : before.get(i).or(values.get(i)));
      if (values.get(i).size() == 1) {
        join(held, lambda, values.get(i));
      }
    }
    if (!after.equals(before)) {
      captured.put(lambda, after);
      grows = true;
    }
  }

  List<StateValue> captured(Made lambda) {
    return captured.getOrDefault(lambda, List.of());
  }

  /** Returns what is in a value: elements of a collection or array, fields of an object. */
  StateValue contents(StateValue of) {
    List<StateValue> found = new ArrayList<>();
    found.add(of.other() ? StateValue.OTHER : StateValue.CLEAN);
    of.places().forEach(place -> found.add(StateValue.of(place.contents())));
    of.made().forEach(made -> found.add(held.getOrDefault(made, StateValue.CLEAN)));
    return StateValue.anyOf(found);
  }

  /** The objects that a value may be, those that fields hold included. */
  StateValue objects(StateValue value) {
    StateValue all = objectsAtOnce(value);
    for (Place place : value.places()) {
      if (place.field() != null) {
        StateValue at = found.get(place);
        if (at == null) {
          at = at(place, new HashSet<>(Set.of(place)));
          found.put(place, at);
        }
        all = all.or(at);
      }
    }
    return all;
  }

  private StateValue objects(StateValue value, Set<Place> seen) {
    StateValue all = objectsAtOnce(value);
    for (Place place : value.places()) {
      if (place.field() != null && seen.add(place)) {
        all = all.or(at(place, seen));
      }
    }
    return all;
  }

  /** The objects that a value may be, those at places of fields excepted. */
  private static StateValue objectsAtOnce(StateValue value) {
    boolean isOther =
        value.places().stream().anyMatch(p -> p.field() == null && !p.equals(Place.SELF));
    return new StateValue(1, Set.of(), value.made(), value.other() || isOther);
  }

  /** The objects that a field holds, and the objects inside them. */
  private StateValue at(Place place, Set<Place> seen) {
    StateValue at = objects(fields.getOrDefault(place.field(), StateValue.CLEAN), seen);
    StateValue all = at;
    for (int i = 0; i < place.depth(); i++) {
      at = objects(contents(at), seen);
      all = all.or(at);
    }
    // The deepest place stands for all objects below it.
    return place.depth() == Place.DEEPEST ? all : at;
  }

  /** All made objects that a value leads to. */
  Set<Made> madeIn(StateValue value) {
    Set<Made> found = new LinkedHashSet<>();
    List<Made> open = new ArrayList<>(objects(value).made());
    while (!open.isEmpty()) {
      Made made = open.removeLast();
      if (found.add(made)) {
        steps.take();
        open.addAll(objects(held.getOrDefault(made, StateValue.CLEAN)).made());
        open.addAll(behind.getOrDefault(made, StateValue.CLEAN).made());
      }
    }
    return found;
  }

  /** The made objects inside a value that is one, as it was made, without itself and lambdas. */
  // A lambda never changes; what it captures is a part of its own.
  Set<Made> partsIn(StateValue value) {
    Set<Made> seen = new HashSet<>();
    List<Made> open = new ArrayList<>(value.made());
    Set<Made> parts = new HashSet<>();
    while (!open.isEmpty()) {
      Made made = open.removeLast();
      if (seen.add(made)) {
        steps.take();
        for (Made part : heldBy(made)) {
          open.add(part);
          if (!part.isLambda() && !value.made().contains(part)) {
            parts.add(part);
          }
        }
      }
    }
    return parts;
  }

  private Set<Made> heldBy(Made made) {
    StateValue held = this.held.getOrDefault(made, StateValue.CLEAN);
    return held.or(behind.getOrDefault(made, StateValue.CLEAN)).made();
  }

  /** The made objects that are known to hold something. */
  Set<Made> holders() {
    Set<Made> all = new LinkedHashSet<>(held.keySet());
    all.addAll(behind.keySet());
    all.addAll(putInto.keySet());
    return all;
  }

  /** The made objects that a made object refers to. */
  Set<Made> partsOf(Made made) {
    Set<Made> parts = new HashSet<>(objects(held.getOrDefault(made, StateValue.CLEAN)).made());
    parts.addAll(behind.getOrDefault(made, StateValue.CLEAN).made());
    return parts;
  }

  /** The arguments and static fields that a made object refers to, or that it was put into. */
  Set<Place> placesIn(Made made) {
    Set<Place> found = new HashSet<>(putInto.getOrDefault(made, Set.of()));
    found.addAll(held.getOrDefault(made, StateValue.CLEAN).places());
    found.addAll(behind.getOrDefault(made, StateValue.CLEAN).places());
    found.removeIf(Place::isState);
    return found;
  }

  /** All places that a value leads to. */
  Set<Place> reach(StateValue value) {
    Set<Place> places = new HashSet<>(value.places());
    Set<Made> seen = new HashSet<>();
    List<Made> open = new ArrayList<>(value.made());
    while (!open.isEmpty()) {
      Made made = open.removeLast();
      if (seen.add(made)) {
        steps.take();
        places.addAll(putInto.getOrDefault(made, Set.of()));
        for (StateValue part :
            List.of(
                held.getOrDefault(made, StateValue.CLEAN),
                behind.getOrDefault(made, StateValue.CLEAN))) {
          places.addAll(part.places());
          open.addAll(part.made());
        }
      }
    }
    return places;
  }

  /** Notes that a made object is inside the state. */
  void putInState(Made made, Place place) {
    note(inState.computeIfAbsent(made, any -> new HashSet<>()), place);
  }

  /** The places inside the state at which objects are that a value leads to. */
  Set<Place> placesInState(StateValue value) {
    Set<Place> places = new HashSet<>();
    madeIn(value).forEach(made -> places.addAll(inState.getOrDefault(made, Set.of())));
    return places;
  }

  boolean isAliased(String field) {
    return aliased.contains(field);
  }

  /** Returns what a field held before it gets another object. */
  StateValue handedOver(String field) {
    StateValue earlier = any(new Made(field, -1, "java/lang/Object"));
    StateValue held = objects(fields.getOrDefault(field, StateValue.CLEAN));
    StateValue old = new StateValue(1, Set.of(), held.made(), true).or(earlier);
    return old.or(StateValue.of(alsoAt(partsIn(old), field)));
  }

  /** The places of the state, besides those of a field, at which objects are. */
  private Set<Place> alsoAt(Set<Made> objects, String field) {
    Set<Place> places = new HashSet<>();
    for (Made made : objects) {
      fieldsOf.getOrDefault(made, Set.of()).forEach(f -> places.add(Place.ofField(f)));
      places.addAll(inState.getOrDefault(made, Set.of()));
    }
    places.removeIf(place -> field.equals(place.field()));
    return places;
  }

  /** Returns objects of which nothing is known, with all that is in them: they are one. */
  StateValue any(Made made) {
    StateValue any = StateValue.of(made).or(StateValue.OTHER);
    hold(made, any);
    return any;
  }

  /** Adds a value that an object leads to but does not return as an element. */
  void putBehind(Made made, StateValue value) {
    join(behind, made, value);
  }

  /** Returns whether a value is or leads to an object that the code has got from elsewhere. */
  boolean leadsToOther(StateValue value) {
    return value.other()
        || madeIn(value).stream()
            .anyMatch(
                made -> held.getOrDefault(made, StateValue.CLEAN).other() || behind(made).other());
  }

  /** Notes that an object changes when it is only read. */
  void setUnsteady(Made made) {
    note(unsteady, made);
  }

  boolean isUnsteady(Made made) {
    return unsteady.contains(made);
  }

  /** Notes that a collector gives its elements to another one; to none, if that is clean. */
  void pass(Made collector, StateValue to) {
    join(passedTo, collector, to);
  }

  /** Returns whether what a collector makes may get the elements themselves. */
  boolean takesElements(StateValue collector) {
    return takesElements(collector, new HashSet<>());
  }

  private boolean takesElements(StateValue collector, Set<Made> seen) {
    StateValue objects = objects(collector);
    return objects.other()
        || objects.made().isEmpty()
        || objects.made().stream().filter(seen::add).anyMatch(made -> takesElements(made, seen));
  }

  private boolean takesElements(Made collector, Set<Made> seen) {
    StateValue to = passedTo.get(collector);
    return to == null || !to.isClean() && takesElements(to, seen);
  }

  StateValue behind(Made made) {
    return behind.getOrDefault(made, StateValue.CLEAN);
  }

  void hold(Made made, StateValue value) {
    join(held, made, value);
  }

  /** The fields of the function's object that the code gives a value. */
  Set<String> fields() {
    return fields.keySet();
  }

  /** Notes that a field of the function's object may hold a value. */
  void putField(String field, StateValue value) {
    join(fields, field, objects(value));
    for (Made made : value.made()) {
      Set<String> of = fieldsOf.computeIfAbsent(made, any -> new TreeSet<>());
      note(of, field);
      if (of.size() > 1) {
        of.forEach(this::alias);
      }
    }
  }

  /** Notes that another field may hold an object of this field. */
  void alias(String field) {
    note(aliased, field);
  }

  /** Notes that a made object is at a place of an argument or a static field. */
  void putAt(Made made, Place place) {
    note(putInto.computeIfAbsent(made, any -> new HashSet<>()), place);
  }

  /** The places of arguments and static fields at which a made object is. */
  List<Place> placesOf(Made made) {
    return List.copyOf(putInto.getOrDefault(made, Set.of()));
  }
}
