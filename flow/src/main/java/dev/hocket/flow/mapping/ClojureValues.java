package dev.hocket.flow.mapping;

import dev.hocket.flow.state.Readers;
import dev.hocket.flow.state.Types;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Values of Clojure, as {@link Reach} sees them: collections, references, Vars and functions. This
 * module does not depend on Clojure, so it knows them by the names of their classes.
 */
final class ClojureValues {
  private static final Set<String> REFERENCES =
      Set.of(
          "clojure.lang.Atom", "clojure.lang.Ref", "clojure.lang.Agent", "clojure.lang.Volatile");

  private static final String REFERENCE = "clojure.lang.IRef";

  /** Collections, and the nodes that they are made of. */
  private static final Set<String> NODES =
      Set.of(
          "clojure.lang.IPersistentCollection",
          "clojure.lang.IChunk",
          "clojure.lang.PersistentHashMap$INode",
          "clojure.lang.PersistentVector$Node");

  private static final String RECORD = "clojure.lang.IRecord";

  private static final String NAMESPACE = "clojure.lang.Namespace";

  /** What the compiler keeps for the place of {@code (:key map)} in a function. */
  private static final String LOOKUP = "clojure.lang.KeywordLookupSite";

  private static final String VAR = "clojure.lang.Var";

  private ClojureValues() {}

  /** Returns whether a value needs the rules of this class. */
  static boolean isOne(Object value) {
    return isFunction(value.getClass()) || Readers.isOfClojure(value.getClass());
  }

  /** Returns whether a class is that of Clojure's promises or futures. */
  static boolean isPromise(Class<?> type) {
    return type.getName().startsWith("clojure.core$") && is(type, "clojure.lang.IBlockingDeref");
  }

  static boolean isReference(Object value) {
    return REFERENCES.contains(value.getClass().getName());
  }

  private static boolean is(Class<?> type, String name) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (c.getName().equals(name) || Arrays.stream(c.getInterfaces()).anyMatch(i -> is(i, name))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isFunction(Class<?> type) {
    return is(type, "clojure.lang.AFunction");
  }

  /**
   * Returns whether a value is a function with code of the program. A function of a protocol only
   * calls what its Var leads to.
   */
  static boolean isCode(Object value) {
    Class<?> type = value.getClass();
    return isFunction(type)
        && !Readers.isPartOfClojure(type)
        && fieldOf(value, "clojure.lang.AFunction", "__methodImplCache") == null;
  }

  /** Returns whether a value is code that Clojure has compiled: a function, or a {@code reify}. */
  static boolean hasText(Object value) {
    return is(value.getClass(), "clojure.lang.IObj");
  }

  /** Returns the function of Clojure's own namespaces that a value is, or a Var has; else null. */
  static Object functionOfClojure(Object value) {
    Object function = isVarOfClojure(value) ? partOfVar(value) : value;
    return function != null && Readers.isFunctionOfClojure(function.getClass()) ? function : null;
  }

  /**
   * Returns whether an object makes the code of a function of Clojure that is a part of a flow.
   * What it refers to directly is that code.
   */
  static boolean makesCode(Class<?> type) {
    return type.getName().startsWith("hocket.flow.run$instances$");
  }

  /** Returns whether several threads may use the value itself; its parts are another question. */
  static boolean isShareable(Object value) {
    Class<?> type = value.getClass();
    return isFunction(type)
        || Types.isThreadSafe(type)
        || is(type, "clojure.lang.IPersistentCollection");
  }

  /** Returns whether code may watch what is put into a value: an atom, ref, agent or Var. */
  static boolean isWatchable(Object value) {
    return tells(value.getClass()) && !isVarOfClojure(value);
  }

  /** Returns whether a class is one of Clojure's references that tell what is put into them. */
  static boolean tells(Class<?> type) {
    return Readers.isOfClojure(type) && is(type, REFERENCE);
  }

  /** Names the kind of a reference, as in {@code atom}. */
  static String kind(Object reference) {
    return reference.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** Returns what a reference has now; null if it is a Var without a value. */
  static Object contentOf(Object reference) {
    return isVar(reference) ? partOfVar(reference) : ask(reference, "clojure.lang.IDeref", "deref");
  }

  /**
   * Lets code see each value that is put into a reference.
   *
   * @param key names the watch
   * @param code is called as Clojure calls a watch
   */
  static void addWatch(Object reference, Object key, InvocationHandler code) {
    try {
      ClassLoader loader = lang(reference.getClass());
      Class<?> function = Class.forName("clojure.lang.IFn", false, loader);
      Object watch = Proxy.newProxyInstance(loader, new Class<?>[] {function}, code);
      Class.forName(REFERENCE, false, loader)
          .getMethod("addWatch", Object.class, function)
          .invoke(reference, key, watch);
      putFirst(reference, key, loader);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Lets a reference call a watch before all others, since one that throws ends these calls.
   *
   * @param key has the hash code 0, which comes first if there are many watches
   */
  private static void putFirst(Object reference, Object key, ClassLoader loader)
      throws ReflectiveOperationException {
    Class<?> type = Class.forName("clojure.lang.ARef", false, loader);
    if (!type.isInstance(reference)) {
      return;
    }
    Field field = type.getDeclaredField("watches");
    field.setAccessible(true);
    // Clojure holds this lock, too.
    synchronized (reference) {
      Map<?, ?> watches = (Map<?, ?>) field.get(reference);
      List<Object> ordered = new ArrayList<>(Arrays.asList(key, watches.get(key)));
      watches.forEach((other, watch) -> {
        if (other != key) {
          ordered.addAll(Arrays.asList(other, watch));
        }
      });
      field.set(
          reference,
          Class.forName("clojure.lang.RT", true, loader)
              .getMethod("map", Object[].class)
              .invoke(null, (Object) ordered.toArray()));
    }
  }

  static void removeWatch(Object reference, Object key) {
    try {
      Class.forName(REFERENCE, false, lang(reference.getClass()))
          .getMethod("removeWatch", Object.class)
          .invoke(reference, key);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns whether a class is a record of Clojure whose fields never change. */
  static boolean isRecord(Class<?> type) {
    return is(type, RECORD)
        && Arrays.stream(type.getDeclaredFields())
            .filter(field -> !Modifier.isStatic(field.getModifiers()))
            .allMatch(field ->
                Modifier.isFinal(field.getModifiers()) || field.getName().startsWith("__hash"));
  }

  /**
   * Returns whether a class is that of a collection of Clojure, or of a node that it is made of.
   */
  static boolean isNode(Class<?> type) {
    return Readers.isOfClojure(type) && NODES.stream().anyMatch(name -> is(type, name));
  }

  static boolean isCounted(Object value) {
    return is(value.getClass(), "clojure.lang.Counted");
  }

  /** Returns the objects that a value refers to; empty if running code is needed to see them. */
  static Optional<Collection<?>> parts(Object value) {
    // A namespace refers to all of its Vars; code uses those that it names.
    if (isVarOfClojure(value) || value.getClass().getName().equals(NAMESPACE)) {
      return Optional.of(List.of());
    }
    return content(value)
        .map(content -> {
          List<Object> all = new ArrayList<>(content);
          all.addAll(list(ask(value, "clojure.lang.IMeta", "meta")));
          all.addAll(codeOf(value));
          return all;
        });
  }

  /**
   * Returns the code of the program that a use of the value itself may run: what compares the
   * elements of a sorted collection, what watches or validates a reference.
   */
  static List<?> codeOf(Object value) {
    List<Object> all = new ArrayList<>();
    Object comparator = ask(value, "clojure.lang.Sorted", "comparator");
    if (comparator != null && !holdsNothing(comparator.getClass())) {
      all.add(comparator);
    }
    if (ask(value, "clojure.lang.IRef", "getWatches") instanceof Map<?, ?> watches) {
      watches.values().stream().filter(watch -> !Watches.isOne(watch)).forEach(all::add);
    }
    all.addAll(list(ask(value, "clojure.lang.IRef", "getValidator")));
    return all;
  }

  /** Returns whether a comparator leads to no value of the program. */
  // A function of the program leads to Vars, although it closes over nothing.
  static boolean holdsNothing(Class<?> comparator) {
    return Types.hasPlainFields(comparator)
        && !(isFunction(comparator) && !Readers.isPartOfClojure(comparator));
  }

  /** Calls a method of a type; returns null if the value is not of this type. */
  private static Object ask(Object value, String owner, String method) {
    if (!is(value.getClass(), owner)) {
      return null;
    }
    try {
      ClassLoader loader = lang(value.getClass());
      return Class.forName(owner, false, loader).getMethod(method).invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object fieldOf(Object value, String owner, String field) {
    try {
      return Class.forName(owner, false, lang(value.getClass())).getField(field).get(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Optional<Collection<?>> content(Object value) {
    Class<?> type = value.getClass();
    try {
      if (isFunction(type)) {
        return Optional.of(partsOfFunction(value));
      }
      if (isVar(value)) {
        return Optional.of(list(partOfVar(value)));
      }
      if (isReference(value)) {
        return Optional.of(list(type.getMethod("deref").invoke(value)));
      }
      if (!is(type, "clojure.lang.IPersistentCollection")) {
        return Types.isThreadSafe(type) ? Optional.of(List.of()) : Optional.empty();
      }
      if (!is(type, "clojure.lang.Counted")) {
        return Optional.empty();
      }
      if (value instanceof Map<?, ?> map) {
        List<Object> all = new ArrayList<>(map.keySet());
        all.addAll(map.values());
        return Optional.of(all);
      }
      if (!(value instanceof Iterable<?> elements)) {
        return Optional.empty();
      }
      List<Object> all = new ArrayList<>(limited(elements));
      fieldsOf(value).stream().filter(ClojureValues::isSource).forEach(all::add);
      return Optional.of(all);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Returns whether an object is what a part of a collection, or a sequence, was made of. */
  private static boolean isSource(Object value) {
    return value instanceof CharSequence || is(value.getClass(), "clojure.lang.IPersistentVector");
  }

  /** The arrays that an immutable collection has in its fields: {@code vec} does not copy one. */
  static List<Object> arrays(Object value) {
    try {
      return is(value.getClass(), "clojure.lang.IPersistentCollection")
          ? fieldsOf(value).stream().filter(field -> field.getClass().isArray()).toList()
          : List.of();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Object> fieldsOf(Object value) throws ReflectiveOperationException {
    List<Object> fields = new ArrayList<>();
    for (Class<?> c = value.getClass(); c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          Object part = field.get(value);
          if (part != null) {
            fields.add(part);
          }
        }
      }
    }
    return fields;
  }

  private static final int MOST_ELEMENTS = 20_000;

  private static Collection<?> limited(Iterable<?> elements) {
    List<Object> all = new ArrayList<>();
    for (Object element : elements) {
      if (all.size() == MOST_ELEMENTS) {
        throw new IllegalStateException("too many");
      }
      all.add(element);
    }
    return all;
  }

  private static List<?> list(Object one) {
    return one == null ? List.of() : List.of(one);
  }

  /** Clojure's own Vars refer to no object that a program changes. */
  private static boolean isVarOfClojure(Object value) {
    return isVar(value) && value.toString().startsWith("#'clojure.");
  }

  static boolean isVar(Object value) {
    return value.getClass().getName().equals(VAR);
  }

  private static Object partOfVar(Object var) {
    return (boolean) ask(var, VAR, "hasRoot") ? ask(var, VAR, "getRawRoot") : null;
  }

  /** The values that a function closes over, and the Vars that it names. */
  private static Collection<?> partsOfFunction(Object function)
      throws ReflectiveOperationException {
    List<Object> parts = new ArrayList<>();
    Class<?> type = function.getClass();
    // A function that Clojure makes of others, such as (partial f x), leads to these.
    boolean isOfProgram = !Readers.isPartOfClojure(type);
    for (Class<?> code : isOfProgram ? withInner(type) : List.<Class<?>>of(type)) {
      for (Field field : code.getDeclaredFields()) {
        boolean isStatic = Modifier.isStatic(field.getModifiers());
        if (!field.getType().isPrimitive() && (isStatic ? isOfProgram : code == type)) {
          field.setAccessible(true);
          Object part = field.get(isStatic ? null : function);
          if (part != null && !part.getClass().getName().equals(LOOKUP)) {
            parts.add(part);
          }
        }
      }
    }
    return parts;
  }

  /** Finds a class that Clojure has compiled while the program runs; null if there is none. */
  static Class<?> compiled(String name, ClassLoader loader) {
    try {
      Method find =
          Class.forName("clojure.lang.DynamicClassLoader", true, loader)
              .getDeclaredMethod("findInMemoryClass", String.class);
      find.setAccessible(true);
      return (Class<?>) find.invoke(null, name);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /** A function's class, and the classes of the functions in its text. */
  private static List<Class<?>> withInner(Class<?> type) throws ReflectiveOperationException {
    List<Class<?>> all = new ArrayList<>(List.of(type));
    Class<?> loader = Class.forName("clojure.lang.DynamicClassLoader", true, lang(type));
    Field cache = loader.getDeclaredField("classCache");
    cache.setAccessible(true);
    for (Object name : ((Map<?, ?>) cache.get(null)).keySet()) {
      if (name.toString().startsWith(type.getName() + "$")) {
        all.add(Class.forName(name.toString(), true, type.getClassLoader()));
      }
    }
    return all;
  }

  /** The class loader of Clojure's classes, one of which is above each function's. */
  private static ClassLoader lang(Class<?> type) {
    for (Class<?> c = type; ; c = c.getSuperclass()) {
      if (c.getName().startsWith("clojure.lang.")) {
        return c.getClassLoader();
      }
    }
  }
}
