package dev.hocket.flow.state;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.Formattable;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.Spliterator;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/**
 * The methods of a class of the program by which code that knows only the JDK, or only Clojure, may
 * read its objects: {@code toString}, {@code compareTo}, the {@code get} of a list.
 */
// Code that calls another method counts as changing the object anyway.
public final class Readers {
  /** Interfaces whose methods the JDK calls although it only reads what it gets. */
  private static final Set<Class<?>> READ_BY_CHANGES =
      Set.of(
          BaseStream.class,
          Enumeration.class,
          Formattable.class,
          Iterator.class,
          Spliterator.class);

  private static final String RECORD = "clojure.lang.IRecord";

  /** What each record of Clojure implements. */
  private static final Set<String> OF_RECORDS =
      Set.of(
          "clojure.lang.IPersistentMap",
          "clojure.lang.IObj",
          "clojure.lang.IHashEq",
          "clojure.lang.IKeywordLookup",
          "java.util.Map");

  private Readers() {}

  /** Lists the methods of a class. */
  public static Stream<Method> of(Class<?> type) {
    Set<Class<?>> above = new HashSet<>();
    addAbove(type, above);
    Set<String> readers =
        above.stream()
            .filter(c -> Types.isOfJdk(c) || isOfClojure(c))
            .flatMap(c -> Arrays.stream(c.getMethods()))
            .filter(method ->
                isOfClojure(method.getDeclaringClass())
                    || isReadByChanges(method)
                    || !countsAsChange(method))
            .map(Method::getName)
            .collect(Collectors.toSet());
    readers.removeAll(madeOfRecord(above));
    return Arrays.stream(type.getMethods())
        .filter(method -> !Types.isOfJdk(method.getDeclaringClass()))
        .filter(method -> !isOfClojure(method.getDeclaringClass()))
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> readers.contains(method.getName()));
  }

  /**
   * Returns whether code that calls a method of the JDK counts as code that changes the object, as
   * it does if nothing is known of the method.
   */
  private static boolean countsAsChange(Method ofJdk) {
    String owner = Type.getInternalName(ofJdk.getDeclaringClass());
    JdkMethods.Rule rule = JdkMethods.find(owner, ofJdk.getName(), Type.getMethodDescriptor(ofJdk));
    return rule == null || rule.effects().stream().anyMatch(JdkMethods.Effect::changesObject);
  }

  /** Returns whether a class or interface is one of Clojure's own. */
  public static boolean isOfClojure(Class<?> type) {
    return type.getName().startsWith("clojure.lang.");
  }

  /** Returns whether Clojure has compiled a class, without a class file, while the program runs. */
  static boolean isCompiledByClojure(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader != null && loader.getClass().getName().equals("clojure.lang.DynamicClassLoader");
  }

  /**
   * Returns whether a class is part of Clojure. A name does not tell: code that a program compiles
   * while the current namespace is Clojure's is named after it, too.
   */
  public static boolean isPartOfClojure(Class<?> type) {
    return type.getName().startsWith("clojure.") && !isCompiledByClojure(type);
  }

  /** Returns whether a class is that of a function of Clojure's own namespaces. */
  public static boolean isFunctionOfClojure(Class<?> type) {
    return isPartOfClojure(type) && !isOfClojure(type) && type.getName().contains("$");
  }

  /** Returns whether a method changes a value, such as a step, while the JDK only reads it. */
  private static boolean isReadByChanges(Method method) {
    Class<?> type = method.getDeclaringClass();
    return READ_BY_CHANGES.stream().anyMatch(above -> above.isAssignableFrom(type));
  }

  private static void addAbove(Class<?> type, Set<Class<?>> above) {
    if (type != null && above.add(type)) {
      addAbove(type.getSuperclass(), above);
      Arrays.stream(type.getInterfaces()).forEach(one -> addAbove(one, above));
    }
  }

  /**
   * Returns the names of the methods that Clojure makes of a record by itself: they read its
   * fields, and keep its hash code.
   *
   * @param above the classes and interfaces above a class
   */
  private static Set<String> madeOfRecord(Set<Class<?>> above) {
    if (above.stream().noneMatch(c -> c.getName().equals(RECORD))) {
      return Set.of();
    }
    return above.stream()
        .filter(c -> OF_RECORDS.contains(c.getName()))
        .flatMap(c -> Arrays.stream(c.getMethods()))
        .filter(method -> Modifier.isAbstract(method.getModifiers()))
        .map(Method::getName)
        .collect(Collectors.toSet());
  }
}
