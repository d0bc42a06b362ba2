package dev.hocket.flow.state;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The objects made by the function that an instruction puts into its state. */
final class Stores {
  private final Map<String, Set<Stored>> ofMethods = new HashMap<>();
  private Set<Stored> present = new HashSet<>();

  /** A made object and the place of the state where it is from now on. */
  record Stored(Made made, Place at) {}

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
    present.add(new Stored(made, at));
  }

  /**
   * Notes a call of a method that has been analysed, with what it has stored whenever it was
   * analysed.
   *
   * @return whether there is more than before
   */
  boolean addMethod(String key) {
    Set<Stored> all = ofMethods.computeIfAbsent(key, any -> new HashSet<>());
    boolean more = all.addAll(present);
    present.addAll(all);
    return more;
  }
}
