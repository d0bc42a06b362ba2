package dev.hocket.flow.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.state.JdkMethods.Effect;
import dev.hocket.flow.state.JdkMethods.Kind;
import dev.hocket.flow.state.JdkMethods.Rule;
import java.io.Closeable;
import java.io.File;
import java.io.FileDescriptor;
import java.io.StringReader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.objectweb.asm.Type;

/**
 * Tests the rules for JDK methods. It calls each callable method; the objects that its result, its
 * object and its arguments refer to afterwards must be in its rule.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class JdkMethodsTest {
  /** Methods that would wait, or act on the whole program. */
  private static final Set<String> NOT_CALLED =
      Set.of(
          "wait",
          "notify",
          "notifyAll",
          "sleep",
          "take",
          "takeFirst",
          "takeLast",
          "gc",
          "put",
          "putFirst",
          "putLast",
          "printStackTrace",
          "setDefault",
          "setProperty",
          "exit",
          "generate",
          "iterate",
          "run",
          "yield");

  private static final Set<Class<?>> NAMES_OF_FILES =
      Set.of(String.class, File.class, FileDescriptor.class, Path.class);

  private static final int LEAST_CALLED = 900;

  private static Class<?> load(String name) {
    try {
      return name.endsWith("[]") ? Object[].class : Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static Set<String> types() {
    return JdkMethods.all().keySet().stream()
        .map(JdkMethodsTest::typeOf)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String typeOf(String rule) {
    String method = rule.contains("(") ? rule.substring(0, rule.indexOf('(')) : rule;
    return method.substring(0, method.lastIndexOf('.'));
  }

  private static Stream<Executable> executables(Class<?> type) {
    return Stream.concat(
        Arrays.stream(type.getMethods()).filter(m -> !m.isBridge()),
        Modifier.isAbstract(type.getModifiers())
            ? Stream.<Executable>of()
            : Arrays.stream(type.getConstructors()));
  }

  private static Rule rule(Class<?> type, Executable code) {
    return code instanceof Method method
        ? JdkMethods.find(
            Type.getInternalName(type), method.getName(), Type.getMethodDescriptor(method))
        : JdkMethods.find(
            Type.getInternalName(type),
            "<init>",
            Type.getConstructorDescriptor((Constructor<?>) code));
  }

  @Test
  void everyRule_isForAnExistingMethod() {
    Set<String> unused = new TreeSet<>(JdkMethods.all().keySet());
    unused.removeIf(name -> name.endsWith(".*") || name.contains("[]."));
    for (String name : types()) {
      Class<?> type = load(name);
      Stream<Executable> all =
          Stream.concat(executables(type), Arrays.stream(type.getDeclaredConstructors()));
      all.map(code -> rule(type, code))
          .filter(r -> r != null)
          .forEach(r -> unused.remove(r.name()));
    }
    assertEquals(Set.of(), unused.stream().filter(this::isStale).collect(Collectors.toSet()));
  }

  /**
   * Returns whether a rule is about no method; a rule of several types need not fit all of them.
   */
  private boolean isStale(String rule) {
    String method = rule.substring(typeOf(rule).length() + 1);
    return JdkMethods.all().entrySet().stream()
        .filter(e -> e.getKey().endsWith("." + method))
        .filter(e -> e.getValue().effects().equals(JdkMethods.all().get(rule).effects()))
        .noneMatch(e -> {
          Class<?> type = load(typeOf(e.getKey()));
          return Stream.concat(executables(type), Arrays.stream(type.getDeclaredConstructors()))
              .anyMatch(code -> rule(type, code) == e.getValue());
        });
  }

  @Test
  void everyCallableMethod_hasOnlyTheEffectsOfItsRule() {
    List<String> wrong = new ArrayList<>();
    int called = 0;
    for (String name : types()) {
      Class<?> type = load(name);
      for (Executable code : executables(type).toList()) {
        Rule rule = rule(type, code);
        if (rule != null && !NOT_CALLED.contains(code.getName()) && !opensAFile(code)) {
          called += check(type, code, rule, wrong) ? 1 : 0;
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertFalse(Files.exists(Path.of(Samples.TEXT)), "a call has written a file");
    int count = called;
    assertTrue(count >= LEAST_CALLED, () -> "only " + count + " methods were called");
  }

  /**
   * Returns whether code opens a file by a name that it gets, so that calling it could write one.
   */
  private static boolean opensAFile(Executable code) {
    return code instanceof Constructor<?>
        && Closeable.class.isAssignableFrom(code.getDeclaringClass())
        && code.getDeclaringClass() != StringReader.class
        && code.getParameterCount() > 0
        && NAMES_OF_FILES.contains(code.getParameterTypes()[0]);
  }

  @Test
  void collectorsThatPassElementsOn_putNoneIntoTheResult() {
    Set<String> kept = new TreeSet<>();
    int collected = 0;
    for (Method method : Collectors.class.getMethods()) {
      Rule rule = rule(Collectors.class, method);
      if (rule != null && rule.effects().stream().anyMatch(e -> e.kind() == Kind.PASSES)) {
        Object element = new StringBuilder();
        boolean toCode = rule.effects().contains(new Effect(Kind.PASSES, JdkMethods.FUNCTION, 0));
        Object result = Stream.of(element).collect(collector(method, toCode));
        if (Heap.reach(result).contains(element)) {
          kept.add(method.toString());
        }
        collected++;
      }
    }
    assertEquals(Set.of(), kept);
    assertTrue(collected > 20, "only " + collected + " collectors");
  }

  /** Makes a collector; others in it take what they get only if that is of functions. */
  private static Collector<Object, ?, ?> collector(Method method, boolean takes) {
    Samples samples = new Samples();
    Object[] arguments =
        Arrays.stream(method.getParameterTypes())
            .map(type ->
                switch (type.getSimpleName()) {
                  case "Collector" -> takes ? Collectors.toList() : Collectors.counting();
                  case "Supplier" -> (Supplier<Object>) ConcurrentHashMap::new;
                  default -> samples.of(type);
                })
            .toArray();
    try {
      return cast(method.invoke(null, arguments));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(method.toString(), e);
    }
  }

  @SuppressWarnings("unchecked")
  private static Collector<Object, ?, ?> cast(Object collector) {
    return (Collector<Object, ?, ?>) collector;
  }

  /** Calls a method; false if it cannot be called. */
  private static boolean check(Class<?> type, Executable code, Rule rule, List<String> wrong) {
    boolean isStatic = Modifier.isStatic(code.getModifiers()) || code instanceof Constructor<?>;
    Samples samples = new Samples();
    Object receiver = isStatic ? null : samples.of(type);
    if (!isStatic && receiver == null) {
      return false;
    }
    Object[] arguments = samples.all(code.getParameterTypes());
    List<Object> numbered = new ArrayList<>();
    numbered.add(receiver);
    numbered.addAll(Arrays.asList(arguments));
    List<Set<Object>> before = numbered.stream().map(Heap::reach).toList();
    List<String> looks = numbered.stream().map(Samples::look).toList();
    Object result;
    try {
      result =
          code instanceof Method method
              ? method.invoke(receiver, arguments)
              : ((Constructor<?>) code).newInstance(arguments);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return false;
    }
    if (code instanceof Constructor<?>) {
      numbered.set(0, result);
    }
    new Outcome(type, code, rule, numbered, before, looks, samples, wrong).check(result);
    return true;
  }

  /** The effects of a call, to be compared with its rule. */
  private record Outcome(
      Class<?> type,
      Executable code,
      Rule rule,
      List<Object> values,
      List<Set<Object>> before,
      List<String> looks,
      Samples samples,
      List<String> wrong) {

    void check(Object result) {
      boolean isMade = code instanceof Constructor<?>;
      if (!isMade) {
        leads("its result", Heap.reach(result), JdkMethods.RESULT);
      }
      for (int i = 0; i < values.size(); i++) {
        Set<Object> more = Heap.reach(values.get(i));
        more.removeAll(before.get(i));
        more.remove(values.get(i));
        // A stream with a next stage cannot be used any more.
        if (!(values.get(i) instanceof BaseStream<?, ?>)) {
          leads(i == 0 ? "the object" : "argument " + i, more, i);
        }
        boolean isChanged =
            !(isMade && i == 0) && !looks.get(i).equals(Samples.look(values.get(i)));
        if (isChanged && !mayChange(i)) {
          wrong.add(rule.name() + " changes " + i + ": " + code);
        }
      }
    }

    private boolean mayChange(int number) {
      return rule.effects().stream()
          .anyMatch(e ->
              (e.kind() == Kind.CHANGES || e.kind() == Kind.WRITES) && e.what() == number
                  || (e.kind() == Kind.KEEPS || e.kind() == Kind.ADDS) && e.in() == number);
    }

    /** Checks the objects to which a value refers after the call. */
    private void leads(String what, Set<Object> to, int in) {
      for (int i = 0; i < values.size(); i++) {
        Object value = values.get(i);
        if (value == null || !Samples.isMutable(value) || i == in) {
          continue;
        }
        boolean whole = to.contains(value);
        boolean part = samples.parts(value).stream().anyMatch(to::contains);
        if (whole && !says(i, in, Set.of(Kind.IS, Kind.HOLDS, Kind.BEHIND, Kind.KEEPS))) {
          wrong.add(rule.name() + ": " + what + " leads to " + i + ": " + code);
        } else if (part
            && !says(
                i,
                in,
                Set.of(
                    Kind.IS,
                    Kind.OF,
                    Kind.HOLDS,
                    Kind.COPIES,
                    Kind.BEHIND,
                    Kind.KEEPS,
                    Kind.ADDS))) {
          wrong.add(rule.name() + ": " + what + " leads to what is in " + i + ": " + code);
        }
      }
      boolean ofFunction = samples.results().stream().anyMatch(to::contains);
      Set<Kind> any = Set.of(Kind.IS, Kind.HOLDS, Kind.COPIES, Kind.KEEPS);
      if (ofFunction && !says(JdkMethods.FUNCTION, in, any)) {
        wrong.add(rule.name() + ": " + what + " leads to a function's result: " + code);
      }
    }

    private boolean says(int number, int in, Set<Kind> kinds) {
      boolean isCollected = number <= 0 && in == JdkMethods.RESULT;
      for (Effect effect : rule.effects()) {
        if (effect.kind() == Kind.FILLS && isCollected) {
          return true;
        }
        boolean isOfResult =
            Set.of(Kind.IS, Kind.OF, Kind.HOLDS, Kind.COPIES).contains(effect.kind());
        int where = isOfResult ? JdkMethods.RESULT : effect.in();
        boolean isSame = effect.what() == number && kinds.contains(effect.kind());
        if (isSame && (where == in || in == JdkMethods.RESULT && leadsTo(where))) {
          return true;
        }
      }
      return false;
    }

    /**
     * Returns whether the result may lead to a value, and so to the objects that this value keeps.
     */
    private boolean leadsTo(int number) {
      return rule.effects().stream()
          .anyMatch(e ->
              e.what() == number
                  && Set.of(Kind.IS, Kind.HOLDS, Kind.BEHIND, Kind.OF, Kind.COPIES)
                      .contains(e.kind()));
    }
  }
}
