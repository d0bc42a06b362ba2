package dev.hocket.flow.state;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * The methods of the JDK that may change a setting of the whole JVM: the default time zone, a
 * system property, the level of a logger. All other code may notice that, because any method of the
 * JDK may look at any setting.
 */
// Not knowing means that a method may change them. What jdk-methods.txt lists does not, unless the
// rule says so, nor does what jdk-settings.txt lists.
public final class JdkSettings {
  /** What messages call the settings; they count as a static field of this name. */
  public static final String NAME = "the configuration of the JVM";

  /** The effect of code that may change them. */
  static final CodeUse CHANGE =
      new CodeUse(Set.of(NAME), Set.of(NAME), Set.of(), Set.of(), false, Set.of());

  private static final String ALL = "*";

  /** What messages call what the program lets loggers do; it counts as a static field, too. */
  public static final String LOGGING = "what the program lets loggers run";

  private static final Set<String> LOGGERS =
      Set.of("java.util.logging.Logger", "java.lang.System$Logger");

  /** The effect of code that may write a line to a logger. */
  static final CodeUse LOG =
      new CodeUse(Set.of(LOGGING), Set.of(), Set.of(), Set.of(), false, Set.of());

  /** What messages call a {@link ThreadLocal} that code makes; it counts as a static field. */
  public static final String THREAD_VARIABLE = "a ThreadLocal that it makes";

  /** The effect of code that may make one. */
  static final CodeUse VARY =
      new CodeUse(
          Set.of(THREAD_VARIABLE), Set.of(THREAD_VARIABLE), Set.of(), Set.of(), false, Set.of());

  /** What messages call the writers to which code without a class file prints. */
  public static final String PRINTING = "what is printed";

  /** The effect of code that may print. */
  static final CodeUse PRINT = changeOf(PRINTING);

  /** The effect of code that may use {@link System#out}. */
  static final CodeUse PRINT_BY_SYSTEM =
      PRINT.or(changeOf("java.lang.System.out")).or(changeOf("java.lang.System.err"));

  private static CodeUse changeOf(String name) {
    Set<String> all = Set.of(name);
    return new CodeUse(all, all, all, Set.of(), false, Set.of());
  }

  /** Types and packages, each with its static methods that change no setting. */
  private static final Map<String, Set<String>> INERT = new HashMap<>();

  /** Those whose results are new objects, or such as never change. */
  private static final Map<String, Set<String>> NEW = new HashMap<>();

  /**
   * Types whose objects any code can get, or whose methods run code of any class, each with its
   * methods that change no setting.
   */
  private static final Map<String, Set<String>> GLOBAL = new HashMap<>();

  /** Those of these types of which all code can get the objects, and what these lead to. */
  private static final Set<String> SHARED = new HashSet<>();

  private static final List<Class<?>> GLOBAL_TYPES;

  static {
    read();
    GLOBAL_TYPES = GLOBAL.keySet().stream().<Class<?>>map(JdkSettings::load).toList();
  }

  private JdkSettings() {}

  /** Stands for the settings among the classes that code names which has no class file. */
  public static final class Changed {
    private Changed() {}
  }

  /** Does the same for the writers to which such code prints. */
  public static final class Printed {
    private Printed() {}
  }

  /** Returns whether the methods of a class may write lines to loggers. */
  public static boolean isLogger(Class<?> type) {
    return Types.isOneOf(type, LOGGERS);
  }

  /** Returns whether the objects of a class have a value for each thread, on which code relies. */
  public static boolean isThreadVariable(Class<?> type) {
    return ThreadLocal.class.isAssignableFrom(type) && !Types.isDeclared(type);
  }

  /** Returns whether the methods of a class, by its internal name, may write lines to loggers. */
  static boolean isLogger(String owner) {
    return LOGGERS.contains(owner.replace('/', '.'));
  }

  /**
   * Returns whether code that uses a method or static field of this name may change a setting, or
   * an object that all code can get.
   *
   * @param type the class that code names; null if it calls a method of an object of any class
   */
  public static boolean mayChange(Class<?> type, String name) {
    return type == null
        ? GLOBAL_TYPES.stream().anyMatch(one -> mayChangeBy(one, name))
        : mayChangeBy(type, name) || givesShared(type, name);
  }

  private static boolean mayChangeBy(Class<?> type, String name) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getName().equals(name))
        .anyMatch(JdkSettings::mayChange);
  }

  /** Returns whether a static method or field gives an object that all code can get. */
  private static boolean givesShared(Class<?> type, String name) {
    return Types.isOfJdk(type)
        && (Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(name))
                .filter(method -> Modifier.isStatic(method.getModifiers()))
                .filter(method -> mayBeChanged(method.getReturnType()))
                .anyMatch(method ->
                    mayReturnShared(
                        true,
                        Type.getInternalName(method.getDeclaringClass()),
                        name,
                        Type.getMethodDescriptor(method)))
            || Arrays.stream(type.getFields())
                .filter(field -> field.getName().equals(name))
                .anyMatch(field -> mayBeChanged(field.getType()) && hasState(field)));
  }

  private static boolean hasState(Field field) {
    try {
      return !Modifier.isStatic(field.getModifiers())
          || !Types.hasNoState(field.get(null).getClass());
    } catch (IllegalAccessException | RuntimeException e) {
      return true;
    }
  }

  private static boolean mayBeChanged(Class<?> type) {
    return !Types.isThreadSafe(type) && type != void.class;
  }

  /**
   * Returns whether the result of a method may be, or lead to, an object that all code can get, so
   * that code which changes it changes a setting: the result of a static method that is not known
   * to be new, and what belongs to such an object.
   *
   * @param owner an internal name
   */
  static boolean mayReturnShared(boolean isStatic, String owner, String name, String desc) {
    Class<?> type = owner.startsWith("[") ? null : load(owner.replace('/', '.'));
    if (type == null || name.equals("<init>") || JdkMethods.find(owner, name, desc) != null) {
      return false;
    }
    return isStatic
        ? !isListedStatic(NEW, type, name) && !makesValue(type, Type.getReturnType(desc))
        : Types.isOneOf(type, SHARED);
  }

  private static boolean mayChange(Method method) {
    Class<?> type = method.getDeclaringClass();
    return Types.isOfJdk(type)
        && mayChange(
            Modifier.isStatic(method.getModifiers()),
            Type.getInternalName(type),
            method.getName(),
            Type.getMethodDescriptor(method));
  }

  /**
   * Returns whether a method may change a setting. A constructor does not.
   *
   * @param owner an internal name
   */
  static boolean mayChange(boolean isStatic, String owner, String name, String desc) {
    if (owner.startsWith("[") || name.equals("<init>")) {
      return false;
    }
    JdkMethods.Rule rule = JdkMethods.find(owner, name, desc);
    if (rule != null) {
      return rule.effects().stream().anyMatch(e -> e.kind() == JdkMethods.Kind.SETS);
    }
    Class<?> type = load(owner.replace('/', '.'));
    if (type == null) {
      return true;
    }
    return isStatic
        ? !isListedStatic(INERT, type, name) && !makesValue(type, Type.getReturnType(desc))
        : isGlobal(type) && !isListed(GLOBAL, type, name) || findsClasses(type, name, desc);
  }

  /** Returns whether a method finds classes by their names, and so may run any code. */
  private static boolean findsClasses(Class<?> type, String name, String desc) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getName().equals(name))
        .filter(method -> Type.getMethodDescriptor(method).equals(desc))
        .flatMap(method -> Arrays.stream(method.getExceptionTypes()))
        .anyMatch(ClassNotFoundException.class::equals);
  }

  /** Finds a class of the JDK; null if there is none. */
  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, ClassLoader.getPlatformClassLoader());
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private static boolean isListedStatic(
      Map<String, Set<String>> methods, Class<?> type, String name) {
    return has(methods, type.getName(), name) || has(methods, type.getPackageName(), name);
  }

  /** Returns whether a static method of a type of immutable values returns something. */
  private static boolean makesValue(Class<?> type, Type returned) {
    return Types.isImmutable(type) && returned != Type.VOID_TYPE;
  }

  private static boolean isGlobal(Class<?> type) {
    return Types.isOneOf(type, GLOBAL.keySet());
  }

  private static boolean isListed(Map<String, Set<String>> methods, Class<?> type, String name) {
    return type != null
        && (has(methods, type.getName(), name)
            || isListed(methods, type.getSuperclass(), name)
            || Arrays.stream(type.getInterfaces()).anyMatch(one -> isListed(methods, one, name)));
  }

  private static boolean has(Map<String, Set<String>> methods, String type, String name) {
    Set<String> of = methods.getOrDefault(type, Set.of());
    return of.contains(name) || of.contains(ALL);
  }

  static Map<String, Set<String>> inert() {
    return INERT;
  }

  static Map<String, Set<String>> global() {
    return GLOBAL;
  }

  private static List<Map<String, Set<String>>> listsOf(String keyword) {
    return switch (keyword) {
      case "global", "own" -> List.of(GLOBAL);
      case "inert" -> List.of(INERT);
      case "new" -> List.of(INERT, NEW);
      default -> throw new IllegalStateException("unknown keyword " + keyword);
    };
  }

  private static void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                JdkSettings.class.getResourceAsStream("jdk-settings.txt"),
                StandardCharsets.UTF_8))) {
      lines
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(line -> {
            String[] parts = line.split(" *: *", 2);
            List<String> words = Arrays.asList(parts[0].split(" "));
            if (words.getFirst().equals("global")) {
              SHARED.addAll(words.subList(1, words.size()));
            }
            String methods = parts.length > 1 ? parts[1] : ALL;
            for (Map<String, Set<String>> of : listsOf(words.getFirst())) {
              for (String type : words.subList(1, words.size())) {
                of.computeIfAbsent(type, any -> new HashSet<>())
                    .addAll(Arrays.asList(methods.split(" ")));
              }
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
