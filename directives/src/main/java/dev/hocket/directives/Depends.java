package dev.hocket.directives;

import dev.hocket.directives.region.Access;
import java.lang.reflect.Array;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * For code that Hocket compiled: the clauses {@code depend} of one task, as the locations that they
 * list. Two tasks of the same creator are ordered if they list the same location, unless both only
 * read it.
 *
 * <p>A variable that refers to an object lists the variable and the object, so two variables that
 * refer to the same array mean the same location. An element of an array lists the element, and is
 * ordered with tasks that list the whole array.
 */
public final class Depends {
  /**
   * A location.
   *
   * @param holder the box of a variable, an object, or the name of a class; identity matters
   * @param part the index of an element or the name of a field in the holder; null for the whole
   */
  record Location(Object holder, Object part) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Location location
          && location.holder == holder
          && (part == null ? location.part == null : part.equals(location.part));
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(holder) + (part == null ? 0 : part.hashCode());
    }
  }

  private final Map<Location, Access> all = new LinkedHashMap<>();

  /** Creates an empty list. */
  public Depends() {}

  Map<Location, Access> all() {
    return all;
  }

  /**
   * Lists a local variable.
   *
   * @param access the keyword in the clause
   * @param box the box that holds the variable's value
   * @param value the variable's value; null for a primitive value
   * @return this
   */
  public Depends variable(String access, Object box, Object value) {
    return add(Access.of(access), box, null).object(Access.of(access), value);
  }

  /**
   * Lists a field.
   *
   * @param access the keyword in the clause
   * @param holder the object, or for a static field the name of the class as a constant
   * @param name the name of the class and the field
   * @param value the field's value; null for a primitive value
   * @return this
   */
  public Depends field(String access, Object holder, String name, Object value) {
    return add(Access.of(access), holder, name).object(Access.of(access), value);
  }

  /**
   * Lists an element of an array.
   *
   * @param access the keyword in the clause
   * @param sample not used; its type makes javac check the number of indices
   * @param array the array
   * @param indices the index in the array, and in the arrays that are its elements
   * @return this
   * @throws ArrayIndexOutOfBoundsException if there is no such element
   */
  public Depends element(String access, Object sample, Object array, int... indices) {
    Object in = array;
    for (int i = 0; i < indices.length; i++) {
      boolean isLast = i == indices.length - 1;
      Object element = Array.get(in, indices[i]);
      // A task that lists the whole array then waits for tasks that list elements, and vice versa.
      add(Access.INOUTSET, in, null);
      add(isLast ? Access.of(access) : Access.INOUTSET, in, indices[i]);
      in = element;
    }
    boolean isObject = !isPrimitive(array, indices.length);
    return isObject ? object(Access.of(access), in) : this;
  }

  private static boolean isPrimitive(Object array, int depth) {
    Class<?> type = array.getClass();
    for (int i = 0; i < depth && type.isArray(); i++) {
      type = type.getComponentType();
    }
    return type.isPrimitive();
  }

  /** Lists an object. Values whose identity a program cannot rely on are not locations. */
  private Depends object(Access access, Object value) {
    boolean isValue =
        value == null
            || value instanceof String
            || value instanceof Number && value.getClass().getName().startsWith("java.lang.")
            || value instanceof Boolean
            || value instanceof Character
            || value instanceof Enum;
    return isValue ? this : add(access, value, null);
  }

  private Depends add(Access access, Object holder, Object part) {
    all.merge(new Location(holder, part), access, Access::and);
    return this;
  }
}
