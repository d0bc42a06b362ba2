package dev.hocket.cli;

import static dev.hocket.cli.Invocation.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.cli.program.ClassPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
  @TempDir Path folder;

  private Path source(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static ChildRun ok(String out) {
    return new ChildRun(0, out, "");
  }

  @Test
  void file_withStaticMain_getsTheArguments() throws Exception {
    source(
        "Hello.java",
        """
        class Hello {
          public static void main(String[] arguments) {
            System.out.println(String.join("|", arguments));
          }
        }
        """);
    assertEquals(
        ok("--main|-cp|@x|--|a b\n"),
        ChildRun.in(folder, "run", "Hello.java", "--main", "-cp", "@x", "--", "a b"));
  }

  @Test
  void routinesOfTheOlderCompiler_areFound_withAndWithoutAnImport() throws Exception {
    String program = "void main() { IO.println(Pyjama.omp_get_num_threads()); }";
    source("Plain.java", program);
    source("Imports.java", "import pj.Pyjama;\n" + program);
    assertEquals(ok("1\n"), ChildRun.in(folder, "run", "Plain.java"));
    assertEquals(ok("1\n"), ChildRun.in(folder, "run", "Imports.java"));
  }

  @Test
  void file_withInstanceMainWithoutParameters_runs() throws Exception {
    source("Small.java", "void main() { IO.println(\"small\"); }");
    assertEquals(ok("small\n"), ChildRun.in(folder, "run", "Small.java"));
  }

  @Test
  void main_withParameter_winsOverTheOneWithout() throws Exception {
    source(
        "Both.java",
        "void main() { IO.println(\"without\"); } void main(String[] a) { IO.println(\"with\"); }");
    assertEquals(ok("with\n"), ChildRun.in(folder, "run", "Both.java"));
  }

  @Test
  void inheritedMain_chosenByName_runs() throws Exception {
    source(
        "Child.java",
        """
        class Parent {
          void main() {
            IO.println(getClass().getName());
          }
        }

        class Child extends Parent {}
        """);
    assertEquals(ok("Child\n"), ChildRun.in(folder, "run", "--main", "Child", "Child.java"));
  }

  @Test
  void folder_runsItsOneMain_withResourcesAndWithoutHiddenAndTarget() throws Exception {
    source(
        "app/src/a/Start.java", "package a; class Start { static void main() { b.Part.go(); } }");
    source(
        "app/src/b/Part.java",
        """
        package b;

        public class Part {
          public static void go() {
            System.out.println(Part.class.getResource("part.txt") != null);
          }
        }
        """);
    source("app/src/b/part.txt", "");
    source("app/src/module-info.java", "module app {}");
    source("app/src/.hidden/Wrong.java", "not Java");
    source("app/src/target/Wrong.java", "not Java");
    assertEquals(ok("true\n"), ChildRun.in(folder, "run", "app/src"));
  }

  @Test
  void mavensLayout_runsWithItsResourcesAndWithoutItsTests() throws Exception {
    source(
        "app/src/main/java/a/Start.java",
        """
        package a;

        public class Start {
          public static void main(String[] arguments) {
            System.out.println(Start.class.getResource("/part.txt") != null);
          }
        }
        """);
    source("app/src/main/resources/part.txt", "");
    source("app/src/test/java/a/StartTest.java", "import org.junit.jupiter.api.Test; not Java");
    assertEquals(ok("true\n"), ChildRun.in(folder, "run", "app"));
    assertEquals(ok("false\n"), ChildRun.in(folder, "run", "."));
  }

  /** In a folder without src/main, src/test is a package like any other. */
  @Test
  void packageTest_isCompiled() throws Exception {
    source("src/test/Part.java", "package test; public class Part {}");
    source(
        "src/Start.java", "class Start { void main() { IO.println(new test.Part() != null); } }");
    assertEquals(ok("true\n"), ChildRun.in(folder, "run", "."));
  }

  @Test
  void projectWithDependencies_reportsThatTheyAreNotRead() throws Exception {
    source("app/pom.xml", "<project/>");
    source("app/src/main/java/Start.java", "import org.example.Thing; class Start {}");
    ChildRun run = ChildRun.in(folder, "run", "app");
    assertEquals(1, run.exitCode());
    assertTrue(
        run.err()
            .endsWith(
                "hocket: dependencies in app/pom.xml are not read; name their jars by -cp, or build it"
                    + " with mvn\n"),
        run.err());
  }

  @Test
  void compiledClass_runsWithTheRuntimeAdded() throws Exception {
    source(
        "src/p/Main.java",
        """
        package p;

        public class Main {
          public static void main(String[] arguments) {
            dev.hocket.core.Targets.of("worker").call("block", () -> System.out.println("ran"));
          }
        }
        """);
    assertEquals(
        new ChildRun(0, "", ""),
        ChildRun.in(
            folder,
            "compile",
            "-d",
            "classes",
            "-cp",
            ClassPath.join(ClassPath.runtime()),
            "src/p/Main.java"));
    assertEquals(ok("ran\n"), ChildRun.in(folder, "run", "-cp", "classes", "p.Main"));
  }

  @Test
  void program_seesNothingOfTheCommandLine() throws Exception {
    source(
        "Look.java",
        """
        void main() {
          for (String name : List.of("picocli.CommandLine", "dev.hocket.cli.Main")) {
            try {
              Class.forName(name);
              IO.println("visible: " + name);
            } catch (ClassNotFoundException e) {
              IO.println("hidden");
            }
          }
          IO.println(
              Thread.currentThread().getContextClassLoader() == getClass().getClassLoader());
        }
        """);
    assertEquals(ok("hidden\nhidden\ntrue\n"), ChildRun.in(folder, "run", "Look.java"));
  }

  @Test
  void program_mayUseEvents() throws Exception {
    source(
        "Meet.java",
        """
        import dev.hocket.events.Channel;

        void main() throws InterruptedException {
          Channel<String> channel = new Channel<>("words");
          channel.aSend("met");
          IO.println(channel.recv());
        }
        """);
    assertEquals(ok("met\n"), ChildRun.in(folder, "run", "Meet.java"));
  }

  @Test
  void directives_act_andCanBeIgnored() throws Exception {
    source(
        "Where.java",
        """
        void main() {
          //#omp target virtual(worker)
          {
            IO.println(Thread.currentThread().getName().replaceAll("-[0-9]+", ""));
          }
        }
        """);
    assertEquals(ok("worker\n"), ChildRun.in(folder, "run", "Where.java"));
    assertEquals(ok("main\n"), ChildRun.in(folder, "run", "--sequential", "Where.java"));
  }

  @Test
  void emitSource_leavesTheGeneratedJava() throws Exception {
    source(
        "Emit.java", "void main() {\n  //#omp target virtual(worker)\n  IO.println(\"ran\");\n}\n");
    assertEquals(ok("ran\n"), ChildRun.in(folder, "run", "--emit-source", "out", "Emit.java"));
    String generated = Files.readString(folder.resolve("out/Emit.java"));
    assertTrue(generated.contains("TargetBlocks.virtual(\"worker\")"), generated);
  }

  @Test
  void wrongDirective_exitsWith1() throws Exception {
    source("Typo.java", "void main() {\n  //#omp target virtual(worker) nowiat\n  {}\n}\n");
    ChildRun run = ChildRun.in(folder, "run", "Typo.java");
    assertEquals(1, run.exitCode());
    assertTrue(run.err().startsWith("Typo.java:2:"), run.err());
    assertTrue(run.err().endsWith("1 error\n"), run.err());
  }

  @Test
  void throwingMain_printsAsJavaDoes_andWaitsForOtherThreads() throws Exception {
    source(
        "Boom.java",
        """
        class Boom {
          public static void main(String[] arguments) {
            Thread main = Thread.currentThread();
            new Thread(
                    () -> {
                      try {
                        main.join();
                      } catch (InterruptedException e) {
                        return;
                      }
                      System.out.println("later");
                    })
                .start();
            fail();
          }

          static void fail() {
            throw new IllegalStateException("outer", new RuntimeException("inner"));
          }
        }
        """);
    assertEquals(
        new ChildRun(
            1,
            "later\n",
            """
            Exception in thread "main" java.lang.IllegalStateException: outer
            \tat Boom.fail(Boom.java:18)
            \tat Boom.main(Boom.java:14)
            Caused by: java.lang.RuntimeException: inner
            \t... 2 more
            """),
        ChildRun.in(folder, "run", "Boom.java"));
  }

  @Test
  void exitCode_passesThrough() throws Exception {
    source("Exit.java", "void main() { System.exit(42); }");
    assertEquals(new ChildRun(42, "", ""), ChildRun.in(folder, "run", "Exit.java"));
  }

  @Test
  void blocks_areWaitedForAtTheEnd() throws Exception {
    source(
        "Late.java",
        """
        import dev.hocket.core.Targets;

        class Late {
          public static void main(String[] arguments) {
            Thread main = Thread.currentThread();
            Targets.of("worker").execute("late", () -> {
              main.join();
              System.out.println("block");
            });
            System.out.println("main");
          }
        }
        """);
    assertEquals(ok("main\nblock\n"), ChildRun.in(folder, "run", "Late.java"));
  }

  @Test
  void temporaryClasses_goAtExit_andShutdownHooksCanStillLoadThem() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    source(
        "Hook.java",
        """
        void main() {
          Runtime.getRuntime().addShutdownHook(new Thread(() -> IO.println(new Last())));
          System.exit(0);
        }

        record Last() {}
        """);
    List<String> flags = List.of("-Djava.io.tmpdir=" + temporary);
    assertEquals(ok("Last[]\n"), ChildRun.in(folder, flags, "run", "Hook.java"));
    assertEquals(List.of(), list(temporary));
  }

  @Test
  void wrongSource_showsJavacsErrors_exitsWith1_andLeavesNothingBehind() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    source("Wrong.java", "class Wrong {\n  int number = \"text\";\n}\n");
    List<String> flags = List.of("-Djava.io.tmpdir=" + temporary);
    ChildRun run = ChildRun.in(folder, flags, "run", "Wrong.java");
    assertEquals(1, run.exitCode());
    assertEquals("", run.out());
    assertTrue(run.err().startsWith("Wrong.java:2: error: incompatible types"), run.err());
    assertTrue(run.err().endsWith("1 error\n"), run.err());
    assertEquals(List.of(), list(temporary));
  }

  @Test
  void missingNeighbour_isPointedAt() throws Exception {
    source("One.java", "class One { public static void main(String[] a) { Two.go(); } }");
    source("Two.java", "class Two { static void go() {} }");
    ChildRun run = ChildRun.in(folder, "run", "One.java");
    assertEquals(1, run.exitCode());
    assertTrue(
        run.err()
            .endsWith(
                "hocket: Two is in Two.java, which was not compiled; to run the whole folder:"
                    + " hocket run .\n"),
        run.err());
  }

  @Test
  void missingNeighbour_whoseNestedClassIsImported_isPointedAt() throws Exception {
    source(
        "p/One.java",
        "package p; import p.Two.Inner; class One { static void main() {} Inner i; }");
    source("p/Two.java", "package p; class Two { static class Inner {} }");
    ChildRun run = ChildRun.in(folder, "run", "p/One.java");
    assertEquals(1, run.exitCode());
    assertTrue(
        run.err()
            .endsWith(
                "hocket: Two is in Two.java, which was not compiled; to run the whole folder:"
                    + " hocket run p\n"),
        run.err());
  }

  @Test
  void record_holdsTheBlocksOfTheRun() throws Exception {
    source(
        "Blocks.java",
        """
        void main() {
          dev.hocket.core.Targets.of("worker").call("Blocks.java:2", () -> {});
        }
        """);
    assertEquals(ok(""), ChildRun.in(folder, "run", "--record", "run.jfr", "Blocks.java"));
    List<String> labels =
        RecordingFile.readAllEvents(folder.resolve("run.jfr")).stream()
            .filter(event -> event.getEventType().getName().equals("dev.hocket.Block"))
            .map(event -> event.getString("label"))
            .toList();
    assertEquals(List.of("Blocks.java:2"), labels);
  }

  @Test
  void sample_addsStacksToARecording_andNeedsOne() throws Exception {
    source(
        "Busy.java",
        """
        // Processor time, which does not pass while the machine stands still.
        void main() {
          var times = java.lang.management.ManagementFactory.getThreadMXBean();
          while (times.getCurrentThreadCpuTime() < 1_000_000_000L) {
            for (int i = 0; i < 100_000; i++) {
              Thread.onSpinWait();
            }
          }
        }
        """);
    assertEquals(
        ok(""), ChildRun.in(folder, "run", "--record", "run.jfr", "--sample", "Busy.java"));
    assertTrue(
        RecordingFile.readAllEvents(folder.resolve("run.jfr")).stream()
            .anyMatch(event -> event.getEventType().getName().equals("jdk.ExecutionSample")));
    assertRefused(
        "hocket: --sample adds stacks to a recording: name one by --record FILE.jfr\n"
            + "Try: hocket run --help\n",
        "run",
        "--sample",
        "Busy.java");
  }

  @Test
  void record_ofASwingProgramThatExits_holdsItsDispatches() throws Exception {
    source(
        "Events.java",
        """
        import java.awt.EventQueue;
        import java.util.concurrent.CountDownLatch;

        class Events {
          public static void main(String[] arguments) throws Exception {
            CountDownLatch seen = new CountDownLatch(1);
            while (seen.getCount() > 0) {
              // Core's queue takes over a few milliseconds after the event thread has started.
              EventQueue.invokeAndWait(() -> {
                if (Thread.currentThread().getStackTrace().length > 0 && recorded()) {
                  seen.countDown();
                }
              });
            }
            EventQueue.invokeAndWait(() -> {});
            System.exit(0);
          }

          static boolean recorded() {
            for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {
              if (frame.getClassName().startsWith("dev.hocket.core.")) {
                return true;
              }
            }
            return false;
          }
        }
        """);
    List<String> flags = List.of("-Djava.awt.headless=true");
    assertEquals(
        ok(""),
        ChildRun.in(folder, flags, "run", "--sequential", "--record", "run.jfr", "Events.java"));
    assertTrue(
        RecordingFile.readAllEvents(folder.resolve("run.jfr")).stream()
            .anyMatch(event -> event.getEventType().getName().equals("dev.hocket.Dispatch")));
  }

  @Test
  void assertions_canBeSwitchedOnByAJvmFlag() throws Exception {
    source("Check.java", "void main() { assert false : \"off by default\"; }");
    assertEquals(ok(""), ChildRun.in(folder, "run", "Check.java"));
    assertEquals(1, ChildRun.in(folder, List.of("-ea"), "run", "Check.java").exitCode());
  }

  @Test
  void severalMainsInOneFile_theOneNamedLikeTheFileRuns() throws Exception {
    source(
        "p/Last.java",
        """
        package p;

        class First {
          static void main() {
            System.out.println("First");
          }
        }

        class Last {
          static void main() {
            System.out.println("Last");
          }
        }
        """);
    assertEquals(ok("Last\n"), ChildRun.in(folder, "run", "p/Last.java"));
    assertEquals(ok("First\n"), ChildRun.in(folder, "run", "--main", "First", "p/Last.java"));
  }

  @Test
  void recordingOverARecordingOrAnEmptyFile_isWritten() throws Exception {
    source("T.java", "void main() {}");
    Path recording = source("run.jfr", "");
    assertEquals(ok(""), ChildRun.in(folder, "run", "--record", "run.jfr", "T.java"));
    assertTrue(Files.size(recording) > 0);
    Files.setLastModifiedTime(recording, FileTime.fromMillis(0));
    assertEquals(ok(""), ChildRun.in(folder, "run", "--record", "run.jfr", "T.java"));
    assertTrue(Files.getLastModifiedTime(recording).toMillis() > 0);
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
