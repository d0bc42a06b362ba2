package dev.hocket.flow.state;

import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.tree.analysis.Value;

/**
 * The analysis's knowledge of a value in a method.
 *
 * @param size in words
 * @param self whether it may be the object with the state
 * @param fields the fields of that object through which it may be reached
 * @param made the instructions of this method that may have made it
 */
record StateValue(int size, boolean self, Set<String> fields, Set<Integer> made) implements Value {
  static final StateValue CLEAN = new StateValue(1, false, Set.of(), Set.of());
  static final StateValue WIDE = new StateValue(2, false, Set.of(), Set.of());
  static final StateValue SELF = new StateValue(1, true, Set.of(), Set.of());

  static StateValue of(Set<String> fields) {
    return fields.isEmpty() ? CLEAN : new StateValue(1, false, Set.copyOf(fields), Set.of());
  }

  static StateValue madeAt(int instruction) {
    return new StateValue(1, false, Set.of(), Set.of(instruction));
  }

  @Override
  public int getSize() {
    return size;
  }

  boolean isState() {
    return self || !fields.isEmpty();
  }

  StateValue or(StateValue other) {
    if (equals(other)) {
      return this;
    }
    Set<String> allFields = new TreeSet<>(fields);
    allFields.addAll(other.fields);
    Set<Integer> allMade = new TreeSet<>(made);
    allMade.addAll(other.made);
    return new StateValue(Math.min(size, other.size), self || other.self, allFields, allMade);
  }

  /** For messages. */
  String path() {
    return fields.isEmpty() ? "this" : "this." + String.join(", this.", fields);
  }
}
