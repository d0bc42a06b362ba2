package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The places where failures of asynchronous blocks are thrown (paper 1, 3.2.4). */
class FailureTest {
  @TempDir Path folder;

  private Harness.Ran run(String body, String members) throws Exception {
    String source =
        """
        import java.io.IOException;

        public class Main {
          %s

          public static void main(String[] args) throws Exception {
        %s  }
        }
        """
            .formatted(members, body.indent(4));
    Harness harness = new Harness(folder).file("Main.java", source);
    Harness.Compiled compiled = harness.compile("out", "-nowarn");
    assertEquals("", compiled.output());
    return harness.run("out", "Main");
  }

  @Test
  void nameAsFailure_isThrownAtWaitThoughNotDeclared() throws Exception {
    Harness.Ran ran =
        run(
            """
            IOException mine = new IOException("mine");
            try {
              //#omp target virtual(worker) name_as(t)
              throw mine;
            } catch (IOException e) {
              System.out.println("too early");
            }
            try {
              collect();
            } catch (Throwable e) {
              System.out.println(e == mine);
            }
            collect();
            System.out.println("claimed once");
            """,
            """
            static void collect() {
                //#omp wait(t)
              }
            """);
    assertEquals("true\nclaimed once\n", ran.out(), ran.err());
  }

  @Test
  void severalFailures_areSuppressedInTheFirst() throws Exception {
    Harness.Ran ran =
        run(
            """
            for (int i = 0; i < 3; i++) {
              //#omp target virtual(worker) name_as(t) if(false)
              throw new IllegalStateException("fails");
            }
            try {
              //#omp wait(t)
            } catch (IllegalStateException e) {
              for (Throwable other : e.getSuppressed()) {
                if (other instanceof IllegalStateException) System.out.println(other.getMessage());
              }
            }
            """,
            "");
    assertEquals("fails\nfails\n", ran.out(), ran.err());
  }

  @Test
  void nowaitFailure_isPrintedAndTheProgramContinues() throws Exception {
    Harness.Ran ran =
        run(
            """
            //#omp target virtual(worker) nowait
            if (true) throw new IOException("nobody waits");
            //#omp target virtual(worker) nowait if(args.length > 0)
            if (true) throw new IOException("in place");
            System.out.println("on");
            """,
            "");
    assertEquals("on\n", ran.out());
    assertTrue(ran.err().contains("java.io.IOException: nobody waits"), ran.err());
    assertTrue(ran.err().contains("java.io.IOException: in place"), ran.err());
    assertEquals(0, ran.exit());
  }

  @Test
  void checkedFailure_inBlockOfMethodWithoutThrows_isTheOriginal() throws Exception {
    Harness.Ran ran =
        run(
            """
            try {
              undeclared();
            } catch (Exception e) {
              System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
            """,
            """
            static void undeclared() {
                //#omp target virtual(worker) name_as(x)
                try {
                  throw new IOException("inside");
                } catch (IOException e) {
                  Main.<RuntimeException>sneak(e);
                }
                //#omp wait(x)
              }

              @SuppressWarnings("unchecked")
              static <X extends Throwable> void sneak(Throwable e) throws X {
                throw (X) e;
              }
            """);
    assertEquals("IOException inside\n", ran.out(), ran.err());
  }

  @Test
  void stackTrace_pointsIntoTheUsersFile() throws Exception {
    Harness.Ran ran =
        run(
            """
            try {
              //#omp target virtual(worker)
              {
                System.out.println("first");
                callee(1);
              }
            } catch (IOException e) {
              for (StackTraceElement frame : e.getStackTrace()) {
                if (frame.getClassName().equals("Main")) {
                  System.out.println(frame.getFileName() + ":" + frame.getLineNumber());
                }
              }
            }
            """,
            """
            static void callee(int n) throws IOException {
                int local = 0;
                //#omp target virtual(worker)
                local++;
                if (local == n)
                  throw new IOException("from the callee");
              }
            """);
    assertEquals("first\nMain.java:9\nMain.java:18\n", ran.out().substring(0, 31), ran.err());
  }

  @Test
  void printedStackTrace_afterASuspension_namesTheLinesOfAllCallersOnce() throws Exception {
    Harness.Ran ran =
        run(
            """
            //#omp target virtual(edt) nowait
            {
              handler();
            }
            """,
            """
            static void handler() {
                //#omp await(search(int))
                System.out.println(search(1));
              }

              //#omp async
              static int search(int n) {
                //#omp target virtual(worker) await
                System.out.println("searching");
                return fail(n);
              }

              static int fail(int n) {
                throw new IllegalStateException("gone");
              }
            """);
    assertEquals("searching\n", ran.out(), ran.err());
    Pattern numbered = Pattern.compile("at (.*)\\(Main\\.java:(\\d+)\\)");
    List<String> trace =
        numbered.matcher(ran.err()).results().map(r -> r.group(1) + " " + r.group(2)).toList();
    assertEquals(
        List.of(
            "Main.fail 17",
            "Main.search 13",
            "resumed from Main.handler 6",
            "resumed from Main.lambda$main$0 24"),
        trace,
        ran.err());
    assertFalse(ran.err().contains("resume$"), ran.err());
  }

  @Test
  void printedStackTrace_ofADirectCall_afterASuspension_namesTheCalledMethodOnce()
      throws Exception {
    Harness.Ran ran =
        run(
            """
            //#omp target virtual(edt) nowait
            {
              handler();
            }
            """,
            """
            static void handler() {
                //#omp target virtual(worker) await
                System.out.println("searching");
                System.out.println(search(1));
              }

              //#omp async
              static int search(int n) {
                if (n == 1) {
                  throw new IllegalStateException("gone");
                }
                //#omp target virtual(worker) await
                System.out.println("searching");
                return n;
              }
            """);
    assertEquals("searching\n", ran.out(), ran.err());
    assertTrue(ran.err().contains("at Main.search(Main.java:13)"), ran.err());
    assertFalse(ran.err().contains("(Main.java)"), ran.err());
  }

  @Test
  void numbersThatARegionCannotUse_areReportedWithThePlaceOfTheDirective() throws Exception {
    Harness.Ran ran =
        run(
            """
            int zero = args.length;
            java.util.List<Runnable> all =
                java.util.List.of(
                    () -> {
                      //#omp parallel for schedule(dynamic, zero)
                      for (int i = 0; i < 9; i++) {}
                    },
                    () -> {
                      //#omp taskloop num_tasks(zero)
                      for (int i = 0; i < 9; i++) {}
                    },
                    () -> {
                      //#omp parallel for
                      for (int i = 0; i < 9; i += zero) {}
                    },
                    () -> {
                      //#omp parallel for
                      for (long i = Long.MIN_VALUE; i < Long.MAX_VALUE; i++) {}
                    },
                    () -> {
                      //#omp target device(zero - 1)
                      System.out.println();
                    });
            for (Runnable each : all) {
              try {
                each.run();
              } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage().replaceAll(".*(Main.java:[0-9]+).*", "$1"));
              }
            }
            """,
            "");
    assertEquals(
        """
        Main.java:11
        Main.java:15
        Main.java:19
        Main.java:23
        Main.java:27
        """,
        ran.out(),
        ran.err());
  }
}
