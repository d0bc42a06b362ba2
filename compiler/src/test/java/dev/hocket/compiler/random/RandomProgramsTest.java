package dev.hocket.compiler.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hocket.compiler.HocketCompiler;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random methods that await everywhere give the same trace as without directives, and no await in
 * them blocks its thread. A failure prints the seed of its class; {@code -Dhocket.seed=…} runs that
 * class first.
 */
@Timeout(10_800)
class RandomProgramsTest {
  private static final int METHODS = 40;
  private static final int CLASSES =
      Integer.getInteger("hocket.classes", Boolean.getBoolean("hocket.long") ? 2_500 : 30);

  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  private static Target home;

  @BeforeAll
  static void createTargets() {
    home = Targets.create("home", THREADS);
    Targets.create("w1", 1);
    Targets.create("w2", 2);
  }

  /** The module of events is built after that of the compiler, so only fuzz has both. */
  private static boolean hasEvents() {
    return RandomProgramsTest.class.getClassLoader().getResource("dev/hocket/events/Channel.class")
        != null;
  }

  @Test
  void randomMethods_doTheSameWithAndWithoutDirectives(@TempDir Path folder) throws Exception {
    assumeTrue(hasEvents(), "Random programs await events; -pl fuzz -am runs them.");
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("seed=" + seed);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> comparisons = new ArrayList<>();
      for (int i = 0; i < CLASSES; i++) {
        long own = seed + i;
        comparisons.add(threads.submit(() -> compareIn(folder.resolve("" + own), own)));
      }
      for (Future<?> comparison : comparisons) {
        comparison.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Void compareIn(Path folder, long seed) throws Exception {
    try {
      compare(seed, folder);
    } catch (AssertionError named) {
      throw named;
    } catch (Throwable unnamed) {
      throw new AssertionError("hocket.seed=" + seed, unnamed);
    }
    // A long check creates thousands of these files.
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    return null;
  }

  private static void compare(long seed, Path folder) throws Exception {
    String source = RandomProgram.of(seed, METHODS);
    try (URLClassLoader plain = compile(source, folder.resolve("plain"), true, seed);
        URLClassLoader resumable = compile(source, folder.resolve("hocket"), false, seed)) {
      assertEquals(
          List.of(),
          WaitingCalls.in(folder.resolve("hocket")),
          "hocket.seed=" + seed + "\n" + source);
      for (int i = 0; i < METHODS; i++) {
        Object[] arguments = arguments(new Random(seed + i));
        String expected = run(plain, "m" + i, new Trace(true), arguments);
        List<String> actual = new ArrayList<>();
        String method = "m" + i;
        home.call("random", () -> actual.add(run(resumable, method, new Trace(false), arguments)));
        assertEquals(expected, actual.get(0), "hocket.seed=" + seed + ", method " + method);
      }
    }
  }

  private static URLClassLoader compile(String source, Path folder, boolean sequential, long seed)
      throws Exception {
    Files.createDirectories(folder);
    Path file = folder.resolve("P.java");
    Files.writeString(file, source);
    List<String> command =
        List.of(
            "-nowarn",
            // Without names of locals, only the needed locals are kept.
            seed % 2 == 0 ? "-g" : "-g:none",
            "-cp",
            System.getProperty("java.class.path"),
            "-d",
            folder.toString(),
            file.toString());
    StringWriter said = new StringWriter();
    int exit =
        HocketCompiler.compile(
            command,
            new HocketCompiler.Options(null, sequential, false),
            new PrintWriter(said, true));
    assertEquals(0, exit, () -> "hocket.seed=" + seed + "\n" + said + "\n" + source);
    return new URLClassLoader(
        new URL[] {folder.toUri().toURL()}, RandomProgramsTest.class.getClassLoader());
  }

  private static Object[] arguments(Random random) {
    return new Object[] {
      random.nextInt(10),
      (long) random.nextInt(10),
      "s" + random.nextInt(3),
      random.nextInt(5) / 2.0
    };
  }

  /** The trace of a run, and its outcome. */
  private static String run(ClassLoader loader, String name, Trace trace, Object[] arguments)
      throws Exception {
    Class<?> type = loader.loadClass("P");
    Object program = type.getConstructor(Trace.class).newInstance(trace);
    Method method = type.getMethod(name, int.class, long.class, String.class, double.class);
    String end;
    try {
      end = "returned " + method.invoke(program, arguments);
    } catch (InvocationTargetException thrown) {
      end = "threw " + described(thrown.getCause());
    }
    return trace + " " + end;
  }

  private static String described(Throwable failure) {
    // The JVM's message numbers a local, and the coroutine before it changes the number. The
    // message of a cancellation names the cancelled await.
    return failure instanceof NullPointerException || failure instanceof CancellationException
        ? failure.getClass().getName()
        : failure.getClass().getName() + ": " + failure.getMessage();
  }
}
