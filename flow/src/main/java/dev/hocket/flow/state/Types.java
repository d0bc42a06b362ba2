package dev.hocket.flow.state;

import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Classifies types: those whose values never change, and those whose values several threads may
 * use.
 */
public final class Types {
  private static final Set<String> IMMUTABLE =
      Set.of(
          "java.lang.String",
          "java.lang.Boolean",
          "java.lang.Character",
          "java.lang.Byte",
          "java.lang.Short",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Float",
          "java.lang.Double",
          "java.lang.Void",
          "java.lang.foreign.MemoryLayout",
          "java.lang.Class",
          "java.math.BigInteger",
          "java.math.BigDecimal",
          "java.util.regex.Pattern",
          "java.util.UUID",
          "java.util.Currency",
          "java.util.HexFormat",
          "java.util.logging.Level",
          "java.util.Locale",
          "java.util.Optional",
          "java.util.OptionalDouble",
          "java.util.OptionalInt",
          "java.util.OptionalLong",
          "java.net.URI",
          "java.net.URL",
          "java.net.http.HttpClient",
          "java.net.http.HttpRequest",
          "java.net.InetAddress",
          "java.net.InetSocketAddress",
          "java.nio.charset.Charset",
          "java.nio.file.Path",
          "java.awt.Color",
          "java.io.File",
          "java.time.Clock$FixedClock",
          "java.time.Clock$SystemClock",
          "java.time.ZoneRegion",
          "clojure.lang.Keyword",
          "clojure.lang.Symbol",
          "clojure.lang.Ratio",
          "clojure.lang.BigInt",
          "clojure.lang.IPersistentCollection");

  private static final Set<String> THREAD_SAFE =
      Set.of(
          "clojure.lang.IRef",
          "clojure.lang.IAtom",
          "clojure.lang.Agent",
          "clojure.lang.Ref",
          "clojure.lang.Var",
          "clojure.lang.Namespace",
          "java.io.PrintStream",
          "java.lang.ClassLoader",
          "java.lang.System$Logger",
          "java.lang.Thread",
          "java.util.Random",
          "java.util.concurrent.atomic.Striped64",
          "java.util.logging.Logger",
          "org.apache.commons.logging.Log",
          "org.apache.logging.log4j.Logger",
          "org.slf4j.Logger",
          "java.security.SecureRandom",
          "java.time.InstantSource");

  /** Interfaces whose contract says that several threads may use their objects. */
  private static final Set<String> CONCURRENT =
      Set.of(
          "java.util.concurrent.BlockingQueue",
          "java.util.concurrent.ConcurrentMap",
          "java.util.concurrent.Executor",
          "java.util.concurrent.locks.Condition",
          "java.util.concurrent.locks.Lock",
          "java.util.concurrent.locks.ReadWriteLock");

  /** Thread-safe types that print, log or run code. */
  private static final Set<String> SERVICES =
      Set.of(
          "clojure.lang.Namespace",
          "clojure.lang.Var",
          "java.io.PrintStream",
          "java.lang.ClassLoader",
          "java.lang.System$Logger",
          "java.lang.Thread",
          "java.security.SecureRandom",
          "java.util.concurrent.Executor",
          "java.util.logging.Logger",
          "org.apache.commons.logging.Log",
          "org.apache.logging.log4j.Logger",
          "org.slf4j.Logger");

  /** Mutable classes of the JDK whose objects share no part with others. */
  private static final Set<String> OWNERS =
      Set.of(
          "java.io.ByteArrayOutputStream",
          "java.io.CharArrayWriter",
          "java.io.StringReader",
          "java.io.StringWriter",
          "java.lang.StringBuffer",
          "java.lang.StringBuilder",
          "java.security.MessageDigest",
          "java.text.Format",
          "java.util.BitSet",
          "java.util.Calendar",
          "java.util.Date",
          "java.util.StringJoiner",
          "java.util.StringTokenizer",
          "java.util.TimeZone",
          "java.util.zip.Checksum");

  /** Classes of the JDK whose objects hold no object that a program has made. */
  private static final Set<String> WITHOUT_VALUES =
      Set.of(
          "java.io.Console",
          "java.io.FileDescriptor",
          "java.io.FileInputStream",
          "java.io.FileOutputStream",
          "java.io.FileReader",
          "java.io.FileWriter",
          "java.io.RandomAccessFile",
          "java.lang.Process",
          "java.lang.ProcessHandle",
          "java.lang.Runtime",
          "java.lang.invoke.MethodHandles$Lookup",
          "java.lang.invoke.VarHandle",
          "java.lang.reflect.AccessibleObject",
          "java.net.DatagramSocket",
          "java.net.ServerSocket",
          "java.net.Socket",
          "java.nio.channels.FileChannel",
          "java.nio.channels.FileLock",
          "java.nio.channels.NetworkChannel",
          "java.nio.file.FileSystem",
          "java.util.Random",
          "java.util.concurrent.CountDownLatch",
          "java.util.concurrent.Phaser",
          "java.util.concurrent.Semaphore",
          "java.util.concurrent.atomic.AtomicIntegerArray",
          "java.util.concurrent.atomic.AtomicLongArray",
          "java.util.concurrent.atomic.DoubleAdder",
          "java.util.concurrent.atomic.LongAdder",
          "java.util.concurrent.locks.Condition",
          "java.util.concurrent.locks.Lock",
          "java.util.concurrent.locks.ReadWriteLock",
          "java.util.concurrent.locks.StampedLock",
          "java.util.zip.ZipFile");

  /** Thread-safe types that only control when code runs, or tell the time. */
  private static final Set<String> CONTROLS =
      Set.of(
          "java.time.InstantSource",
          "java.util.concurrent.CountDownLatch",
          "java.util.concurrent.CyclicBarrier",
          "java.util.concurrent.Exchanger",
          "java.util.concurrent.Phaser",
          "java.util.concurrent.Semaphore",
          "java.util.concurrent.locks.Condition",
          "java.util.concurrent.locks.Lock",
          "java.util.concurrent.locks.ReadWriteLock",
          "java.util.concurrent.locks.StampedLock");

  private static final ClassValue<Boolean> HAS_PLAIN_FIELDS =
      new PerClass<>(type ->
          fields(type)
              .map(Field::getType)
              .allMatch(field -> isImmutableThroughout(field) && !hasElements(field)));

  private static final ClassValue<Boolean> IS_IMMUTABLE =
      new PerClass<>(type -> isImmutable(type, false, new HashSet<>()));

  private static final ClassValue<Boolean> IS_IMMUTABLE_THROUGHOUT =
      new PerClass<>(type -> isImmutable(type, true, new HashSet<>()));

  private static final ClassValue<Boolean> IS_THREAD_SAFE =
      new PerClass<>(type ->
          isImmutable(type)
              || isKnown(type, THREAD_SAFE)
              || isConcurrent(type)
              || isDeclared(type, "ThreadSafe"));

  private static final ClassValue<Boolean> HOLDS_NOTHING =
      new PerClass<>(type -> {
        // What is printed goes to a stream that the program may have made.
        boolean isService = isService(type) && !PrintStream.class.isAssignableFrom(type);
        return isOfJdk(type)
            && (ownsItsParts(type)
                || isOneOf(type, WITHOUT_VALUES)
                || isService
                || hasPlainFields(type));
      });

  private Types() {}

  public static boolean isOfJdk(Class<?> type) {
    String name = type.getName();
    boolean isNamedSo =
        name.startsWith("java.")
            || name.startsWith("javax.")
            || name.startsWith("jdk.")
            || name.startsWith("sun.")
            || name.startsWith("com.sun.");
    // A proxy runs code of the program.
    return isNamedSo && !Proxy.isProxyClass(type);
  }

  /** Returns whether a mutable object of the JDK refers to no other mutable object. */
  public static boolean ownsItsParts(Class<?> type) {
    return isOneOf(type, OWNERS);
  }

  /** The names of the classes that are known to hold nothing. */
  static Set<String> withoutValues() {
    Set<String> all = new HashSet<>(OWNERS);
    all.addAll(WITHOUT_VALUES);
    return all;
  }

  /** Returns whether the objects of a class of the JDK hold no object that a program has made. */
  public static boolean holdsNothing(Class<?> type) {
    return HOLDS_NOTHING.get(type);
  }

  /** Returns whether the fields of a class can hold only numbers, strings and the like. */
  public static boolean hasPlainFields(Class<?> type) {
    return HAS_PLAIN_FIELDS.get(type);
  }

  /**
   * Returns whether the objects of just this class have no state: they consist of nothing, or of
   * final names, as a socket option does.
   */
  // A number might be the address of memory that changes.
  public static boolean hasNoState(Class<?> type) {
    return fields(type)
        .allMatch(field ->
            Modifier.isFinal(field.getModifiers())
                && (field.getType() == String.class || field.getType() == Class.class));
  }

  private static Stream<Field> fields(Class<?> type) {
    return Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
        .flatMap(c -> Arrays.stream(c.getDeclaredFields()))
        .filter(field -> !Modifier.isStatic(field.getModifiers()));
  }

  /** Returns whether, by its name and fields, no value of this type ever changes. */
  public static boolean isImmutable(Class<?> type) {
    return IS_IMMUTABLE.get(type);
  }

  /**
   * Returns whether no value of a declared type, or of a type below it, ever changes, nor anything
   * that it leads to. A field of a type like {@code BigDecimal} may hold an object of the program.
   */
  public static boolean isImmutableThroughout(Class<?> type) {
    return IS_IMMUTABLE_THROUGHOUT.get(type);
  }

  /**
   * Returns whether the declaration of a field shows that neither its value nor anything that the
   * value leads to ever changes.
   */
  public static boolean neverChanges(Type declared) {
    return declared instanceof Class<?> type
        ? isImmutable(type) && !hasElements(type)
        : neverChanges(declared, false, new HashSet<>());
  }

  /**
   * Returns whether the declaration of a container shows that its elements never change, or that
   * several threads may use them.
   */
  public static boolean hasHarmlessElements(Type declared) {
    return declared instanceof ParameterizedType of
        && Arrays.stream(of.getActualTypeArguments())
            .allMatch(one ->
                neverChanges(one)
                    || one instanceof Class<?> type && isThreadSafe(type) && !hasElements(type));
  }

  private static boolean neverChanges(Type declared, boolean throughout, Set<Class<?>> above) {
    return switch (declared) {
      case Class<?> type -> isImmutable(type, throughout, above) && !hasElements(type);
      case ParameterizedType of -> {
        Class<?> type = (Class<?>) of.getRawType();
        yield isImmutable(type, throughout, above)
            && (type == Class.class
                || isDeclared(type, "Immutable")
                || Arrays.stream(of.getActualTypeArguments())
                    .allMatch(argument -> neverChanges(argument, throughout, above)));
      }
      case WildcardType any -> neverChanges(any.getUpperBounds()[0], throughout, above);
      default -> false;
    };
  }

  /**
   * Returns whether the fields of a type show that its values never change.
   *
   * @param throughout whether a type of the JDK counts only if programs cannot extend it
   * @param above the types whose fields lead to this one; that such a type leads to itself changes
   *     nothing
   */
  private static boolean isImmutable(Class<?> type, boolean throughout, Set<Class<?>> above) {
    if (type.isPrimitive()
        || isKnown(type, IMMUTABLE) && (!throughout || isClosed(type))
        || isOfTime(type)
        || isOfJdk(type) && Enum.class.isAssignableFrom(type)
        || isDeclared(type, "Immutable")
        || !above.add(type)) {
      return true;
    }
    boolean isEnum = Enum.class.isAssignableFrom(type);
    // The JDK hides what its own records refer to: a collector holds functions of the program.
    boolean isRecord = type.isRecord() && !isOfJdk(type);
    if (!isRecord && !isEnum && !type.isInterface()) {
      return false;
    }
    // Constants of an enum may have classes of their own.
    boolean isOpen = !Modifier.isFinal(type.getModifiers());
    return (!isOpen || haveImmutableKinds(type, throughout, above))
        && haveImmutableFields(type, throughout, above);
  }

  /** Returns whether all classes below a type are known, and their values never change. */
  private static boolean haveImmutableKinds(
      Class<?> type, boolean throughout, Set<Class<?>> above) {
    return type.isSealed()
        && Arrays.stream(type.getPermittedSubclasses())
            .allMatch(kind -> isImmutable(kind, throughout, above));
  }

  /** Returns whether the fields of a record, or of an enum's constants, never change. */
  private static boolean haveImmutableFields(
      Class<?> type, boolean throughout, Set<Class<?>> above) {
    for (Class<?> c = type; c != null && !isOfJdk(c); c = c.getSuperclass()) {
      boolean isConstant =
          Arrays.stream(c.getDeclaredFields())
              .filter(field -> !Modifier.isStatic(field.getModifiers()))
              .allMatch(field ->
                  Modifier.isFinal(field.getModifiers())
                      && neverChanges(field.getGenericType(), throughout, above));
      if (!isConstant) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a type is one of the values of {@code java.time}. Its open types are not, since
   * a program may implement them: a clock may count. Its hidden classes may lead to anything.
   */
  private static boolean isOfTime(Class<?> type) {
    return type.getName().startsWith("java.time.")
        && Modifier.isPublic(type.getModifiers())
        && isClosed(type)
        && !type.isHidden()
        && type != DateTimeFormatterBuilder.class;
  }

  /**
   * Returns whether a type of the JDK has no subclass of the program; of other types, {@link
   * #isImmutable} has looked at the subclasses.
   */
  public static boolean isClosed(Class<?> type) {
    return !isOfJdk(type)
        || type.isPrimitive()
        || Modifier.isFinal(type.getModifiers())
        || type.isSealed()
        || Enum.class.isAssignableFrom(type);
  }

  /**
   * Returns whether a type is listed. What the program makes of a class or an interface of the JDK
   * is not.
   */
  private static boolean isKnown(Class<?> type, Set<String> names) {
    return isKnown(type, names, isOfJdk(type));
  }

  private static boolean isKnown(Class<?> type, Set<String> names, boolean isOfJdk) {
    return type != null
        && isOfJdk(type) == isOfJdk
        && (names.contains(type.getName())
            || isKnown(type.getSuperclass(), names, isOfJdk)
            || Arrays.stream(type.getInterfaces()).anyMatch(i -> isKnown(i, names, isOfJdk)));
  }

  /**
   * Returns whether values of this type are containers for others, about which the type itself
   * shows nothing.
   */
  public static boolean hasElements(Class<?> type) {
    return type != Class.class
        && (type.getTypeParameters().length > 0
            || !isOfJdk(type) && isConcurrent(type)
            || isOneOf(
                type,
                Set.of(
                    "clojure.lang.IPersistentCollection",
                    "clojure.lang.IRef",
                    "java.io.PrintStream",
                    "java.lang.Thread")));
  }

  /** Returns whether several threads may use a value of this type at a time. */
  public static boolean isThreadSafe(Class<?> type) {
    return IS_THREAD_SAFE.get(type);
  }

  /**
   * Returns whether a class of the program, which several threads may not use, has a type of the
   * JDK above it that several threads may use.
   */
  public static boolean isTakenForSafe(Class<?> type) {
    return type != null
        && (isOfJdk(type)
            ? isThreadSafe(type) && !hasElements(type)
            : !isThreadSafe(type)
                && (isTakenForSafe(type.getSuperclass())
                    || Arrays.stream(type.getInterfaces()).anyMatch(Types::isTakenForSafe)));
  }

  /**
   * Returns whether the program promises that the values of a type, with all objects they refer to,
   * never change, or that several threads may use them.
   */
  public static boolean isDeclared(Class<?> type) {
    return isDeclared(type, "Immutable") || isDeclared(type, "ThreadSafe");
  }

  /** Returns whether a type has an annotation, of any package, that is kept at run time. */
  private static boolean isDeclared(Class<?> type, String annotation) {
    return Arrays.stream(type.getDeclaredAnnotations())
        .anyMatch(a -> a.annotationType().getSimpleName().equals(annotation));
  }

  /**
   * Returns whether a type that several threads may use holds no data of the program: what it does
   * is seen outside.
   */
  public static boolean isService(Class<?> type) {
    return isOneOf(type, SERVICES);
  }

  /**
   * Returns whether a type that several threads may use has data that changes, as a counter has.
   */
  public static boolean isChangingData(Class<?> type) {
    return isThreadSafe(type)
        && !isImmutable(type)
        && !isDeclared(type)
        && !isService(type)
        && !isOneOf(type, CONTROLS);
  }

  private static boolean isConcurrent(Class<?> type) {
    return isOfJdk(type)
        ? type.getPackageName().startsWith("java.util.concurrent")
        : isOneOf(type, CONCURRENT);
  }

  /** Returns whether a type, or one above it, has one of some names. */
  static boolean isOneOf(Class<?> type, Set<String> names) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (names.contains(c.getName())
          || Arrays.stream(c.getInterfaces()).anyMatch(i -> isOneOf(i, names))) {
        return true;
      }
    }
    return false;
  }
}
