package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs written for the older OpenMP compiler of Java run without changes. */
class OlderProgramsTest {
  private static final String GREETING =
      """
      //#omp parallel num_threads(3)
      {
        //#omp critical
        System.out.println(Pyjama.omp_get_thread_num() + " of " + Pyjama.omp_get_num_threads());
      }
      """;

  @TempDir Path folder;

  @Test
  void routinesWithoutAnImport_areFound_whateverTheFileBeginsWith() throws Exception {
    for (String begin :
        new String[] {
          "",
          "/* A licence; of two parts. */\n",
          "// A comment; with a semicolon.\nimport java.util.List; // One more;\n",
          "import static java.lang.Math.max;\n",
        }) {
      String source = begin + "class Main { public static void main(String[] a) {\n" + GREETING;
      assertEquals("0 of 3\n1 of 3\n2 of 3\n", sorted(run("Main", source + "} }")), begin);
    }
    String inPackage = "package old;\nclass Main { public static void main(String[] a) {\n";
    assertEquals("0 of 3\n1 of 3\n2 of 3\n", sorted(run("old.Main", inPackage + GREETING + "} }")));
  }

  @Test
  void routines_answerAsThoseOfOmp() throws Exception {
    String source =
        """
        import dev.hocket.directives.Omp;
        import dev.hocket.directives.Schedule;
        class Main {
          public static void main(String[] a) {
            System.out.println(Pyjama.omp_get_max_threads() == Omp.getThreadLimit());
            Omp.setSchedule(Schedule.DYNAMIC.chunk(4));
            System.out.println(Pyjama.omp_get_schedule());
            Pyjama.omp_set_schedule(3);
            System.out.println(Omp.getSchedule());
            //#omp parallel num_threads(2)
            {
              //#omp single
              System.out.println(Pyjama.omp_get_num_threads() + " " + Pyjama.omp_in_parallel());
            }
            Pyjama.omp_set_num_threads(3);
            //#omp parallel
            {
              //#omp single
              System.out.println(Pyjama.omp_get_num_threads());
            }
          }
        }
        """;
    assertEquals("true\n2\nguided\n2 true\n3\n", run("Main", source));
  }

  /** A number of threads below 1 is reported and ignored. */
  @Test
  void teamOfNoThreads_isReportedAndIgnored() throws Exception {
    String source =
        """
        class Main {
          public static void main(String[] a) {
            Pyjama.omp_set_num_threads(0);
            System.out.println("done");
          }
        }
        """;
    Harness harness = new Harness(folder).file("Main.java", source);
    assertEquals("", harness.compile("out").output());
    Harness.Ran ran = harness.run("out", "Main");
    assertEquals("done\n", ran.out());
    assertEquals(
        "Pyjama.omp_set_num_threads(0): ignored; a team has at least 1 thread\n", ran.err());
  }

  @Test
  void fileWithoutDirectives_findsTheRoutinesToo() throws Exception {
    String source =
        "class Main { public static void main(String[] a) { IO.println(Pyjama.omp_get_level()); } }";
    assertEquals("0\n", run("Main", source));
  }

  @Test
  void filesThatJavacPullsFromTheSourcePath_findTheRoutines() throws Exception {
    for (String directive : new String[] {"", "//#omp parallel num_threads(1)\n"}) {
      Path sources = Files.createDirectories(folder.resolve("path/old"));
      String helper = "return Pyjama.omp_get_thread_num() + Pyjama.omp_get_level(); } }";
      Files.writeString(
          sources.resolve("Helper.java"),
          "package old; public class Helper { public static int number() { " + helper);
      Harness harness =
          new Harness(folder)
              .file(
                  "Main.java",
                  "class Main { public static void main(String[] a) {\n"
                      + directive
                      + "System.out.println(old.Helper.number()); } }");
      Harness.Compiled compiled =
          harness.compile("out", "-sourcepath", sources.getParent().toString());
      assertEquals("", compiled.output());
      assertEquals(directive.isEmpty() ? "0\n" : "1\n", harness.run("out", "Main").out());
    }
  }

  @Test
  void programWhoseDirectivesAreIgnored_findsTheRoutinesToo() throws Exception {
    String source = "class Main { public static void main(String[] a) {\n" + GREETING + "} }";
    Harness harness = new Harness(folder).file("Main.java", source);
    assertEquals("", harness.compileSequentially("out").output());
    assertEquals("0 of 1\n", harness.run("out", "Main").out());
  }

  @Test
  void nameThatIsNotCalled_bringsNoImport() throws Exception {
    Harness harness =
        new Harness(folder)
            .file("module-info.java", "module alone {}")
            .file(
                "alone/Main.java",
                """
                package alone;
                /** Once for Pyjama. Now for the JDK. */
                public class Main {
                  String from = "Pyjama.omp_get_thread_num()";
                }
                """);
    assertEquals("", harness.compile("out").output());
    assertEquals("", harness.compileSequentially("out").output());
  }

  @Test
  void importThatIsACommentOnly_isAdded() throws Exception {
    String source =
        "// import pj.*;\nclass Main { public static void main(String[] a) {\n" + GREETING + "} }";
    assertEquals("0 of 3\n1 of 3\n2 of 3\n", sorted(run("Main", source)));
  }

  @Test
  void classOfTheProgramWithTheSameName_comesFirst() throws Exception {
    String source =
        """
        class Main {
          public static void main(String[] a) {
            //#omp parallel num_threads(1)
            System.out.println(Pyjama.omp_get_thread_num());
          }
        }
        class Pyjama { static int omp_get_thread_num() { return 42; } }
        """;
    assertEquals("42\n", run("Main", source));
  }

  @Test
  void errorsAfterTheMissingImport_areShownAtTheirLines() throws Exception {
    Harness harness =
        new Harness(folder)
            .file(
                "Main.java",
                """
                class Main {
                  int n = Pyjama.omp_get_thread_num();
                  //#omp parallel num_threads(0)
                  int m = n + "one";
                }
                """);
    String said = harness.compile("out").output();
    assertTrue(said.contains("Main.java:4"), said);
  }

  @Test
  void olderWordsOfDirectives_areUnderstood() throws Exception {
    String source =
        """
        import java.util.concurrent.atomic.AtomicInteger;
        class Main {
          static final AtomicInteger count = new AtomicInteger();
          public static void main(String[] a) {
            //#omp target virtual(worker) name_as(work)
            count.incrementAndGet();
            //#omp taskwait(work)
            System.out.println("worked: " + count);
            //#omp gui
            System.out.println("gui: " + java.awt.EventQueue.isDispatchThread());
            Pyjama.omp_set_num_threads(2);
            //#omp parallel
            count.incrementAndGet();
            System.out.println(count);
          }
        }
        """;
    assertEquals("worked: 1\ngui: true\n3\n", run("Main", source));
  }

  @Test
  void blocksOfATag_areCancelled_andTheirCallsRun() throws Exception {
    String source =
        """
        import java.util.concurrent.*;
        class Main {
          static final CountDownLatch begun = new CountDownLatch(1), undone = new CountDownLatch(2);
          static void undo(int step) { System.out.println("undone"); undone.countDown(); }
          public static void main(String[] a) throws Exception {
            PjRuntime.init();
            dev.hocket.core.Targets.create("one", 1);
            int step = 1;
            //#omp target virtual(one) name_as(work) on_cancel(undo(step))
            {
              begun.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                throw new CancellationException();
              }
            }
            //#omp target virtual(one) name_as(work) on_cancel(undo(step + 1))
            System.out.println("never");
            begun.await();
            //#omp taskcancel(work)
            undone.await();
            //#omp target virtual(one) name_as(other) on_cancel(undo(3))
            System.out.println("not cancelled");
            //#omp wait(other)
            step++;
          }
        }
        """;
    assertEquals("undone\nundone\nnot cancelled\n", run("Main", source));
  }

  private String run(String main, String source) throws Exception {
    Harness harness = new Harness(folder).file(main.replace('.', '/') + ".java", source);
    Harness.Compiled compiled = harness.compile("out", "-nowarn");
    assertEquals("", compiled.output(), source);
    Harness.Ran ran = harness.run("out", main);
    assertEquals("", ran.err(), source);
    return ran.out();
  }

  private static String sorted(String lines) {
    return lines.lines().sorted().map(line -> line + "\n").reduce("", String::concat);
  }
}
