package dev.hocket.flow.state;

import java.util.Set;
import java.util.TreeSet;

/**
 * The static fields that the code of objects may use: the methods of the program's classes, and
 * lambdas, in any thread and section.
 *
 * @param statics all of these fields, {@code owner.field}
 * @param changed those of which the code may change the object
 * @param changedInside those of which it may change what the object leads to
 * @param written those to which it gives other values
 * @param any whether it may use others
 * @param made the classes of the objects that it makes, or gets from static fields
 */
public record CodeUse(
    Set<String> statics,
    Set<String> changed,
    Set<String> changedInside,
    Set<String> written,
    boolean any,
    Set<String> made) {
  /** The use of no code. */
  public static final CodeUse NONE =
      new CodeUse(Set.of(), Set.of(), Set.of(), Set.of(), false, Set.of());

  static final CodeUse ANY = new CodeUse(Set.of(), Set.of(), Set.of(), Set.of(), true, Set.of());

  public boolean isNothing() {
    return statics.isEmpty() && !any;
  }

  public CodeUse or(CodeUse other) {
    return equals(NONE)
        ? other
        : other.equals(NONE)
            ? this
            : new CodeUse(
                union(statics, other.statics),
                union(changed, other.changed),
                union(changedInside, other.changedInside),
                union(written, other.written),
                any || other.any,
                union(made, other.made));
  }

  /** Returns the use of all static fields but one. */
  CodeUse without(String name) {
    if (!statics.contains(name)) {
      return this;
    }
    Set<String> rest = new TreeSet<>(statics);
    rest.remove(name);
    return new CodeUse(rest, changed, changedInside, written, any, made);
  }

  private static Set<String> union(Set<String> a, Set<String> b) {
    Set<String> all = new TreeSet<>(a);
    all.addAll(b);
    return all;
  }
}
