package dev.hocket.compiler.suggest;

import static dev.hocket.compiler.suggest.LibrarySamples.arguments;
import static dev.hocket.compiler.suggest.LibrarySamples.call;
import static dev.hocket.compiler.suggest.LibrarySamples.image;
import static dev.hocket.compiler.suggest.LibrarySamples.samples;
import static dev.hocket.compiler.suggest.LibrarySamples.type;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.compiler.suggest.library.Library;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs each entry of {@code jdk.txt}. */
class LibraryTest {
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
      if (!LibrarySamples.isHere(name)) {
        continue;
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
      if (!LibrarySamples.isHere(entry.getKey())) {
        continue;
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
  void eachLine_beginsWithAWordThatIsExplained() throws Exception {
    try (InputStream file = Library.class.getResourceAsStream("jdk.txt")) {
      List<String> lines = new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      Set<String> words = new HashSet<>();
      lines.stream()
          .filter(line -> line.startsWith("#   "))
          .forEach(line -> words.add(line.strip().split("[ ]+")[1]));
      assertEquals(
          List.of(),
          lines.stream()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .filter(line -> !words.contains(line.split(" ")[0]))
              .toList());
    }
  }

  @Test
  void methodsThatShow_areThere() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, Set<String>> entry : Library.jdk().methods("shows").entrySet()) {
      if (!LibrarySamples.isHere(entry.getKey())) {
        continue;
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
      if (!LibrarySamples.isHere(name)) {
        continue;
      }
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
}
