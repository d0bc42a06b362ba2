package dev.hocket.flow.state;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.PriorityBlockingQueue;

/**
 * Decides at run time whether values are known never to change: they, and all that they lead to.
 */
// A verdict for each class says whether its values are constant, have parts to be looked at, or may
// change; a class of which nothing is known may change. So for a string or a number this is a
// look-up of its class.
public final class Constants {
  private static final int DEEPEST = 200;

  private static final String WITHOUT_CHANGE = "java.util.ImmutableCollections$";

  private static final Set<String> FIXED =
      Set.of(
          "java.util.AbstractMap$SimpleImmutableEntry",
          "java.util.Collections$CopiesList",
          "java.util.Collections$EmptyList",
          "java.util.Collections$EmptyMap",
          "java.util.Collections$EmptySet",
          "java.util.Collections$SingletonList",
          "java.util.Collections$SingletonMap",
          "java.util.Collections$SingletonSet",
          "java.util.KeyValueHolder");

  /** Mutable collections that nothing changes that only reads them. */
  private static final Set<Class<?>> READABLE =
      Set.of(
          ArrayDeque.class,
          ArrayList.class,
          Arrays.asList().getClass(),
          EnumMap.class,
          HashMap.class,
          HashSet.class,
          Hashtable.class,
          LinkedHashMap.class,
          LinkedHashSet.class,
          LinkedList.class,
          TreeMap.class,
          TreeSet.class,
          Vector.class);

  /** Other mutable collections that have their elements themselves. */
  private static final Set<String> OWNERS =
      Set.of(
          "java.util.IdentityHashMap",
          "java.util.JumboEnumSet",
          "java.util.PriorityQueue",
          "java.util.RegularEnumSet",
          "java.util.Stack");

  /** The entries of these maps. */
  private static final Set<String> ENTRIES =
      Set.of("java.util.HashMap$Node", "java.util.HashMap$TreeNode", "java.util.TreeMap$Entry");

  private static final Set<String> OF_CLOJURE =
      Set.of(
          "clojure.lang.IPersistentList",
          "clojure.lang.IPersistentSet",
          "clojure.lang.IPersistentVector");

  /** Sequences of Clojure over what may change; those over numbers are inner classes. */
  private static final List<String> WINDOWS =
      List.of("clojure.lang.ArraySeq", "clojure.lang.StringSeq");

  /** What persistent collections lead to besides their elements: methods by their interfaces. */
  private static final Map<String, String> BESIDES =
      Map.of("clojure.lang.IMeta", "meta", "clojure.lang.Sorted", "comparator");

  /** What the class of a value shows. */
  private enum Kind {
    /** No value changes. */
    CONSTANT,
    /** A collection that never changes, as far as its elements do not. */
    FIXED,
    /** A record, or an {@link Optional}: a value changes if a field does. */
    FIELDS,
    /** A collection that makes its elements when they are wanted, and keeps them. */
    LAZY,
    /** A mutable collection of the JDK, or an array. */
    READABLE,
    /** Nothing is known. */
    OTHER
  }

  /**
   * The verdict on a class.
   *
   * @param fields the fields to look at
   * @param besides methods whose results are to be looked at, too
   */
  private record Verdict(Kind kind, List<Field> fields, List<Method> besides) {
    static Verdict of(Kind kind) {
      return new Verdict(kind, List.of(), List.of());
    }
  }

  private static final ClassValue<Verdict> VERDICTS = new PerClass<>(type -> verdict(type));

  private static Verdict verdict(Class<?> type) {
    if (type == Optional.class) {
      return Verdict.of(Kind.FIXED);
    }
    // The class of a value is known, but a field may hold an object of a class of the program.
    boolean isImmutable =
        Types.isOfJdk(type) ? Types.isImmutable(type) : Types.isImmutableThroughout(type);
    if (isImmutable
        && (!Types.hasElements(type) || Types.isOfJdk(type) || Types.isDeclared(type))) {
      return Verdict.of(Kind.CONSTANT);
    }
    boolean isEnum = Enum.class.isAssignableFrom(type) && Types.isImmutable(type);
    if (type.isRecord() || isEnum) {
      return ofFields(type);
    }
    String name = type.getName();
    if (name.startsWith(WITHOUT_CHANGE) || FIXED.contains(name)) {
      return Verdict.of(Kind.FIXED);
    }
    if (type.isArray() || READABLE.contains(type) || ENTRIES.contains(name)) {
      return Verdict.of(Kind.READABLE);
    }
    return Types.isImmutable(type) ? ofClojure(type) : Verdict.of(Kind.OTHER);
  }

  private static Verdict ofFields(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> c = type; !Types.isOfJdk(c); c = c.getSuperclass()) {
      Arrays.stream(c.getDeclaredFields())
          .filter(field -> !Modifier.isStatic(field.getModifiers()))
          .filter(field -> !field.getType().isPrimitive())
          .forEach(fields::add);
    }
    try {
      fields.forEach(field -> field.setAccessible(true));
      return new Verdict(Kind.FIELDS, fields, List.of());
    } catch (RuntimeException e) {
      // Its module does not open it.
      return Verdict.of(Kind.OTHER);
    }
  }

  /** The verdict on a persistent collection; those of the program are not known. */
  private static Verdict ofClojure(Class<?> type) {
    boolean isRecord = Types.isOneOf(type, Set.of("clojure.lang.IRecord"));
    String name = type.getName();
    if (!name.startsWith("clojure.lang.") && !isRecord
        || WINDOWS.stream().anyMatch(name::startsWith)) {
      return Verdict.of(Kind.OTHER);
    }
    Kind kind =
        Map.class.isAssignableFrom(type) || Types.isOneOf(type, OF_CLOJURE)
            ? Kind.FIXED
            : Kind.LAZY;
    List<Method> besides = new ArrayList<>();
    addBesides(type, besides);
    return new Verdict(kind, List.of(), List.copyOf(besides));
  }

  private static void addBesides(Class<?> type, List<Method> found) {
    String method = BESIDES.get(type.getName());
    if (method != null) {
      try {
        found.add(type.getMethod(method));
      } catch (NoSuchMethodException e) {
        throw new AssertionError(e);
      }
    }
    for (Class<?> above : type.getInterfaces()) {
      addBesides(above, found);
    }
    if (type.getSuperclass() != null) {
      addBesides(type.getSuperclass(), found);
    }
  }

  /**
   * Returns whether a collection of the JDK runs no code of the program but that of its elements: a
   * view may be one of a collection of the program.
   */
  public static boolean isPlainCollection(Object value) {
    Class<?> type = value.getClass();
    return Types.isOfJdk(type)
        && switch (VERDICTS.get(type).kind()) {
          case FIXED -> true;
          case READABLE -> !compares(value);
          default -> false;
        };
  }

  /** Returns whether a value is a collection of the JDK that always keeps the same elements. */
  public static boolean isFixed(Object value) {
    Class<?> type = value.getClass();
    return Types.isOfJdk(type) && VERDICTS.get(type).kind() == Kind.FIXED;
  }

  /**
   * Returns whether a collection has all its elements itself: it is no view of another object.
   *
   * @param type its class, or the nearest class of the JDK above it
   */
  public static boolean ownsElements(Object value, Class<?> type) {
    if (value.getClass() == TreeSet.class) {
      // A part of a set is a TreeSet, too, but its elements are found in another way.
      Class<?> way = ((TreeSet<?>) value).spliterator().getClass();
      return way == new TreeSet<Integer>().spliterator().getClass();
    }
    Kind kind = VERDICTS.get(type).kind();
    return Types.isOfJdk(type)
        && (kind == Kind.FIXED || kind == Kind.READABLE || OWNERS.contains(type.getName()))
        && type != Arrays.asList().getClass()
        && !ENTRIES.contains(type.getName());
  }

  /** Returns the comparator of a collection; null if there is none. */
  public static Comparator<?> comparator(Object value) {
    return switch (value) {
      case SortedMap<?, ?> map -> map.comparator();
      case SortedSet<?> set -> set.comparator();
      case PriorityQueue<?> queue -> queue.comparator();
      case PriorityBlockingQueue<?> queue -> queue.comparator();
      default -> null;
    };
  }

  /** Whether a constant of an enum counts as constant although it has fields that change. */
  private final boolean namesEnums;

  private final Set<Kind> accepted;
  private final boolean looksIntoLazy;

  /** The mutable collections that have been looked at. */
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The number of objects that may still be looked at. */
  private long left;

  private Constants(
      boolean namesEnums, boolean looksIntoLazy, Set<Kind> accepted, long mostObjects) {
    this.namesEnums = namesEnums;
    this.looksIntoLazy = looksIntoLazy;
    this.accepted = accepted;
    this.left = mostObjects;
  }

  /**
   * Returns whether a value never changes, or is a constant of an enum. What a lazy sequence will
   * make is not looked at.
   */
  public static boolean isConstant(Object value) {
    return isLeaf(value)
        || new Constants(true, false, Set.of(Kind.LAZY), Long.MAX_VALUE).find(value, 0) == null;
  }

  /**
   * Finds an object by which the hash code of a value may change, as far as is known; null if there
   * is none. The program has called {@code hashCode} before, so a lazy sequence has made its
   * elements.
   */
  public static Object changingInKey(Object value) {
    return isLeaf(value)
        ? null
        : new Constants(true, true, Set.of(), Long.MAX_VALUE).find(value, 0);
  }

  /**
   * Finds an object that a value is or leads to and that may change as far as is known, even one
   * that several threads may use; null if there is none.
   *
   * @param reads whether collections of the JDK and arrays count as constant, because the code that
   *     gets the value only reads them
   * @param mostObjects the number of objects to look at; a value with more of them may change
   */
  public static Object changing(Object value, boolean reads, long mostObjects) {
    return isLeaf(value) ? null : changes(reads, mostObjects).find(value, 0);
  }

  /** Finds such an object among several values; collections that they share are looked at once. */
  public static Object changingAmong(List<?> values, boolean reads) {
    Constants search = changes(reads, Long.MAX_VALUE);
    for (Object value : values) {
      Object found = search.find(value, 0);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static Constants changes(boolean reads, long mostObjects) {
    return new Constants(false, false, reads ? Set.of(Kind.READABLE) : Set.of(), mostObjects);
  }

  private static boolean isLeaf(Object value) {
    return value == null || VERDICTS.get(value.getClass()).kind() == Kind.CONSTANT;
  }

  private Object find(Object value, int depth) {
    if (isLeaf(value) || namesEnums && value instanceof Enum) {
      return null;
    }
    Verdict verdict = VERDICTS.get(value.getClass());
    if (--left < 0 || depth > DEEPEST) {
      return value;
    }
    return switch (verdict.kind()) {
      case CONSTANT -> null;
      case FIXED -> inside(value, verdict.besides(), depth);
      case FIELDS -> ofFields(value, verdict.fields(), depth);
      case LAZY ->
          looksIntoLazy
              ? inside(value, verdict.besides(), depth)
              : accepted.contains(Kind.LAZY) ? null : value;
      case READABLE -> accepted.contains(Kind.READABLE) ? readable(value, depth) : value;
      case OTHER -> value;
    };
  }

  /** Looks at a mutable collection, which a comparator of the program, or reading, might change. */
  private Object readable(Object value, int depth) {
    if (!seen.add(value)) {
      return null;
    }
    return compares(value) || isInOrderOfUse(value) ? value : inside(value, depth);
  }

  /**
   * Returns whether a map changes the order of its entries when they are read; a subclass might.
   */
  public static boolean isInOrderOfUse(Object value) {
    if (value.getClass() != LinkedHashMap.class) {
      return value instanceof LinkedHashMap<?, ?>;
    }
    // The map does not tell, but its copies behave as it does.
    LinkedHashMap<Object, Object> copy = copy((LinkedHashMap<?, ?>) value);
    if (copy == null) {
      return true;
    }
    copy.clear();
    copy.put(1, 1);
    copy.put(2, 2);
    copy.get(1);
    return copy.firstEntry().getKey().equals(2);
  }

  /** Returns a copy of a map; null if another thread changes the map, or the program refuses. */
  @SuppressWarnings("unchecked")
  private static LinkedHashMap<Object, Object> copy(LinkedHashMap<?, ?> map) {
    try {
      return (LinkedHashMap<Object, Object>) map.clone();
    } catch (RuntimeException e) {
      return null;
    }
  }

  /** Returns whether a class is one of the JDK whose values never change. */
  public static boolean isConstantOfJdk(Class<?> type) {
    return Types.isOfJdk(type) && VERDICTS.get(type).kind() == Kind.CONSTANT;
  }

  private static boolean compares(Object value) {
    return comparator(value) != null;
  }

  /** Looks at the elements of a collection, and at what else it leads to. */
  private Object inside(Object value, List<Method> besides, int depth) {
    for (Method method : besides) {
      try {
        Object beside = method.invoke(value);
        boolean isOfClojure = beside instanceof Comparator && hasNoState(beside.getClass());
        if (!isOfClojure && find(beside, depth + 1) != null) {
          return value;
        }
      } catch (ReflectiveOperationException e) {
        return value;
      }
    }
    return inside(value, depth);
  }

  /** Returns whether a class is one of Clojure's own comparators, which hold nothing. */
  private static boolean hasNoState(Class<?> type) {
    return Readers.isPartOfClojure(type)
        && Arrays.stream(type.getDeclaredFields())
            .allMatch(field -> Modifier.isStatic(field.getModifiers()));
  }

  private Object inside(Object value, int depth) {
    try {
      return switch (value) {
        case Map<?, ?> map -> {
          Object found = all(map.keySet(), depth);
          yield found == null ? all(map.values(), depth) : found;
        }
        case Iterable<?> all -> all(all, depth);
        case Object[] array -> all(Arrays.asList(array), depth);
        case Optional<?> one -> find(one.orElse(null), depth + 1);
        case Map.Entry<?, ?> entry -> {
          Object found = find(entry.getKey(), depth + 1);
          yield found == null ? find(entry.getValue(), depth + 1) : found;
        }
        // An array of numbers, or a map of Clojure's without Java's interface.
        default -> value.getClass().isArray() ? null : value;
      };
    } catch (RuntimeException e) {
      // Another thread changes it.
      return value;
    }
  }

  private Object all(Iterable<?> values, int depth) {
    for (Object value : values) {
      Object found = find(value, depth + 1);
      if (found != null) {
        return found;
      }
      if (--left < 0) {
        return values;
      }
    }
    return null;
  }

  private Object ofFields(Object value, List<Field> fields, int depth) {
    try {
      for (Field field : fields) {
        Object found = find(field.get(value), depth + 1);
        if (found != null) {
          return found;
        }
      }
      return null;
    } catch (IllegalAccessException e) {
      return value;
    }
  }
}
