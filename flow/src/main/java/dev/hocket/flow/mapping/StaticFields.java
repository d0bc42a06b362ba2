package dev.hocket.flow.mapping;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The static fields of a program, by their names {@code owner.field}. */
final class StaticFields {
  private StaticFields() {}

  /** Reads a static field; returns an object of its own if the field cannot be read. */
  // The field counts as a mutable value then, to which no other value refers.
  static Object value(String name, ClassLoader loader) {
    int dot = name.lastIndexOf('.');
    try {
      Class<?> owner = load(name.substring(0, dot), loader);
      Field field = field(owner, name.substring(dot + 1));
      if (field != null) {
        field.setAccessible(true);
        return field.get(null);
      }
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      return new StringBuilder(name);
    }
    return new StringBuilder(name);
  }

  /** Finds a class by a loader, or, if it has no file, among those that Clojure has compiled. */
  private static Class<?> load(String name, ClassLoader loader) throws ClassNotFoundException {
    try {
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException e) {
      Class<?> compiled = ClojureValues.compiled(name, loader);
      if (compiled == null) {
        throw e;
      }
      return compiled;
    }
  }

  /** Finds the class of a static field; returns an object of its own if there is none. */
  static Object owner(String name, ClassLoader loader) {
    try {
      return Class.forName(name.substring(0, name.lastIndexOf('.')), true, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      return new StringBuilder(name);
    }
  }

  /** Finds the field that code means by a class and a name, as the JVM does; null if none. */
  private static Field field(Class<?> type, String name) {
    for (Field field : type.getDeclaredFields()) {
      if (field.getName().equals(name)) {
        return field;
      }
    }
    List<Class<?>> above = new ArrayList<>(List.of(type.getInterfaces()));
    if (type.getSuperclass() != null) {
      above.add(type.getSuperclass());
    }
    return above.stream()
        .map(one -> field(one, name))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }
}
