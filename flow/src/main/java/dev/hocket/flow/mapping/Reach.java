package dev.hocket.flow.mapping;

import dev.hocket.flow.state.Types;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The mutable objects reachable from a value of the surrounding program when a flow starts. Two
 * threads must not use two values that share one of them.
 */
// A walk through the object graph. It visits arrays, records, objects of the program, lambdas, and
// collections of the JDK and of Clojure. Objects that it cannot visit, and all beyond a limit, are
// UNSEEN, a mutable object of which only the path to it is known.
final class Reach {
  private static final int MOST_OBJECTS = 20_000;

  private static final Field[] NONE = {};

  private static final Set<Class<?>> WITHOUT_PARTS = Set.of(Object.class, Record.class, Enum.class);

  /** Stands for objects that the walk has not seen. */
  private static final Object UNSEEN = new Object();

  private final Object top;
  private final Set<Object> mutable = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> open = new ArrayDeque<>();

  /** An object that changes, although several threads may use it; null if none is known. */
  private Object shared;

  private Reach(Object top) {
    this.top = top;
  }

  /**
   * Walks from a value.
   *
   * @param value a class of the program stands for its static fields
   */
  static Reach of(Object value) {
    Reach reach = new Reach(value);
    if (value instanceof Class<?> type) {
      reach.lookIntoStatics(type);
    } else {
      reach.open(value);
    }
    while (!reach.open.isEmpty()) {
      if (reach.seen.size() > MOST_OBJECTS) {
        reach.mutable.add(UNSEEN);
        break;
      }
      reach.look(reach.open.pop());
    }
    return reach;
  }

  /**
   * Returns an object with data that changes, although several threads may use it; null if none is
   * known.
   */
  Object shared() {
    return shared;
  }

  private void share(Object value) {
    if (!Types.isImmutable(value.getClass()) && !Types.isService(value.getClass())) {
      shared = value;
    }
  }

  boolean isMutable() {
    return !mutable.isEmpty();
  }

  /**
   * Returns whether the value itself is mutable; with {@code inside}, whether it refers to a
   * mutable object, or may do so while the flow runs.
   */
  boolean isMutable(boolean inside) {
    return mutable.stream().anyMatch(part -> has(part, inside))
        || inside && has(top, false) && mayGetMore(top);
  }

  private static boolean mayGetMore(Object value) {
    Class<?> type = value.getClass();
    return type.isArray()
        ? !type.getComponentType().isPrimitive()
        : !Types.ownsItsParts(type) && !(value instanceof Buffer);
  }

  /**
   * Returns whether two values share a mutable object, as far as the walks have seen: each value
   * stands for itself or, with {@code inside}, for the objects that it leads to.
   */
  boolean meets(boolean inside, Reach other, boolean otherInside) {
    return mutable.stream()
        .anyMatch(part -> part != UNSEEN && has(part, inside) && other.has(part, otherInside));
  }

  private boolean has(Object part, boolean inside) {
    return mutable.contains(part) && inside == (part != top);
  }

  private void open(Object value) {
    if (value != null && seen.add(value)) {
      open.push(value);
    }
  }

  private void look(Object value) {
    Class<?> type = value.getClass();
    if (type.isArray()) {
      if (Array.getLength(value) > 0) {
        mutable.add(value);
      }
      if (value instanceof Object[] elements) {
        for (Object element : elements) {
          open(element);
        }
      }
    } else if (ClojureValues.isOne(value)) {
      if (!ClojureValues.isShareable(value)) {
        mutable.add(value);
      }
      if (ClojureValues.isReference(value)) {
        share(value);
      }
      ClojureValues.parts(value).ifPresentOrElse(p -> p.forEach(this::open), this::unseen);
    } else if (type == Object.class) {
      // A plain object has no state to change.
    } else if (!Types.isOfJdk(type) && !Types.isDeclared(type)) {
      lookIntoFields(value, type);
    } else if (Types.isOfJdk(type) && (!Types.isImmutable(type) || Types.hasElements(type))) {
      lookIntoJdk(value, type);
    }
  }

  private void unseen() {
    mutable.add(UNSEEN);
  }

  private void lookIntoJdk(Object value, Class<?> type) {
    if (value instanceof Buffer buffer && buffer.capacity() == 0) {
      return;
    }
    if (Types.isThreadSafe(type)) {
      share(value);
    } else {
      mutable.add(value);
    }
    try {
      switch (value) {
        case Map<?, ?> map ->
            map.forEach((key, element) -> {
              open(key);
              open(element);
            });
        case Collection<?> elements -> elements.forEach(this::open);
        case AtomicReference<?> reference -> open(reference.get());
        case Optional<?> optional -> optional.ifPresent(this::open);
        case Map.Entry<?, ?> entry -> {
          open(entry.getKey());
          open(entry.getValue());
        }
        default -> {
          if (!Types.isThreadSafe(type) && !Types.ownsItsParts(type)) {
            unseen();
          }
        }
      }
    } catch (RuntimeException e) {
      // Another thread changes it.
      unseen();
    }
  }

  /** Visits an object of the program, or a lambda. */
  private void lookIntoFields(Object value, Class<?> type) {
    boolean safe = Types.isImmutable(type);
    if (!safe && Types.isThreadSafe(type)) {
      share(value);
      return;
    }
    for (Class<?> c = type; !WITHOUT_PARTS.contains(c); c = c.getSuperclass()) {
      if (Types.isOfJdk(c)) {
        lookIntoJdk(value, c);
        return;
      }
      for (Field field : c.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())) {
          continue;
        }
        if (!safe && !Modifier.isFinal(field.getModifiers())) {
          mutable.add(value);
        }
        if (!field.getType().isPrimitive()) {
          open(get(field, value));
        }
      }
    }
  }

  private void lookIntoStatics(Class<?> type) {
    for (Field field : type.isEnum() || Types.isOfJdk(type) ? NONE : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers())) {
        if (!Modifier.isFinal(field.getModifiers())) {
          mutable.add(type);
        }
        if (!field.getType().isPrimitive()) {
          open(get(field, null));
        }
      }
    }
  }

  private Object get(Field field, Object of) {
    try {
      field.setAccessible(true);
      return field.get(of);
    } catch (IllegalAccessException | RuntimeException e) {
      unseen();
      return null;
    }
  }
}
