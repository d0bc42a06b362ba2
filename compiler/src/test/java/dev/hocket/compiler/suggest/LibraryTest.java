package dev.hocket.compiler.suggest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.compiler.suggest.library.Library;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
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
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs each entry of {@code jdk.txt}. */
class LibraryTest {
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
          LibraryTest::properties,
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
          LibraryTest::ranTask,
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

  private static Class<?> type(String name) throws ClassNotFoundException {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      int dot = name.lastIndexOf('.');
      return Class.forName(name.substring(0, dot) + "$" + name.substring(dot + 1));
    }
  }

  private static List<Object> samples(Class<?> type) {
    return SAMPLES.stream()
        .<Object>map(Supplier::get)
        .filter(each -> type.isInstance(each))
        .filter(each -> type != Object.class || each instanceof List)
        .toList();
  }

  /** All that an object holds, as far as it can be written. */
  private static String image(Object object) throws Exception {
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

  private static Object[] arguments(Class<?>[] types, Object receiver) {
    return Stream.of(types).map(each -> argument(each, receiver)).toArray();
  }

  /**
   * Calls some methods of a type.
   *
   * @param object whether they must leave their object as it is
   * @param argument whether they must leave their arguments as they are
   */
  private static void call(
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

  private static List<String> wrongMethods(String word, boolean object) throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, Set<String>> entry : Library.jdk().methods(word).entrySet()) {
      Class<?> type = type(entry.getKey());
      if (!Modifier.isPublic(type.getModifiers())) {
        continue; // AbstractStringBuilder: its methods are called on StringBuilder.
      }
      Set<String> names = entry.getValue();
      call(type, method -> names.contains(method.getName()), object, true, wrong);
    }
    return wrong;
  }

  /** What {@code inert} methods, called with all samples, must not change. */
  private static List<Object> ofTheProgram() {
    return Arrays.asList(
        // The first query of the zone sets the property 'user.timezone'.
        java.util.TimeZone.getDefault(),
        System.getProperties().clone(),
        Locale.getDefault(),
        Thread.getDefaultUncaughtExceptionHandler(),
        System.in,
        System.out,
        System.err);
  }

  @Test
  void inertMethods_leaveWhatTheProgramUses() throws Exception {
    List<Object> before = ofTheProgram();
    List<String> wrong = new ArrayList<>();
    for (String name : Library.jdk().types("inert")) {
      if (name.startsWith("javafx.")) {
        continue; // It is not here.
      }
      Class<?> type = type(name);
      Set<String> some = Library.jdk().methods("inert").get(name);
      if (!name.contains("java.awt.EventQueue") && !name.startsWith("javax.swing.")) {
        call(
            type,
            method ->
                Modifier.isStatic(method.getModifiers())
                    && (some == null || some.contains(method.getName())),
            true,
            false,
            wrong);
      }
    }
    assertEquals(List.of(), wrong);
    assertEquals(before, ofTheProgram());
  }

  @ParameterizedTest
  @ValueSource(strings = {"asks", "inert"})
  void methodsOfTheWholeProgram_areStatic(String word) throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, Set<String>> entry : Library.jdk().methods(word).entrySet()) {
      if (entry.getKey().startsWith("javafx.")) {
        continue; // It is not here.
      }
      Set<String> left = new HashSet<>(entry.getValue());
      for (Method each : type(entry.getKey()).getMethods()) {
        if (Modifier.isStatic(each.getModifiers())) {
          left.remove(each.getName());
        }
      }
      left.forEach(each -> wrong.add(entry.getKey() + ": " + each));
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void methodsThatShow_areThere() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, Set<String>> entry : Library.jdk().methods("shows").entrySet()) {
      if (entry.getKey().startsWith("javafx.")) {
        continue; // It is not here.
      }
      Set<String> left = new HashSet<>(entry.getValue());
      for (Method each : type(entry.getKey()).getDeclaredMethods()) {
        left.remove(each.getName());
      }
      left.forEach(each -> wrong.add(entry.getKey() + ": " + each));
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void methodsThatRead_leaveObjectAndArgumentsAsTheyAre() throws Exception {
    assertEquals(List.of(), wrongMethods("reads", true));
  }

  @Test
  void methodsThatStore_leaveArgumentsAsTheyAre() throws Exception {
    assertEquals(List.of(), wrongMethods("stores", false));
  }

  /** Two calls add twice the same number. */
  @Test
  void methodsThatCount_addAFixedNumber() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, Set<String>> entry : Library.jdk().methods("counts").entrySet()) {
      Class<?> type = type(entry.getKey());
      Set<String> left = new HashSet<>(entry.getValue());
      for (Method each : type.getMethods()) {
        if (entry.getValue().contains(each.getName())) {
          Number number = (Number) type.getConstructor().newInstance();
          each.invoke(number);
          long once = number.longValue();
          each.invoke(number);
          if (once != 0 && number.longValue() == 2 * once) {
            left.remove(each.getName());
          }
        }
      }
      left.forEach(each -> wrong.add(entry.getKey() + ": " + each));
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void values_keepTheirContents() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (String name : Library.jdk().types("value")) {
      Class<?> type = type(name);
      if (samples(type).isEmpty()) {
        wrong.add("no sample of " + name);
      }
      call(type, method -> isHarmless(method), true, false, wrong);
    }
    assertEquals(List.of(), wrong);
  }

  /** Methods that write files are left out. */
  private static boolean isHarmless(Method method) {
    boolean isOfObject = method.getDeclaringClass() == Object.class;
    return !isOfObject
        && !Modifier.isStatic(method.getModifiers())
        && !method.getName().matches("create.*|delete.*|mkdirs?|renameTo|set.*|register|reset.*");
  }

  @Test
  void copies_haveNothingInCommonWithTheirArguments() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (String name : Library.jdk().types("copies")) {
      for (Constructor<?> each : type(name).getConstructors()) {
        Object[] arguments = arguments(each.getParameterTypes(), null);
        String given = image(arguments);
        Object made;
        try {
          made = each.newInstance(arguments);
        } catch (InvocationTargetException e) {
          continue;
        }
        change(made);
        if (!given.equals(image(arguments))) {
          wrong.add(each.toString());
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void fresh_returnNothingThatTheyGot() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, Set<String>> entry : Library.jdk().methods("fresh").entrySet()) {
      Class<?> type = type(entry.getKey());
      for (Method each : type.getMethods()) {
        boolean isListed = entry.getValue().contains(each.getName()) && !each.isBridge();
        Object[] given = arguments(each.getParameterTypes(), null);
        boolean isPossible = isListed && Arrays.stream(given).noneMatch(Objects::isNull);
        List<Object> objects =
            Modifier.isStatic(each.getModifiers()) ? Arrays.asList((Object) null) : samples(type);
        for (Object object : isPossible ? objects : List.of()) {
          Object made;
          try {
            made = each.invoke(object, given);
          } catch (InvocationTargetException e) {
            continue; // The sample does not fit.
          }
          for (Object one : given) {
            boolean isContainer = one.getClass().isArray() || one instanceof Collection;
            if (isContainer && made == one && isChangeable(made)) {
              wrong.add(each.toString());
            }
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  /** Copies of unchangeable collections may be the same. */
  private static boolean isChangeable(Object made) {
    try {
      return made.getClass().isArray() || ((Collection<?>) made).removeIf(each -> true);
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  @Test
  void plain_haveOnlyFieldsWithoutObjects() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (String name : Library.jdk().types("plain")) {
      for (Class<?> type = type(name); type != Object.class; type = type.getSuperclass()) {
        Arrays.stream(type.getDeclaredFields())
            .filter(field -> !Modifier.isStatic(field.getModifiers()))
            .filter(field -> !field.getType().isPrimitive())
            .filter(field ->
                !field.getType().isArray() || !field.getType().componentType().isPrimitive())
            .forEach(field -> wrong.add(field.toString()));
      }
    }
    assertEquals(List.of(), wrong);
  }

  /** A function that cannot change has final fields. */
  @Test
  void makes_returnFunctionsThatNeverChange() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, Set<String>> entry : Library.jdk().methods("makes").entrySet()) {
      Class<?> type = type(entry.getKey());
      Object sample = FUNCTIONS.get(type);
      for (Method each : type.getMethods()) {
        if (entry.getValue().contains(each.getName()) && !each.isBridge()) {
          Object[] given =
              Arrays.stream(each.getParameterTypes()).map(FUNCTIONS::get).toArray(Object[]::new);
          Object made = each.invoke(sample, given);
          Arrays.stream(made.getClass().getDeclaredFields())
              .filter(field -> !Modifier.isFinal(field.getModifiers()))
              .filter(field -> !Modifier.isStatic(field.getModifiers()))
              .forEach(field -> wrong.add(each + ": " + field));
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  private static final Map<Class<?>, Object> FUNCTIONS =
      Map.ofEntries(
          Map.entry(Comparator.class, Comparator.naturalOrder()),
          Map.entry(Function.class, Function.identity()),
          Map.entry(UnaryOperator.class, UnaryOperator.identity()),
          Map.entry(BiFunction.class, (BiFunction<?, ?, ?>) (one, other) -> one),
          Map.entry(BinaryOperator.class, (BinaryOperator<?>) (one, other) -> one),
          Map.entry(Consumer.class, (Consumer<?>) each -> {}),
          Map.entry(Predicate.class, (Predicate<?>) each -> true),
          Map.entry(BiPredicate.class, (BiPredicate<?, ?>) (one, other) -> true),
          Map.entry(ToIntFunction.class, (ToIntFunction<?>) each -> 1),
          Map.entry(ToLongFunction.class, (ToLongFunction<?>) each -> 1L),
          Map.entry(ToDoubleFunction.class, (ToDoubleFunction<?>) each -> 1.0),
          Map.entry(Object.class, "a"),
          Map.entry(java.util.regex.Pattern.class, java.util.regex.Pattern.compile("a")));

  private static void change(Object made) {
    switch (made) {
      case Collection<?> collection -> collection.clear();
      case Map<?, ?> map -> map.clear();
      default -> ((StringBuilder) made).setLength(0);
    }
  }

  /** A change, to be made by two threads at once, and how often it has happened. */
  private record Counted(Runnable change, IntSupplier count) {}

  private static Counted adding(Collection<Object> collection) {
    return new Counted(() -> collection.add(new Object()), collection::size);
  }

  private static Counted sorted(Collection<Integer> collection) {
    AtomicInteger next = new AtomicInteger();
    return new Counted(() -> collection.add(next.getAndIncrement()), collection::size);
  }

  private static Counted putting(Map<Integer, String> map) {
    AtomicInteger next = new AtomicInteger();
    return new Counted(() -> map.put(next.getAndIncrement(), "a"), map::size);
  }

  private static Counted locked(java.util.concurrent.locks.Lock lock) {
    int[] count = {0};
    return new Counted(
        () -> {
          lock.lock();
          count[0]++;
          lock.unlock();
        },
        () -> count[0]);
  }

  /** A type for each line of shared types; interfaces stand for the classes behind them. */
  private static final Map<String, Supplier<Counted>> SHARED =
      Map.ofEntries(
          Map.entry("ConcurrentHashMap", () -> putting(new ConcurrentHashMap<>())),
          Map.entry("ConcurrentMap", () -> putting(new ConcurrentHashMap<>())),
          Map.entry("ConcurrentSkipListMap", () -> putting(new ConcurrentSkipListMap<>())),
          Map.entry("ConcurrentSkipListSet", () -> sorted(new ConcurrentSkipListSet<>())),
          Map.entry("ConcurrentLinkedDeque", () -> adding(new ConcurrentLinkedDeque<>())),
          Map.entry("ConcurrentLinkedQueue", () -> adding(new ConcurrentLinkedQueue<>())),
          Map.entry("CopyOnWriteArrayList", () -> adding(new CopyOnWriteArrayList<>())),
          Map.entry("CopyOnWriteArraySet", () -> adding(new CopyOnWriteArraySet<>())),
          Map.entry("ArrayBlockingQueue", () -> adding(new ArrayBlockingQueue<>(9_999))),
          Map.entry("BlockingQueue", () -> adding(new LinkedBlockingQueue<>())),
          Map.entry("BlockingDeque", () -> adding(new LinkedBlockingDeque<>())),
          Map.entry("LinkedBlockingQueue", () -> adding(new LinkedBlockingQueue<>())),
          Map.entry("LinkedBlockingDeque", () -> adding(new LinkedBlockingDeque<>())),
          Map.entry("PriorityBlockingQueue", () -> sorted(new PriorityBlockingQueue<>())),
          Map.entry("AtomicInteger", () -> of(new AtomicInteger())),
          Map.entry("Lock", () -> locked(new java.util.concurrent.locks.ReentrantLock())),
          Map.entry("ReentrantLock", () -> locked(new java.util.concurrent.locks.ReentrantLock())));

  private static Counted of(AtomicInteger number) {
    return new Counted(number::incrementAndGet, number::get);
  }

  @Test
  void shared_countChangesOfTwoThreads() throws Exception {
    for (Map.Entry<String, Supplier<Counted>> each : SHARED.entrySet()) {
      Counted counted = each.getValue().get();
      Runnable changes = () -> IntStream.range(0, 500).forEach(i -> counted.change().run());
      Thread other = new Thread(changes);
      other.start();
      changes.run();
      other.join();
      assertEquals(1000, counted.count().getAsInt(), each.getKey());
    }
    for (String name : Library.jdk().types("shared")) {
      type(name);
    }
  }
}
