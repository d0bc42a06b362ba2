package dev.hocket.flow.mapping;

import dev.hocket.flow.state.Constants;
import dev.hocket.flow.state.Types;
import java.nio.Buffer;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The mutable objects reachable from a value of the surrounding program when a flow starts. Two
 * threads must not use two values that share one of them.
 */
// ReachWalk finds them. Objects that it cannot visit, and all beyond a limit, are UNSEEN, a mutable
// object of which only the path to it is known.
public final class Reach {
  /** Stands for the unseen parts of an object of the JDK that holds no value of the program. */
  static final Object HIDDEN = new Object();

  /** Stands for objects that the walk has not seen, which may be any. */
  static final Object UNSEEN = new Object();

  final Object top;
  final Set<Object> mutable = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The arrays in immutable collections, which nothing changes unless it has them, too. */
  final Set<Object> aliases = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The containers for several threads, which may get mutable objects while the flow runs. */
  final Set<Object> containers = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The references of Clojure on the way, with what they had before their contents were seen. */
  final Map<Object, Object> references = new IdentityHashMap<>();

  /** The classes of the program, and of lambdas, whose objects the value is or leads to. */
  final Set<Class<?>> code = new HashSet<>();

  /** Those of these classes whose code may run when a value is only read. */
  final Set<Class<?>> whenRead = new HashSet<>();

  /** An object that changes, although several threads may use it; null if none is known. */
  Object shared;

  /** Whether the value is code of the flow, whose effects are known otherwise. */
  final boolean isCode;

  boolean changesWhenRead;

  /**
   * Whether the value is or leads to an object that all code may have: to change it is to change a
   * setting of the JVM.
   */
  boolean leadsToSettings;

  /** Whether the value is or leads to a {@link ThreadLocal}. */
  boolean hasVariableOfThreads;

  Reach(Object top, boolean isCode) {
    this.top = top;
    this.isCode = isCode;
  }

  /**
   * Walks from a value.
   *
   * @param value a class of the program stands for its static fields
   */
  static Reach of(Object value) {
    return new ReachWalk(new Reach(value, false)).walk();
  }

  /** Walks from code of the flow. */
  static Reach ofCode(Object code) {
    return new ReachWalk(new Reach(code, true)).walk();
  }

  /**
   * Finds the mutable objects that an element of a collection is or leads to.
   *
   * @return null if it may lead to any; else a set that compares by identity
   */
  public static Set<Object> parts(Object element) {
    if (Constants.changing(element, false, ReachWalk.MOST_OBJECTS) == null) {
      return Set.of();
    }
    try {
      return of(element).parts();
    } catch (RuntimeException e) {
      // Other code changes what is looked at.
      return null;
    }
  }

  private Set<Object> parts() {
    Set<Object> parts = Collections.newSetFromMap(new IdentityHashMap<>());
    parts.addAll(mutable);
    parts.addAll(aliases);
    parts.addAll(containers);
    parts.remove(HIDDEN);
    return parts.contains(UNSEEN) ? null : parts;
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

  /** The containers for several threads, which may get mutable objects while the flow runs. */
  Set<Object> containers() {
    return containers;
  }

  /** Returns whether the value is, or leads to, a mutable object that the walk has seen. */
  boolean leadsTo(Object part) {
    return mutable.contains(part) || containers.contains(part);
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

  /** Returns whether the values of a class never change, nor what they lead to. */
  static boolean isConstant(Class<?> type) {
    return Constants.isConstantOfJdk(type)
        || Types.isImmutableThroughout(type) && !Types.hasElements(type);
  }
}
