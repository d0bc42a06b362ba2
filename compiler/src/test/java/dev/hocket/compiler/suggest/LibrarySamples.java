package dev.hocket.compiler.suggest;

import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Currency;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Objects of the types that {@code jdk.txt} lists, and calls of their methods. */
final class LibrarySamples {
  private LibrarySamples() {}

  private enum Size {
    SMALL
  }

  /** Makes objects of the listed types; the first that fits a type stands for it. */
  private static final List<Supplier<?>> SAMPLES =
      List.of(
          () -> new ArrayList<>(List.of("b", "a")),
          () -> new LinkedList<>(List.of("b", "a")),
          () -> new Vector<>(List.of("b", "a")),
          () -> new ArrayDeque<>(List.of("b", "a")),
          () -> new PriorityQueue<>(List.of("b", "a")),
          () -> new TreeSet<>(List.of("b", "a")),
          () -> new LinkedHashSet<>(List.of("b", "a")),
          () -> new HashSet<>(List.of("b", "a")),
          () -> new TreeMap<>(Map.of("a", "1", "b", "2")),
          () -> new LinkedHashMap<>(Map.of("a", "1", "b", "2")),
          () -> new HashMap<>(Map.of("a", "1", "b", "2")),
          () -> new Hashtable<>(Map.of("a", "1", "b", "2")),
          LibrarySamples::properties,
          () -> new EnumMap<>(Map.of(Size.SMALL, "1")),
          () -> new AbstractMap.SimpleEntry<>("a", "1"),
          () -> BitSet.valueOf(new long[] {5}),
          () -> new StringBuilder("ab"),
          () -> new StringJoiner(","),
          () -> new java.awt.event.ActionEvent("a", 1, "press"),
          () -> new java.awt.Point(1, 2),
          () -> Stream.of("b", "a"),
          () -> IntStream.of(2, 1),
          () -> LongStream.of(2, 1),
          () -> DoubleStream.of(2, 1),
          () -> "ab",
          () -> true,
          () -> (byte) 1,
          () -> 'a',
          () -> 1.5,
          () -> 1.5f,
          () -> 1,
          () -> 1L,
          () -> (short) 1,
          () -> String.class,
          java.awt.Cursor::getDefaultCursor,
          () -> java.math.BigDecimal.ONE,
          () -> java.math.BigInteger.TWO,
          () -> java.math.MathContext.DECIMAL32,
          () -> java.math.RoundingMode.UP,
          () -> new java.io.File("a"),
          () -> java.net.URI.create("a:b"),
          () -> java.nio.charset.StandardCharsets.UTF_8,
          () -> java.nio.file.Path.of("a"),
          () -> java.time.Duration.ofSeconds(1),
          () -> java.time.Instant.EPOCH,
          () -> java.time.LocalDate.EPOCH,
          () -> java.time.LocalDateTime.MIN,
          () -> java.time.LocalTime.NOON,
          () -> java.time.Period.ofDays(1),
          () -> java.time.ZoneId.of("Z"),
          () -> java.time.ZoneOffset.UTC,
          () -> java.time.ZonedDateTime.of(java.time.LocalDateTime.MIN, java.time.ZoneOffset.UTC),
          () -> java.time.format.DateTimeFormatter.ISO_DATE,
          () -> Currency.getInstance("EUR"),
          HexFormat::of,
          () -> Locale.ENGLISH,
          () -> Optional.of("a"),
          () -> OptionalDouble.of(1),
          () -> OptionalInt.of(1),
          () -> OptionalLong.of(1),
          () -> new UUID(1, 2),
          () -> java.util.regex.Pattern.compile("a"),
          () -> new ConcurrentHashMap<>(Map.of("a", "1")),
          () -> new LinkedBlockingQueue<>(List.of("a")),
          () -> new ArrayBlockingQueue<>(9, false, List.of("a")),
          () -> new ConcurrentLinkedQueue<>(List.of("a")),
          () -> new CopyOnWriteArrayList<>(List.of("a")),
          () -> new AtomicReference<>("a"),
          () -> new AtomicInteger(1),
          () -> new java.util.concurrent.atomic.AtomicLong(1),
          () -> new java.util.concurrent.atomic.AtomicBoolean(true),
          () -> java.util.concurrent.CompletableFuture.completedFuture("a"),
          LibrarySamples::ranTask,
          () -> new java.io.PrintStream(new ByteArrayOutputStream()));

  private static java.util.concurrent.FutureTask<String> ranTask() {
    java.util.concurrent.FutureTask<String> task = new java.util.concurrent.FutureTask<>(() -> "a");
    task.run();
    return task;
  }

  private static Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("a", "1");
    return properties;
  }

  /** Whether the tests have a type: JavaFX and logs are not here. */
  static boolean isHere(String name) {
    return !name.startsWith("javafx.") && !name.startsWith("org.");
  }

  static Class<?> type(String name) throws ClassNotFoundException {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      int dot = name.lastIndexOf('.');
      return Class.forName(name.substring(0, dot) + "$" + name.substring(dot + 1));
    }
  }

  static List<Object> samples(Class<?> type) {
    return SAMPLES.stream()
        .<Object>map(Supplier::get)
        .filter(each -> type.isInstance(each))
        .filter(each -> type != Object.class || each instanceof List)
        .toList();
  }

  /** All that an object holds, as far as it can be written. */
  static String image(Object object) throws Exception {
    if (object instanceof BaseStream || object instanceof Class || object instanceof Method) {
      return "";
    }
    if (object instanceof Object[] array) {
      StringBuilder all = new StringBuilder();
      for (Object each : array) {
        all.append(image(each)).append(';');
      }
      return all.toString();
    }
    if (object instanceof Serializable) {
      try {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(object);
        return HexFormat.of().formatHex(bytes.toByteArray());
      } catch (NotSerializableException e) {
        return object.toString();
      }
    }
    return String.valueOf(object);
  }

  /** An argument for a parameter; the sample's own argument is a container where one is taken. */
  private static Object argument(Class<?> type, Object receiver) {
    if (type.isInstance("a") && !(receiver instanceof EnumMap)) {
      return "a";
    }
    if (type == Object.class) {
      return Size.SMALL;
    }
    if (type.isPrimitive()) {
      return switch (type.getName()) {
        case "boolean" -> true;
        case "char" -> 'a';
        case "long" -> 1L;
        case "double" -> 1.0;
        case "float" -> 1f;
        case "byte" -> (byte) 1;
        case "short" -> (short) 1;
        default -> 0;
      };
    }
    if (type == Object[].class || type == String[].class) {
      return new String[] {"b", "a"};
    }
    if (type.isArray()) {
      return java.lang.reflect.Array.newInstance(type.getComponentType(), 2);
    }
    return type == Size.class ? Size.SMALL : samples(type).stream().findFirst().orElse(null);
  }

  static Object[] arguments(Class<?>[] types, Object receiver) {
    return Stream.of(types).map(each -> argument(each, receiver)).toArray();
  }

  /**
   * Calls some methods of a type.
   *
   * @param object whether they must leave their object as it is
   * @param argument whether they must leave their arguments as they are
   */
  static void call(
      Class<?> type, Predicate<Method> which, boolean object, boolean argument, List<String> wrong)
      throws Exception {
    int calls = 0;
    int samples = samples(type).size();
    for (Method method : type.getMethods()) {
      if (!which.test(method)) {
        continue;
      }
      boolean isStatic = Modifier.isStatic(method.getModifiers());
      for (int i = 0; i < (isStatic ? 1 : samples); i++) {
        Object receiver = isStatic ? null : samples(type).get(i);
        Object[] arguments = arguments(method.getParameterTypes(), receiver);
        String before = image(receiver);
        String given = image(arguments);
        try {
          method.invoke(receiver, arguments);
          calls++;
        } catch (InvocationTargetException | IllegalArgumentException e) {
          // A method that fails must leave all as it is, too.
        }
        if (object && !before.equals(image(receiver))
            || argument && !given.equals(image(arguments))) {
          wrong.add(method + " of " + (receiver == null ? "" : receiver.getClass()));
        }
      }
    }
    if (calls == 0) {
      wrong.add("never called: a method of " + type);
    }
  }
}
