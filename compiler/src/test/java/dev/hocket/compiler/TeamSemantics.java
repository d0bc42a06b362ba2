package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the effect of each directive and clause of teams, like OpenMP's validation suite: a
 * program observes the effect, and no longer does so when the directive is removed or broken.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TeamSemantics {
  private static final int[] TEAMS = {1, 2, 4, 7};

  /** The limit for events that happen soon on any machine, and that a broken program never sees. */
  private static final int LIMIT_MILLIS = 300_000;

  private static final int VAIN_MILLIS = 300;

  /**
   * A program that checks an effect.
   *
   * @param what the effect
   * @param code the body of a method that returns whether the effect was observed, in a team of
   *     four or more
   * @param part the part of the code that is broken
   * @param broken the broken text in its place
   */
  private record Check(String what, String code, String part, String broken) {
    String brokenCode() {
      return code.replace(part, broken);
    }
  }

  private final List<Check> checks = new ArrayList<>();

  private Programs right;
  private Programs broken;

  /** Calls {@link #check} for each program. */
  abstract void checks();

  final void check(String what, String code, String part, String broken) {
    checks.add(new Check(what, code, part, broken));
  }

  @BeforeAll
  void compile(@TempDir Path folder) throws IOException {
    checks();
    for (Check check : checks) {
      assertTrue(check.code().contains(check.part()), "stale: " + check.part());
    }
    right =
        Programs.of(
            folder.resolve("right"),
            checks.stream().map(check -> program(check.code(), LIMIT_MILLIS)).toList());
    broken =
        Programs.of(
            folder.resolve("broken"),
            checks.stream().map(check -> program(check.brokenCode(), VAIN_MILLIS)).toList());
  }

  @TestFactory
  List<DynamicTest> directive_holdsAndItsCrossCheckFails() {
    return IntStream.range(0, checks.size())
        .mapToObj(i -> DynamicTest.dynamicTest(checks.get(i).what(), () -> run(i)))
        .toList();
  }

  private void run(int number) throws Exception {
    Check check = checks.get(number);
    try (LoadedProgram program = right.load("p" + number + ".Main")) {
      for (int threads : TEAMS) {
        assertEquals(true, program.call("holds", threads), "with " + threads + " threads");
      }
    }
    try (LoadedProgram program = broken.load("p" + number + ".Main")) {
      boolean holds = true;
      // If a race decides, one of many runs shows the failure.
      long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
      while (holds && System.nanoTime() < end) {
        holds = (Boolean) program.call("holds", 4);
      }
      assertFalse(holds, "the broken program passes:\n" + check.brokenCode());
    }
  }

  /** Runs all programs in one JVM, with the number of threads set as a user sets it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void directive_holds_withOmpNumThreads(int threads) throws Exception {
    Map<String, String> environment = Map.of("OMP_NUM_THREADS", Integer.toString(threads));
    Harness.Ran ran = right.harness.run(environment, "out", "All");
    assertEquals("", ran.err());
    assertEquals(
        threads + "\n", ran.out(), "the first line, and the numbers of programs that fail");
  }

  /** All programs in one compilation, each in a package of its own. */
  private record Programs(Harness harness) {
    static Programs of(Path folder, List<String> programs) throws IOException {
      Harness harness = new Harness(folder);
      StringBuilder all = new StringBuilder("class All {\n");
      all.append("public static void main(String[] a) throws Exception {\n");
      all.append("IO.println(dev.hocket.directives.Omp.getMaxThreads());\n");
      for (int i = 0; i < programs.size(); i++) {
        harness.file("p" + i + "/Main.java", "package p" + i + ";\n" + programs.get(i));
        all.append("if (!p%d.Main.holds()) IO.println(%<d);\n".formatted(i));
      }
      harness.file("All.java", all + "} }");
      assertEquals("", harness.compile("out", "-nowarn").output());
      return new Programs(harness);
    }

    LoadedProgram load(String main) throws Exception {
      return LoadedProgram.load(harness.root().resolve("out"), main);
    }
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
      // Not each time: on a busy machine it costs the time slice of another process.
      static void giveWay(int i) { if (i % 64 == 0) Thread.yield(); }
      static long end() { return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT); }
      public static boolean holds() throws Exception {
    """
            .replace("LIMIT", Integer.toString(limitMillis))
        + code
        + "  }\n}\n";
  }
}
