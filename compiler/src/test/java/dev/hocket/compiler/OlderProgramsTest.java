package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** OpenMP has {@code shared} on a region only. */
  @Test
  void shared_mayBeOnThePartsOfARegion() throws Exception {
    String source =
        """
        class Main {
          public static void main(String[] a) {
            int[] found = new int[8];
            int count = 3, last = 0;
            //#omp parallel num_threads(3) shared(found, last)
            {
              //#omp for shared(found, last) schedule(static) firstprivate(count)
              for (int i = 0; i < 8; i++) {
                found[i] = count;
                if (i == 7) last = i;
              }
              //#omp sections shared(found)
              {
                //#omp section
                found[0]++;
                //#omp section
                found[1]++;
              }
              //#omp single shared(found, count)
              found[2] += count + 1;
            }
            System.out.println(java.util.Arrays.toString(found) + " " + last);
            //#omp parallel for num_threads(2) shared(last)
            for (int i = 0; i < 8; i++) if (i == 6) last = i;
            System.out.println(last);
          }
        }
        """;
    assertEquals("[4, 4, 7, 3, 3, 3, 3, 3] 7\n6\n", run("Main", source));
  }

  @Test
  void shared_cannotListACopyOfTheRegion() throws Exception {
    String source =
        """
        class Main {
          public static void main(String[] a) {
            int mine = 1;
            //#omp parallel firstprivate(mine)
            {
              //#omp for shared(mine)
              for (int i = 0; i < 8; i++) mine += i;
            }
          }
        }
        """;
    Harness harness = new Harness(folder).file("Main.java", source);
    String said = harness.compile("out").output();
    assertTrue(said.contains("Main.java:6: error: [HK013]"), said);
  }

  @Test
  void shared_onALoopSuppressesTheWarningAboutItsRace() throws Exception {
    String source =
        """
        class Main {
          public static void main(String[] a) {
            int found = 0;
            //#omp parallel
            {
              //#omp for%s
              for (int i = 0; i < 8; i++) found += i;
            }
            System.out.println(found);
          }
        }
        """;
    Harness harness = new Harness(folder).file("Main.java", source.formatted(""));
    String said = harness.compile("out").output();
    assertTrue(said.contains("[HK112]"), said);
    harness = new Harness(folder).file("Main.java", source.formatted(" shared(found)"));
    assertEquals("", harness.compile("out").output());
  }

  @ParameterizedTest
  @ValueSource(strings = {"parallel for", "for", "parallel for collapse(2)", "taskloop"})
  void loopWhoseIndexIsInShared_givesTheSequentialResult(String directive) throws Exception {
    String inner = directive.contains("collapse") ? "for (j = 0; j < 4; j++) " : "";
    String loop =
        """
        //#omp %s shared(found, i, j)
        for (i = 0; i < 20; i += 3) %sfound[i] += i + j;
        """
            .formatted(directive, inner);
    String region =
        switch (directive) {
          case "for" -> "//#omp parallel shared(i)\n{\n" + loop + "}\n";
          case "taskloop" -> "//#omp parallel\n//#omp single\n" + loop;
          default -> loop;
        };
    String source =
        """
        class Main {
          static String main() {
            int i = -1, j = 1;
            int[] found = new int[20];
        %s    return java.util.Arrays.toString(found) + i + j;
          }
        }
        """
            .formatted(region);
    Harness harness = new Harness(folder).file("Main.java", source);
    String said = harness.compile("warned").output();
    assertTrue(said.contains("warning: [HK121] 'i' is not shared"), said);
    try (LoadedProgram sequential = LoadedProgram.sequential(folder.resolve("s"), source);
        LoadedProgram program = LoadedProgram.of(folder.resolve("p"), source)) {
      for (int threads : new int[] {1, 2, 4, 7}) {
        assertEquals(sequential.call("main", 1), program.call("main", threads), source);
      }
    }
  }

  /** One comment for a block that frees the event thread and for the team that runs it. */
  @Test
  void teamThatFreesTheEventThread_isOneDirective() throws Exception {
    String source =
        """
        import java.util.concurrent.*;
        import java.util.concurrent.atomic.AtomicIntegerArray;
        import javax.swing.SwingUtilities;
        class Main {
          static final CountDownLatch free = new CountDownLatch(1), done = new CountDownLatch(1);
          static final AtomicIntegerArray seen = new AtomicIntegerArray(4);
          static void awaitFree() {
            try {
              free.await();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          }
          static void handle() {
            int[] sum = {0};
            int total = 0;
            //#omp freeguithread parallel num_threads(3) shared(sum)
            {
              awaitFree();
              seen.incrementAndGet(SwingUtilities.isEventDispatchThread() ? 3 : 0);
              //#omp barrier
              //#omp critical
              sum[0] += seen.get(0);
            }
            System.out.println(sum[0] + " " + SwingUtilities.isEventDispatchThread());
            //#omp freeguithread parallel for num_threads(2) reduction(+: total)
            for (int i = 1; i <= 4; i++) {
              total += i;
              seen.incrementAndGet(SwingUtilities.isEventDispatchThread() ? 3 : 1);
            }
            //#omp freeguithread parallel sections num_threads(2)
            {
              //#omp section
              seen.incrementAndGet(SwingUtilities.isEventDispatchThread() ? 3 : 2);
              //#omp section
              seen.incrementAndGet(SwingUtilities.isEventDispatchThread() ? 3 : 2);
            }
            System.out.println(total + " " + seen + " " + SwingUtilities.isEventDispatchThread());
            done.countDown();
          }
          public static void main(String[] a) throws Exception {
            SwingUtilities.invokeLater(() -> handle());
            SwingUtilities.invokeAndWait(free::countDown);
            done.await();
          }
        }
        """;
    assertEquals("9 true\n10 [3, 4, 2, 0] true\n", run("Main", source));
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
