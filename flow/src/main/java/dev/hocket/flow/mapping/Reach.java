package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.state.Constants;
import dev.hocket.flow.state.Types;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The mutable objects reachable from a value of the surrounding program when a flow starts. Two
 * threads must not use two values that share one of them.
 */
// A walk through the object graph. It visits arrays, records, objects of the program, lambdas, and
// collections of the JDK and of Clojure. Objects that it cannot visit, and all beyond a limit, are
// UNSEEN, a mutable object of which only the path to it is known.
final class Reach {
  static final int MOST_OBJECTS = 20_000;

  private static final Field[] NONE = {};

  private static final Set<Class<?>> WITHOUT_PARTS = Set.of(Object.class, Record.class, Enum.class);

  /** References that tell nobody what is put into them. */
  private static final Set<Class<?>> HOLDERS =
      Set.of(
          AtomicReference.class,
          AtomicReferenceArray.class,
          AtomicMarkableReference.class,
          AtomicStampedReference.class);

  /** Stands for the unseen parts of an object of the JDK that holds no value of the program. */
  private static final Object HIDDEN = new Object();

  /** Stands for objects that the walk has not seen, which may be any. */
  private static final Object UNSEEN = new Object();

  /** The fields of a class by which its objects may lead to other objects with code. */
  private static final ClassValue<List<Field>> PARTS =
      new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
          return Arrays.stream(type.getDeclaredFields())
              .filter(field -> !Modifier.isStatic(field.getModifiers()))
              .filter(field -> !field.getType().isPrimitive())
              .filter(field -> !Constants.isConstantOfJdk(field.getType()))
              .toList();
        }
      };

  private final Object top;
  private final Set<Object> mutable = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The arrays in immutable collections, which nothing changes unless it has them, too. */
  private final Set<Object> aliases = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The containers for several threads, which may get mutable objects while the flow runs. */
  private final Set<Object> containers = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Containers that get nothing mutable, as their declarations show. */
  private final Set<Object> harmless = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The references of Clojure on the way, with what they had before their contents were seen. */
  private final Map<Object, Object> references = new IdentityHashMap<>();

  /** The classes of the program, and of lambdas, whose objects the value is or leads to. */
  private final Set<Class<?>> code = new HashSet<>();

  /** Those of these classes whose code may run when a value is only read. */
  private final Set<Class<?>> whenRead = new HashSet<>();

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> open = new ArrayDeque<>();

  /** An object that changes, although several threads may use it; null if none is known. */
  private Object shared;

  /** Whether the value is code of the flow, whose effects are known otherwise. */
  private final boolean isCode;

  /** What code of the flow consists of, without what it holds. */
  private final Set<Object> own = Collections.newSetFromMap(new IdentityHashMap<>());

  private boolean changesWhenRead;

  /** Whether there is an object that code takes for one that several threads may use. */
  private boolean isTakenForSafe;

  private Reach(Object top, boolean isCode) {
    this.top = top;
    this.isCode = isCode;
  }

  /**
   * Walks from a value.
   *
   * @param value a class of the program stands for its static fields
   */
  static Reach of(Object value) {
    return of(value, false);
  }

  /** Walks from code of the flow. */
  static Reach ofCode(Object code) {
    return of(code, true);
  }

  private static Reach of(Object value, boolean isCode) {
    Reach reach = new Reach(value, isCode);
    if (value instanceof Class<?> type) {
      reach.lookIntoStatics(type);
    } else {
      reach.open(value);
    }
    while (!reach.open.isEmpty()) {
      if (reach.seen.size() > MOST_OBJECTS) {
        reach.unseen();
        break;
      }
      reach.look(reach.open.pop());
    }
    reach.changesWhenRead |= reach.isTakenForSafe && reach.isMutable() && !isCode;
    return reach;
  }

  /**
   * Returns an object with data that changes, although several threads may use it; null if none is
   * known.
   */
  Object shared() {
    return shared;
  }

  /**
   * Returns whether code that only reads the value may change it or another value: a map in the
   * order of use, a list of the program, a view of an object that is not seen.
   */
  boolean changesWhenRead() {
    return changesWhenRead;
  }

  /** The classes of the program, and of lambdas, whose objects the value is or leads to. */
  Set<Class<?>> code() {
    return code;
  }

  /** The classes of the program whose code may run when the value is only read. */
  Set<Class<?>> codeWhenRead() {
    return whenRead;
  }

  boolean isOf(Object value) {
    return top == value;
  }

  /** The references of Clojure that the value is or leads to, with what they had. */
  Map<Object, Object> references() {
    return references;
  }

  /**
   * Returns an object that may change; the value itself for objects that the walk has not seen.
   *
   * @param counts whether a seen object counts
   * @return null if there is none
   */
  Object change(Predicate<Object> counts) {
    return mutable.stream()
        .filter(part -> part != HIDDEN)
        .map(part -> part == UNSEEN ? top : part)
        .filter(counts)
        .findFirst()
        .orElse(null);
  }

  /** Returns whether the value is, or leads to, a mutable object that the walk has seen. */
  boolean leadsTo(Object part) {
    return mutable.contains(part);
  }

  private void share(Object value) {
    if (!Types.isImmutable(value.getClass()) && !Types.isService(value.getClass())) {
      shared = value;
    }
  }

  boolean isMutable() {
    return !mutable.isEmpty();
  }

  /** Returns whether the value is or leads to something mutable, or may do so later. */
  boolean mayBeMutable() {
    return isMutable() || !containers.isEmpty();
  }

  /**
   * Returns whether the value itself is mutable; with {@code inside}, whether it refers to a
   * mutable object, or may do so while the flow runs.
   */
  boolean isMutable(boolean inside) {
    return isMutableNow(inside) || inside && !containers.isEmpty();
  }

  /** Does the same without what containers for several threads may get. */
  boolean isMutableNow(boolean inside) {
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
   * Returns whether two values may share a mutable object: each value stands for itself or, with
   * {@code inside}, for the objects that it leads to. What the walks have not seen may be anything.
   */
  boolean meets(boolean inside, Reach other, boolean otherInside) {
    return mutable.stream()
            .anyMatch(part -> part != HIDDEN && has(part, inside) && other.has(part, otherInside))
        || inside && otherInside && !Collections.disjoint(containers, other.containers)
        || has(UNSEEN, inside) && other.isMutableNow(otherInside)
        || isMutableNow(inside) && other.has(UNSEEN, otherInside);
  }

  /** The arrays that code may change. */
  Set<Object> arrays() {
    return mutable.stream().filter(part -> part.getClass().isArray()).collect(Collectors.toSet());
  }

  /** Lets arrays in immutable collections count if other code may change them. */
  void seeThrough(Set<Object> arrays) {
    aliases.stream().filter(arrays::contains).forEach(mutable::add);
  }

  private boolean has(Object part, boolean inside) {
    return mutable.contains(part) && inside == (part != top);
  }

  private static boolean isConstant(Object value) {
    return isConstant(value.getClass());
  }

  /** Returns whether the values of a class never change, nor what they lead to. */
  static boolean isConstant(Class<?> type) {
    return Constants.isConstantOfJdk(type)
        || Types.isImmutableThroughout(type) && !Types.hasElements(type);
  }

  private void open(Object value) {
    if (value == null) {
      return;
    }
    if (isConstant(value)) {
      noteCode(value);
    } else if (seen.add(value)) {
      open.push(value);
    }
  }

  /** Notes the classes of an object that never changes, and of its parts. */
  private void noteCode(Object value) {
    Class<?> type = value.getClass();
    if (Types.isOfJdk(type) || ClojureValues.isOne(value)) {
      return;
    }
    boolean isNew = code.add(type);
    for (Class<?> c = type;
        !WITHOUT_PARTS.contains(c) && !Types.isOfJdk(c);
        c = c.getSuperclass()) {
      for (Field field : PARTS.get(c)) {
        Object part = get(field, value);
        // Constants that lead to each other, such as those of an enum, have one class.
        if (part != null && (isNew || part.getClass() != type)) {
          noteCode(part);
        }
      }
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
      if (ClojureValues.isCode(value) && !own.contains(value)) {
        code.add(type);
      }
      if (!ClojureValues.isShareable(value)) {
        mutable.add(value);
      }
      if (ClojureValues.isReference(value)) {
        share(value);
      }
      if (ClojureValues.isWatchable(value)) {
        references.put(value, ClojureValues.contentOf(value));
      }
      ClojureValues.codeOf(value).forEach(this::runWhenRead);
      aliases.addAll(ClojureValues.arrays(value));
      ClojureValues.parts(value).ifPresentOrElse(p -> p.forEach(this::open), this::unseen);
    } else if (Types.isOfJdk(type) && Types.hasNoFields(type)) {
      // It has no state to change.
    } else if (!Types.isOfJdk(type) && !Types.isDeclared(type)) {
      if (!own.contains(value)) {
        code.add(type);
      }
      lookIntoFields(value, type);
    } else if (Types.isOfJdk(type) && (!Types.isImmutable(type) || Types.hasElements(type))) {
      lookIntoJdk(value, type);
    }
  }

  /** Notes code that runs when a value is only read: a comparator, a watch. */
  private void runWhenRead(Object run) {
    Reach reach = ofCode(run);
    whenRead.addAll(reach.code());
    changesWhenRead |= !isCode && reach.isMutable();
  }

  private void unseen() {
    mutable.add(UNSEEN);
    changesWhenRead |= !isCode;
  }

  /**
   * Visits an object of the JDK.
   *
   * @param type its class, or the nearest class of the JDK above it
   */
  private void lookIntoJdk(Object value, Class<?> type) {
    if (value instanceof Buffer buffer && buffer.capacity() == 0) {
      return;
    }
    boolean isSafe = Types.isThreadSafe(type);
    if (isSafe) {
      share(value);
      noteContainer(value);
    } else if (!type.isHidden() && !Constants.isFixed(value)) {
      // A lambda, whose class is hidden, only has what it has captured.
      mutable.add(value);
    }
    try {
      JdkValues inside = JdkValues.of(value, type);
      inside.parts().forEach(this::open);
      changesWhenRead |= inside.changesWhenRead() && !isCode;
      Object comparator = Constants.comparator(value);
      if (comparator != null) {
        whenRead.addAll(ofCode(comparator).code());
      }
      if (!inside.areAll()) {
        unseen();
      } else if (!isSafe && Types.holdsNothing(type) && !Types.ownsItsParts(type)) {
        mutable.add(HIDDEN);
      }
    } catch (RuntimeException e) {
      // Another thread changes it.
      unseen();
    }
  }

  /** Notes a container whose elements stay there when code gets them. */
  // Functions that wait for each other use queues and futures: in one section they would hang.
  private void noteContainer(Object value) {
    boolean isContainer =
        value instanceof Map
            || value instanceof Collection && !(value instanceof BlockingQueue)
            || HOLDERS.contains(value.getClass());
    if (isContainer && !harmless.contains(value) && !Types.isImmutable(value.getClass())) {
      containers.add(value);
    }
  }

  /** Visits an object of the program, or a lambda. */
  private void lookIntoFields(Object value, Class<?> type) {
    boolean safe = Types.isImmutable(type);
    if (!safe && Types.isThreadSafe(type)) {
      share(value);
      noteContainer(value);
      lookIntoElements(value);
      return;
    }
    // The walk sees what a lambda has captured; a caller of the lambda counts as changing it all.
    boolean isKnown = isCode || type.isHidden() || ClojureValues.isPromise(type);
    if (!isKnown && Reading.mayRunCode(type)) {
      whenRead.add(type);
    }
    if (!isKnown && Reading.mayChangeObject(type)) {
      mutable.add(value);
      changesWhenRead = true;
    }
    isTakenForSafe |= !isKnown && Types.isTakenForSafe(type);
    boolean isMaker =
        isCode && value == top && (Bindings.isPure(type) || ClojureValues.makesCode(type));
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
          Object part = part(field, value);
          if (isMaker) {
            own.add(part);
          }
          open(part);
        }
      }
    }
  }

  /** Visits what an object shows that several threads may use: its fields are its own. */
  private void lookIntoElements(Object value) {
    try {
      JdkValues.elements(value).forEach(this::open);
    } catch (RuntimeException e) {
      unseen();
    }
  }

  private void lookIntoStatics(Class<?> type) {
    for (Field field : type.isEnum() || Types.isOfJdk(type) ? NONE : type.getDeclaredFields()) {
      // Only the initialiser changes what the compiler adds, the table of a switch for instance.
      if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
        if (!Modifier.isFinal(field.getModifiers())) {
          mutable.add(type);
        }
        if (!field.getType().isPrimitive()) {
          open(part(field, null));
        }
      }
    }
  }

  /** Gets the value of a field, whose declaration may show what the value is a container for. */
  private Object part(Field field, Object of) {
    Object part = get(field, of);
    if (part != null && Types.hasHarmlessElements(field.getGenericType())) {
      harmless.add(part);
    }
    return part;
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
