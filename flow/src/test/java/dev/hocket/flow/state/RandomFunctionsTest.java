package dev.hocket.flow.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.functions.ReadOnly;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that accepted random functions keep their state: no value refers to a mutable object of the
 * state, and a flow gives the same results in one section and in several.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RandomFunctionsTest {
  private static final long SEED = Long.getLong("hocket.seed", new Random().nextLong());
  private static final int FUNCTIONS = Integer.getInteger("hocket.functions", 200);
  private static final int PACKETS = 60;

  private static List<Class<?>> functions;

  /** Writes and compiles the functions, once for all tests. */
  @BeforeAll
  static void makeFunctions(@TempDir Path folder) throws IOException, ClassNotFoundException {
    StringBuilder text =
        new StringBuilder(
            "import dev.hocket.flow.functions.Function;\nimport java.nio.*;\nimport java.util.*;\n"
                + "import java.util.stream.*;\n\npublic final class Random {\n");
    for (int i = 0; i < FUNCTIONS; i++) {
      text.append(RandomFunctions.write("F" + i, random(i)));
    }
    Path file = folder.resolve("Random.java");
    Files.writeString(file, text + "}\n");
    StringWriter said = new StringWriter();
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(
                said,
                null,
                null,
                List.of("-proc:none", "-g", "-d", folder.toString(), "-cp", classPath()),
                null,
                ToolProvider.getSystemJavaCompiler()
                    .getStandardFileManager(null, null, null)
                    .getJavaFileObjects(file))
            .call();
    assertTrue(compiled, () -> "-Dhocket.seed=" + SEED + "\n" + said);
    ClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, RandomFunctionsTest.class.getClassLoader());
    functions = new ArrayList<>();
    for (int i = 0; i < FUNCTIONS; i++) {
      functions.add(Class.forName("Random$F" + i, true, loader));
    }
  }

  /** Random numbers that differ from the start even for successive functions. */
  private static Random random(int function) {
    return new Random(new SplittableRandom(SEED + function).nextLong());
  }

  private static String classPath() throws IOException {
    try {
      return Path.of(Function.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (java.net.URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private static boolean isAccepted(Class<?> type) {
    String descriptor = "(Ljava/lang/String;)Ljava/lang/Object;";
    return StateAnalysis.of(type, "f", descriptor, false, ReadOnly.class).leaks().isEmpty();
  }

  @Test
  void noValueOfAnAcceptedFunction_leadsToMutableState() throws Exception {
    int accepted = 0;
    int refusedInVain = 0;
    List<String> wrong = new ArrayList<>();
    for (Class<?> type : functions) {
      boolean isAccepted = isAccepted(type);
      Optional<Boolean> leaks = leaks(type);
      if (leaks.isEmpty()) {
        continue;
      }
      accepted += isAccepted ? 1 : 0;
      refusedInVain += !isAccepted && !leaks.get() ? 1 : 0;
      if (isAccepted && leaks.get()) {
        wrong.add(type.getSimpleName() + " of -Dhocket.seed=" + SEED);
      }
    }
    assertEquals(List.of(), wrong, () -> text(wrong.getFirst()));
    int taken = accepted;
    int inVain = refusedInVain;
    assertTrue(taken >= FUNCTIONS / 8, () -> taken + " accepted, " + inVain + " refused in vain");
  }

  private static String text(String wrong) {
    int number = Integer.parseInt(wrong.substring(1, wrong.indexOf(' ')));
    return RandomFunctions.write("F" + number, random(number));
  }

  /** Whether a value leads to mutable state; nothing if a call throws. */
  private static Optional<Boolean> leaks(Class<?> type) throws ReflectiveOperationException {
    Object object = type.getConstructor().newInstance();
    Method method = type.getMethod("f", String.class);
    boolean leaks = false;
    for (int packet = 0; packet < 4; packet++) {
      try {
        Object value = method.invoke(object, "packet" + packet);
        Set<Object> state = Heap.reach(object);
        List<Object> fields = fields(object);
        leaks |=
            Heap.reach(value).stream()
                .anyMatch(part ->
                    isMutable(part) && state.contains(part)
                        || part instanceof byte[] && fields.stream().anyMatch(f -> f == part));
      } catch (java.lang.reflect.InvocationTargetException e) {
        return Optional.empty();
      }
    }
    return Optional.of(leaks);
  }

  private static List<Object> fields(Object object) throws IllegalAccessException {
    List<Object> values = new ArrayList<>();
    for (java.lang.reflect.Field field : object.getClass().getDeclaredFields()) {
      field.setAccessible(true);
      values.add(field.get(object));
    }
    return values;
  }

  /**
   * Returns whether an object is mutable; arrays of bytes do not count, because strings share
   * theirs.
   */
  private static boolean isMutable(Object part) {
    boolean isMutable =
        part instanceof Collection<?>
            || part instanceof Map<?, ?>
            || part instanceof StringBuilder
            || part instanceof java.nio.Buffer
            || part instanceof String[]
            || part instanceof Map.Entry<?, ?>;
    return isMutable && !part.getClass().getName().matches(".*(Immutable|KeyValueHolder).*");
  }

  /** The source of the flows. */
  static final class Ends {
    private long next;

    @Function(source = true)
    Object lines(long count) {
      return next < count ? "line " + next++ : Flow.END;
    }
  }

  /**
   * A function that reads a value, waits a little while the first function continues, and reads it
   * again.
   */
  static final class Look {
    @Function
    static String look(Object value) {
      String first = said(value);
      for (int i = 0; i < 300; i++) {
        Thread.onSpinWait();
      }
      return first + " " + said(value);
    }

    private static String said(Object value) {
      return switch (value) {
        case byte[] bytes -> java.util.Arrays.toString(bytes);
        case Object[] array -> java.util.Arrays.stream(array).map(Look::said).toList().toString();
        case java.nio.ByteBuffer buffer -> java.util.Arrays.toString(buffer.array());
        case Optional<?> optional -> said(optional.get());
        case Map.Entry<?, ?> entry -> entry.getKey() + "=" + said(entry.getValue());
        case java.util.Iterator<?> any -> "iterator";
        case java.util.stream.BaseStream<?, ?> any -> "stream";
        default -> value.toString();
      };
    }
  }

  @Test
  void flowsOfAcceptedFunctions_giveTheSameInOneSectionAndInSeveral() throws Exception {
    for (Class<?> type : functions.stream().filter(RandomFunctionsTest::isAccepted).toList()) {
      Library library = Library.of(type).and(Library.of(Ends.class, Look.class));
      Flow flow =
          Flow.define(
                  "random",
                  library,
                  d -> d.call("look", d.call("f", d.call("lines", (long) PACKETS))))
              .result(Results.ALL);
      Object expected;
      try {
        expected = flow.sections(Sections.single()).run();
      } catch (RuntimeException e) {
        continue;
      }
      assertEquals(
          expected,
          flow.sections(Sections.perFunction()).run(),
          () -> type.getSimpleName() + " of -Dhocket.seed=" + SEED);
    }
  }
}
