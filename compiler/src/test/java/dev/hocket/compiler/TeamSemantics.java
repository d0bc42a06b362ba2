package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the effect of each directive and clause of teams, like OpenMP's validation suite: a
 * program observes the effect, and no longer does so when the directive is removed or broken.
 */
abstract class TeamSemantics {
  private static final int[] TEAMS = {1, 2, 4, 7};

  /** The limit for events that happen soon on any machine, and that a broken program never sees. */
  private static final int LIMIT_MILLIS = 300_000;

  private static final int VAIN_MILLIS = 300;

  @TempDir Path folder;

  /**
   * A program that checks an effect.
   *
   * @param what the effect
   * @param code the body of a method that returns whether the effect was observed, in a team of
   *     four or more
   * @param part the part of the code that is broken
   * @param broken the broken text in its place
   */
  private record Check(String what, String code, String part, String broken) {}

  private final List<Check> checks = new ArrayList<>();

  /** Calls {@link #check} for each program. */
  abstract void checks();

  final void check(String what, String code, String part, String broken) {
    checks.add(new Check(what, code, part, broken));
  }

  @BeforeEach
  void collect() {
    checks();
  }

  @TestFactory
  List<DynamicTest> directive_holdsAndItsCrossCheckFails() {
    return checks.stream()
        .map(check -> DynamicTest.dynamicTest(check.what(), () -> run(check)))
        .toList();
  }

  private void run(Check check) throws Exception {
    assertTrue(check.code().contains(check.part()), "stale: " + check.part());
    Path right = folder.resolve(check.what().replaceAll("\\W+", "-"));
    try (LoadedProgram program = LoadedProgram.of(right, program(check.code(), LIMIT_MILLIS))) {
      for (int threads : TEAMS) {
        assertEquals(true, program.call("holds", threads), "with " + threads + " threads");
      }
    }
    String broken = check.code().replace(check.part(), check.broken());
    try (LoadedProgram program =
        LoadedProgram.of(right.resolve("broken"), program(broken, VAIN_MILLIS))) {
      boolean holds = true;
      // If a race decides, one of many runs shows the failure.
      long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
      while (holds && System.nanoTime() < end) {
        holds = (Boolean) program.call("holds", 4);
      }
      assertFalse(holds, "the broken program passes:\n" + broken);
    }
  }

  /** Runs all programs in one JVM, with the number of threads set as a user sets it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void directive_holds_withOmpNumThreads(int threads) throws Exception {
    Harness harness = new Harness(folder);
    StringBuilder all = new StringBuilder("class All {\n");
    all.append("public static void main(String[] a) throws Exception {\n");
    all.append("IO.println(dev.hocket.directives.Omp.getMaxThreads());\n");
    for (int i = 0; i < checks.size(); i++) {
      String program = program(checks.get(i).code(), LIMIT_MILLIS);
      harness.file("p" + i + "/Main.java", "package p" + i + ";\n" + program);
      all.append("if (!p%d.Main.holds()) IO.println(%<d);\n".formatted(i));
    }
    harness.file("All.java", all + "} }");
    assertEquals("", harness.compile("out", "-nowarn").output());
    Map<String, String> environment = Map.of("OMP_NUM_THREADS", Integer.toString(threads));
    Harness.Ran ran = harness.run(environment, "out", "All");
    assertEquals("", ran.err());
    assertEquals(
        threads + "\n", ran.out(), "the first line, and the numbers of programs that fail");
  }

  private static String program(String code, int limitMillis) {
    return """
    import dev.hocket.directives.Omp;
    import java.util.*;
    import java.util.concurrent.*;
    import java.util.concurrent.atomic.*;
    public class Main {
      static int field;
      static short[] bins;
      static void fill() {
        //#omp for reduction(+: bins)
        for (int i = 0; i < 100; i++) bins[i < 40 ? 0 : 1 + i % 2]++;
      }
      static class Other { static int field; }
      static void work(AtomicInteger count) { count.incrementAndGet(); }
      static boolean soon(CountDownLatch latch) throws InterruptedException {
        return latch.await(LIMIT, TimeUnit.MILLISECONDS);
      }
      static long end() { return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT); }
      public static boolean holds() throws Exception {
    """
            .replace("LIMIT", Integer.toString(limitMillis))
        + code
        + "  }\n}\n";
  }
}
