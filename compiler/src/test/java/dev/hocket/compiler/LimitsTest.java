package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Code that exceeds the limits of class files (JVMS 4.11) is reported at its declaration. */
class LimitsTest {
  private static final String STEPS =
      """
      public class Main {
        //#omp async
        static void go() {
          //#omp target virtual(worker) await
          { Thread.yield(); }
        }
        //#omp async
        static int step(int i) {
          int next = 0;
          //#omp target virtual(worker) await
          { next = i + 1; }
          return next;
        }
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"-g", "-g:none"})
  void aMethodThatAwaitsTooOften_isReportedAtItsDeclaration(String debug) throws Exception {
    String source =
        """
        static void many(String other) {}
        //#omp async
        @Deprecated
        public static
        // expect: HK045
        void many(int other) {
          //#omp await(go())
          {
            %s
          }
        }
        """;
    String said = refused(source.formatted(times(1_000, "go();")), debug);
    assertTrue(said.contains("the method 'many' is too long: "), said);
    assertTrue(
        said.matches("(?s).* it has \\d{5} bytes of code, and 65535 is the limit\n.*"), said);
    assertTrue(said.contains("\n  help: move a part of it to a method of its own"), said);
  }

  @Test
  void theLineThatCostsMost_isReported() throws Exception {
    String source =
        """
        static void use(String what, int... values) {}
        //#omp async
        // expect: HK045
        static int many(int a, long b, String c) {
          //#omp await(step(int), go())
          {
            go(); go(); go();
            use(c, %s);
            %s
          }
          return a;
        }
        """;
    String operands = String.join(", ", Collections.nCopies(300, "step(a)"));
    String said = refused(source.formatted(operands, times(500, "go();")), "-g");
    int line = STEPS.lines().toList().size() + 8;
    // c, the array twice and its index wait.
    String counts =
        "; line %d costs most, with 300 awaited calls: each must keep up to 3 variables and 4 waiting"
            + " operands\n";
    assertTrue(said.contains(counts.formatted(line)), said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-g", "-g:none"})
  void aBlockThatAwaitsTooOften_isReportedAtItsDirective(String debug) throws Exception {
    String source =
        """
        void blocks() {
          Runnable run = () -> {
            //#omp target virtual(worker) nowait
            go();
            // expect: HK045
            //#omp target virtual(worker) nowait
            {
              Runnable other = () -> System.out.println();
              //#omp await(go())
              {
                %s
              }
            }
          };
        }
        """;
    String said = refused(source.formatted(times(1_000, "go();")), debug);
    assertTrue(said.contains("this block is too long: "), said);
  }

  @Test
  void aLambdaThatAwaitsTooOften_isReportedWhereItBegins() throws Exception {
    String source =
        """
        void lambdas() {
          // expect: HK045
          Runnable run = () -> { Runnable other = () -> {};
            //#omp await(go())
            {
              %s
            }
          };
        }
        """;
    String said = refused(source.formatted(times(1_000, "go();")));
    assertTrue(said.contains("this lambda is too long: "), said);
  }

  @Test
  void allOnOneLine_theLongestLambdaIsReported() throws Exception {
    String calls = times(1_000, "go();").replace("\n", " ");
    String source =
        """
        static Runnable first() { return () -> {}; }
        // expect: HK045
        static Runnable second() { return () -> { //#omp await(go())
        { Runnable other = () -> {}; %s } }; }
        """;
    refused(source.formatted(calls));
  }

  @Test
  void aStaticInitialiserThatCallsTooOften_isReported() throws Exception {
    String source =
        """
        // expect: HK045
        static {
          %s
        }
        """;
    refused(source.formatted(times(4_500, "go();")));
  }

  @Test
  void aConstructorThatCallsTooOften_isReported() throws Exception {
    String source =
        """
        // expect: HK045
        Main() {
          %s
        }
        """;
    String said = refused(source.formatted(times(4_500, "go();")));
    assertTrue(said.contains("the constructor of 'Main' is too long: "), said);
  }

  @Test
  void initialisersThatCallTooOften_areReportedAtTheirClass() throws Exception {
    String source =
        """
        // expect: HK045
        static class Inner {
          {
            %1$s
          }
          Inner() {
            %1$s
          }
        }
        """;
    String said = refused(source.formatted(times(2_500, "go();")));
    assertTrue(said.contains("the initialisation of the class 'Inner' is too long: "), said);
  }

  @Test
  void aBlockWhoseSharedLocalsMakeItTooLong_isReported() throws Exception {
    String source =
        """
        static void shared() {
          long x = 0;
          long y = 0;
          // expect: HK045
          //#omp target virtual(worker)
          {
            %s
          }
          System.out.println(x);
        }
        Runnable other = () -> System.out.println();
        """;
    String said = refused(source.formatted(times(6_000, "x += y; y += x;")));
    assertTrue(said.contains("this block is too long: "), said);
  }

  @Test
  void aMethodWhoseSharedLocalsMakeItTooLong_isReported() throws Exception {
    String source =
        """
        // expect: HK045
        static void shared() {
          long x = 0;
          long y = 0;
          //#omp target virtual(worker)
          x = y++;
          %s
        }
        """;
    refused(source.formatted(times(6_000, "x += y; y += x;")));
  }

  @Test
  void aClassWithTooManyConstants_isReported() throws Exception {
    String calls = "//#omp await(go())\n{\n" + times(450, "go();") + "}";
    String awaiting =
        IntStream.range(0, 4)
            .mapToObj(i -> "//#omp async\n" + method("void many" + i, calls))
            .collect(Collectors.joining());
    String source = STEPS.replace("public", "// expect: HK045\npublic") + numbers(8) + awaiting;
    String said = refusedFile(source + "}\n");
    assertTrue(said.contains("the class 'Main' is too long: "), said);
    assertTrue(said.contains(" constants, and 65535 is the limit\n"), said);
    assertTrue(said.contains("\n  help: move a part of it to a class of its own\n"), said);
  }

  @Test
  void aMethodWithTooManyLocals_isReported() throws Exception {
    String locals =
        IntStream.range(0, 32_767).mapToObj(i -> "a" + i).collect(Collectors.joining(", "));
    String source =
        """
        //#omp async
        // expect: HK045
        static void many() {
          long %s;
          int x = 1;
          //#omp await(go())
          go();
          System.out.println(x);
        }
        """;
    String said = refused(source.formatted(locals));
    assertTrue(said.contains(" 65536 places for local variables,"), said);
  }

  @Test
  void aMethodWithTooManyRangesOfHandlers_isReported() throws Exception {
    String catches =
        """
        } catch (ArithmeticException | ArrayStoreException | ClassCastException
            | IllegalStateException | NegativeArraySizeException | NullPointerException
            | UnsupportedOperationException | IllegalArgumentException
            | java.util.NoSuchElementException | java.util.EmptyStackException e) {
          System.out.println(e);
        }
        """;
    String source =
        """
        //#omp async
        // expect: HK045
        static void many() {
          %s
          //#omp await(go())
          {
            %s
          }
          %s
        }
        """;
    String said =
        refused(source.formatted(times(40, "try {"), times(180, "go();"), times(40, catches)));
    assertTrue(said.contains(" ranges of exception handlers,"), said);
  }

  @Test
  void codeThatIsTooLongForJavac_isReportedByJavac() throws Exception {
    check(method("int huge", "int x = 0;" + times(12_000, "x += 1000;") + "return x;"));
    check("static String s = \"" + "a".repeat(66_000) + "\";");
    check(numbers(9));
  }

  private void check(String members) throws Exception {
    Harness harness = new Harness(folder).file("Main.java", STEPS + members + "}\n");
    String file = harness.source("Main.java").toString();
    Harness.Compiled javac = Harness.javac(List.of("-d", folder.resolve("javac").toString(), file));
    assertEquals(1, javac.exit());
    assertEquals(javac.output(), harness.compile("out").output());
  }

  @Test
  void aMethodThatSuspendsNowhere_fitsAsItDid() throws Exception {
    String source =
        """
        //#omp async
        static void many() {
          //#omp await(go())
          {
            %s
          }
        }
        static String big() {
          String s = "";
          %s
          return s;
        }
        public static void main(String[] args) {
          many();
          System.out.println(big());
        }
        """;
    // The calls take 3 bytes each, 21,000 times, if the constant's number is below 256.
    String body = source.formatted(times(300, "go();"), times(21_000, "s = \"end\";"));
    Harness harness = new Harness(folder).file("Main.java", STEPS + body + "}\n");
    assertEquals("", harness.compile("out").output());
    assertEquals(new Harness.Ran(0, "end\n", ""), harness.run("out", "Main"));
  }

  /** A search among all directives for each directive took minutes here, of processor time. */
  @Test
  void manyDirectives_areCompiledInAReasonableTime() throws Exception {
    StringBuilder loops = new StringBuilder();
    for (int i = 0; i < 800; i++) {
      loops.append(
          """
          static void m%d(StringBuffer text) {
            //#omp parallel for ordered
            for (int i = 0; i < 9; i++) {
              //#omp ordered
              text.append(i);
            }
          }
          """
              .formatted(i));
    }
    Harness harness = new Harness(folder).file("Main.java", "class Main {\n" + loops + "}\n");
    ThreadMXBean times = ManagementFactory.getThreadMXBean();
    long begin = times.getCurrentThreadCpuTime();
    assertEquals("", harness.compile("out").output());
    long nanos = times.getCurrentThreadCpuTime() - begin;
    assertTrue(nanos < 60_000_000_000L, nanos + " ns");
  }

  @Test
  void jumpsBeyond32KiB_areMade() throws Exception {
    String source =
        """
        //#omp async
        static int far(int n) {
          int sum = 0;
          for (int i = 0; i < 3; i++) {
            if (n == i) {
              //#omp await(step(int))
              {
                %1$s
              }
            } else if (n > 7) {
              continue;
            } else {
              //#omp await(step(int))
              {
                %1$s
              }
              sum -= 1000;
            }
          }
          return sum;
        }
        public static void main(String[] args) {
          System.out.println(far(0) + " " + far(2) + " " + far(9));
        }
        """;
    String body = source.formatted(times(240, "sum += step(i);"));
    Harness harness = new Harness(folder).file("Main.java", STEPS + body + "}\n");
    assertEquals("", harness.compile("out").output());
    // 240 times 1 + 2 + 3, less 1000 for each other round.
    assertEquals(new Harness.Ran(0, "-560 -560 0\n", ""), harness.run("out", "Main"));
  }

  /** Methods with 7,800 constants each, to fill the constant pool. */
  private static String numbers(int methods) {
    return IntStream.range(0, methods)
        .mapToObj(m ->
            IntStream.range(0, 7_800)
                .mapToObj(i -> "" + (100_000 + m * 10_000 + i))
                .collect(Collectors.joining(",\n", "int[] x = {\n", "};\nreturn x.length;"))
                .transform(code -> method("int numbers" + m, code)))
        .collect(Collectors.joining());
  }

  private static String method(String name, String code) {
    return "static " + name + "() {\n" + code + "\n}\n";
  }

  private static String times(int count, String line) {
    return (line + "\n").repeat(count);
  }

  private String refused(String members, String... options) throws Exception {
    return refusedFile(STEPS + members + "}\n", options);
  }

  private String refusedFile(String source, String... options) throws Exception {
    Harness harness = new Harness(folder).file("Main.java", source);
    Harness.Compiled compiled = harness.compile("out", options);
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
    assertEquals("1 error", compiled.lines().getLast());
    assertEquals(1, compiled.exit());
    return compiled.output();
  }
}
