package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.ReadOnly;
import dev.hocket.flow.state.Readers;
import dev.hocket.flow.state.StateAnalysis;
import dev.hocket.flow.state.Types;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * What code of the JDK or of Clojure does to objects of the program that it only reads: their
 * {@code toString} or {@code compareTo} may change them.
 */
final class Reading {
  private static final ClassValue<Boolean> OBJECT_MAY_CHANGE = mayChange(false);
  private static final ClassValue<Boolean> DECLARED_MAY_CHANGE = mayChange(true);

  private Reading() {}

  private static ClassValue<Boolean> mayChange(boolean asDeclared) {
    return new ClassValue<>() {
      @Override
      protected Boolean computeValue(Class<?> type) {
        return Readers.of(type)
            .anyMatch(method ->
                StateAnalysis.mayChangeReceiver(type, method, ReadOnly.class, asDeclared));
      }
    };
  }

  /** Returns whether code that only reads an object of a class of the program runs its code. */
  static boolean mayRunCode(Class<?> type) {
    return isKnown(type) && Readers.of(type).findAny().isPresent();
  }

  /** Returns whether code that only reads an object of a class of the program may change it. */
  static boolean mayChangeObject(Class<?> type) {
    return isKnown(type) && OBJECT_MAY_CHANGE.get(type);
  }

  /**
   * Returns whether code that only reads a value may change it, if the value is of the class that
   * its declaration names, and so is all that it leads to.
   */
  static boolean mayChange(Class<?> declared) {
    return isKnown(declared) && DECLARED_MAY_CHANGE.get(declared);
  }

  private static boolean isKnown(Class<?> type) {
    return !Types.isOfJdk(type) && !Readers.isOfClojure(type) && !Types.isDeclared(type);
  }

  /**
   * Returns whether code that only reads a value of a declared type may change what the value leads
   * to, as far as declarations show it.
   */
  static boolean mayChangeInside(Type declared) {
    Set<Class<?>> parts = new HashSet<>();
    addIn(declared, parts);
    return parts.stream().anyMatch(Reading::mayChange);
  }

  /**
   * Returns whether a value of a declared type may be, or lead to, an object whose code changes
   * something when it is read: it is known, or only an interface or a class above is.
   */
  static boolean mayHoldCode(Type declared) {
    Set<Class<?>> parts = new HashSet<>();
    add(declared, parts);
    return parts.stream().anyMatch(Reading::isOpen) || parts.stream().anyMatch(Reading::mayChange);
  }

  private static boolean isOpen(Class<?> type) {
    boolean isClosed =
        type.isArray()
            || type.isSealed()
            || Types.isImmutableThroughout(type) && !Types.hasElements(type)
            || Types.ownsItsParts(type);
    return !isClosed && (Readers.isOfClojure(type) || !Modifier.isFinal(type.getModifiers()));
  }

  private static void add(Type declared, Set<Class<?>> parts) {
    Class<?> type =
        switch (declared) {
          case Class<?> raw -> raw;
          case ParameterizedType of -> (Class<?>) of.getRawType();
          case WildcardType any -> null;
          case GenericArrayType of -> null;
          default -> Object.class;
        };
    if (type == null || parts.add(type)) {
      addIn(declared, parts);
    }
  }

  private static void addIn(Type declared, Set<Class<?>> parts) {
    switch (declared) {
      case Class<?> array when array.isArray() -> add(array.getComponentType(), parts);
      case Class<?> type -> {
        if (Types.hasElements(type)) {
          parts.add(Object.class);
        }
        addFields(type, parts);
      }
      case ParameterizedType of -> {
        Arrays.stream(of.getActualTypeArguments()).forEach(one -> add(one, parts));
        addFields((Class<?>) of.getRawType(), parts);
      }
      case GenericArrayType of -> add(of.getGenericComponentType(), parts);
      case WildcardType any -> add(any.getUpperBounds()[0], parts);
      default -> {
        // Nothing is known of a type variable.
      }
    }
  }

  private static void addFields(Class<?> type, Set<Class<?>> parts) {
    if (Types.isOfJdk(type) || Types.isDeclared(type)) {
      return;
    }
    for (Class<?> c = type; c != null && !Types.isOfJdk(c); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          add(field.getGenericType(), parts);
        }
      }
    }
    if (type.isSealed()) {
      Arrays.stream(type.getPermittedSubclasses()).forEach(kind -> add(kind, parts));
    }
  }
}
