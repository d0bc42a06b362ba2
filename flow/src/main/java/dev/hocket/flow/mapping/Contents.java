package dev.hocket.flow.mapping;

import dev.hocket.flow.state.Constants;
import dev.hocket.flow.state.Types;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** Searches a value that code puts into a reference of Clojure for an object that may change. */
// Such a value has most of its parts from the value before it: `assoc` copies one path of a tree.
// The search walks through the fields of Clojure's collections beside those of the value before,
// and leaves out what both have, so it takes about as long as `assoc`.
final class Contents {
  private static final Object[] NONE = {};

  /** The fields of a collection of Clojure, or of a node of one, that refer to its parts. */
  private static final ClassValue<Field[]> FIELDS =
      new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
          return fields(type);
        }
      };

  /** The ways to look at the values of a class. */
  private enum Kind {
    /** They never change, nor does what they lead to. */
    PLAIN,
    REFERENCE,
    THROWN,
    /** The search looks at their fields. */
    NODE,
    /** A {@link Reach} looks at them. */
    OTHER
  }

  private static final ClassValue<Kind> KINDS =
      new ClassValue<>() {
        @Override
        protected Kind computeValue(Class<?> type) {
          return kind(type);
        }
      };

  private static Kind kind(Class<?> type) {
    // Clojure's own comparators hold nothing.
    boolean compares = Comparator.class.isAssignableFrom(type) && ClojureValues.holdsNothing(type);
    if (compares || Reach.isConstant(type)) {
      return Kind.PLAIN;
    } else if (ClojureValues.tells(type)) {
      return Kind.REFERENCE;
    } else if (Throwable.class.isAssignableFrom(type)) {
      return Kind.THROWN;
    }
    boolean isNode =
        ClojureValues.isNode(type)
            || ClojureValues.isRecord(type) && !Reading.mayChangeObject(type);
    return isNode ? Kind.NODE : Kind.OTHER;
  }

  private final List<Object> open = new ArrayList<>();

  /** For each open value, what the former value has in its place. */
  private final List<Object> before = new ArrayList<>();

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private final List<Object> references = new ArrayList<>();
  private final Object former;

  /** The walk from the former value; null until it is needed. */
  private Reach formerly;

  /**
   * Prepares a search.
   *
   * @param former the value that the searched one takes the place of; what it leads to may stay
   */
  Contents(Object former) {
    this.former = former;
  }

  /** The references in the values that have been searched; their contents are not searched. */
  List<Object> references() {
    return references;
  }

  /** Returns whether the class of a value shows that it leads to nothing that changes. */
  static boolean isPlain(Object value) {
    return value == null || KINDS.get(value.getClass()) == Kind.PLAIN;
  }

  /**
   * Searches a value.
   *
   * @return an object that may change, and that the former value did not lead to; null if there is
   *     none
   */
  Object change(Object value) {
    open(value, former);
    while (!open.isEmpty()) {
      Object found = look(open.removeLast(), before.removeLast());
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private void open(Object value, Object other) {
    if (value != other && !isPlain(value)) {
      open.add(value);
      before.add(other);
    }
  }

  private boolean isNew(Object found) {
    if (formerly == null) {
      formerly = Reach.of(former);
    }
    return !formerly.leadsTo(found);
  }

  private Object look(Object value, Object other) {
    if (!seen.add(value)) {
      return null;
    }
    return switch (KINDS.get(value.getClass())) {
      case PLAIN -> null;
      case REFERENCE -> {
        if (ClojureValues.isWatchable(value)) {
          references.add(value);
        }
        yield null;
      }
      case THROWN -> ofThrown((Throwable) value);
      case NODE -> ofNode(value, other);
      case OTHER -> ofOther(value);
    };
  }

  /**
   * Looks at the fields of a collection.
   *
   * @param beside what the former value has in its place
   */
  private Object ofNode(Object value, Object beside) {
    if (beside != null && KINDS.get(beside.getClass()) == Kind.NODE && has(beside, value)) {
      return null;
    }
    boolean isLike = beside != null && beside.getClass() == value.getClass();
    for (Field field : FIELDS.get(value.getClass())) {
      Object part = get(field, value);
      Object other = isLike ? get(field, beside) : null;
      // An array in a field of another type is a value that the program has put there.
      if (part instanceof Object[] elements && field.getType().isArray()) {
        ofElements(elements, other instanceof Object[] others ? others : NONE);
      } else if (part != beside) {
        open(part, other);
      }
    }
    return null;
  }

  /** Returns whether a value is the rest of a list, or another direct part of a collection. */
  private static boolean has(Object collection, Object part) {
    for (Field field : FIELDS.get(collection.getClass())) {
      if (get(field, collection) == part) {
        return true;
      }
    }
    return false;
  }

  /** Opens the elements of an array of a node that are new: often one, or one that was inserted. */
  private void ofElements(Object[] elements, Object[] others) {
    int most = Math.min(elements.length, others.length);
    int first = 0;
    while (first < most && elements[first] == others[first]) {
      first++;
    }
    int last = elements.length;
    int shift = others.length - elements.length;
    while (last > first && last + shift > first && elements[last - 1] == others[last + shift - 1]) {
      last--;
    }
    for (int i = first; i < last; i++) {
      open(elements[i], i < others.length ? others[i] : null);
    }
  }

  private Object ofOther(Object value) {
    if (Constants.changing(value, false, ReachWalk.MOST_OBJECTS) == null) {
      return null;
    }
    Reach reach = Reach.of(value);
    references.addAll(reach.references().keySet());
    Object found = reach.change(this::isNew);
    // Nobody tells what code puts into a container later.
    return found != null
        ? found
        : reach.containers().stream().filter(this::isNew).findFirst().orElse(null);
  }

  /** Looks at what an exception carries; the exception itself may be used by several threads. */
  private Object ofThrown(Throwable thrown) {
    open(thrown.getCause(), null);
    Arrays.asList(thrown.getSuppressed()).forEach(one -> open(one, null));
    for (Class<?> c = thrown.getClass(); !Types.isOfJdk(c); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          if (!Modifier.isFinal(field.getModifiers()) && isNew(thrown)) {
            return thrown;
          }
          field.setAccessible(true);
          open(get(field, thrown), null);
        }
      }
    }
    return null;
  }

  private static Field[] fields(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        // A node's reference to the thread that made it as a part of a transient collection.
        boolean isOwner = field.getType() == AtomicReference.class;
        if (!Modifier.isStatic(field.getModifiers())
            && !field.getType().isPrimitive()
            && !isOwner) {
          field.setAccessible(true);
          fields.add(field);
        }
      }
    }
    return fields.toArray(Field[]::new);
  }

  private static Object get(Field field, Object of) {
    try {
      return field.get(of);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
