package dev.hocket.flow.state;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The objects made by the function that an instruction puts into its state. */
final class Stores {
  private final Knowledge known;
  private final Map<Object, Set<Stored>> ofMethods = new HashMap<>();
  private final Set<Stored> all = new HashSet<>();
  private Set<Stored> present = new HashSet<>();

  /** A made object and the place of the state where it is from now on. */
  record Stored(Made made, Place at) {
    Place place() {
      return made.isShareable() ? at.asShareable() : at;
    }
  }

  Stores(Knowledge known) {
    this.known = known;
  }

  /** Begins an instruction or a method; returns what {@link #end} needs. */
  Set<Stored> begin() {
    Set<Stored> outer = present;
    present = new HashSet<>();
    return outer;
  }

  /** What has been stored since {@link #begin}. */
  Set<Stored> present() {
    return present;
  }

  /** Ends an instruction, whose stores are also those of the code around it. */
  void end(Set<Stored> outer) {
    outer.addAll(present);
    present = outer;
  }

  void add(Made made, Place at) {
    Stored stored = new Stored(made, at);
    present.add(stored);
    known.note(all, stored);
  }

  /** Returns a value with the places of the state where it, or a part of it, is in the end. */
  // Code of an object runs at any time: what it has captured may have been stored meanwhile.
  StateValue atAnyTime(StateValue value) {
    return value.made().isEmpty() ? value : value.or(at(value, all));
  }

  /** The places of the state where a value, or a part of it, has been stored. */
  StateValue at(StateValue value, Set<Stored> stored) {
    Set<Made> parts = stored.isEmpty() ? Set.of() : known.partsIn(value);
    StateValue found = StateValue.CLEAN;
    for (Stored one : stored) {
      if (value.made().contains(one.made())) {
        found = found.or(StateValue.of(one.place()));
      } else if (parts.contains(one.made())) {
        // What is in the value is in the state, at a depth of its own.
        Place inside = Place.SELF.contents();
        boolean isShareable = one.made().isShareable();
        found = found.or(StateValue.of(isShareable ? inside.asShareable() : inside));
      }
    }
    return found;
  }

  /**
   * Notes a call of a method that has been analysed, with what it has stored whenever it was
   * analysed.
   *
   * @return whether there is more than before
   */
  boolean addMethod(Object key) {
    Set<Stored> all = ofMethods.computeIfAbsent(key, any -> new HashSet<>());
    boolean more = all.addAll(present);
    present.addAll(all);
    return more;
  }
}
