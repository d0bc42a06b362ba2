package dev.hocket.cli;

import static dev.hocket.cli.Invocation.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.cli.program.ClassPath;
import dev.hocket.cli.program.ProgramLoader;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathCommandTest {
  @TempDir Path folder;

  @Test
  void output_isTheRuntimeAndWhatItNeeds_absolute() {
    Invocation call = Invocation.of("classpath");
    assertEquals(
        new Invocation(0, ClassPath.join(ClassPath.runtime()) + System.lineSeparator(), ""), call);
    List<Path> entries =
        List.of(call.out().strip().split(File.pathSeparator)).stream().map(Path::of).toList();
    assertEquals(11, entries.size());
    for (Path entry : entries) {
      assertTrue(entry.isAbsolute() && Files.exists(entry), entry.toString());
    }
  }

  /** A program that tunes its pools was once compiled, but not found when it ran. */
  @Test
  void runningProgram_findsAllOfTheRuntime_andNoneOfTheCommandLine() throws Exception {
    try (ProgramLoader loader = new ProgramLoader(List.of())) {
      for (String name :
          List.of(
              "dev.hocket.core.Targets",
              "dev.hocket.directives.Shared",
              "dev.hocket.events.Event",
              "dev.hocket.flow.Flow",
              "dev.hocket.tune.Decision",
              "pj.Pyjama")) {
        assertEquals(name, loader.loadClass(name).getName());
      }
      assertThrows(ClassNotFoundException.class, () -> loader.loadClass("dev.hocket.cli.Main"));
    }
  }

  @Test
  void compiledProgram_runsOnPlainJavaWithIt() throws Exception {
    Files.writeString(
        folder.resolve("Main.java"),
        """
        class Main {
          public static void main(String[] arguments) {
            //#omp target virtual(worker)
            System.out.println(Thread.currentThread().getName().replaceAll("-[0-9]+", ""));
          }
        }
        """);
    assertEquals(new ChildRun(0, "", ""), ChildRun.in(folder, "compile", "-d", "out", "Main.java"));
    String classPath = "out" + File.pathSeparator + Invocation.of("classpath").out().strip();
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder plain =
        new ProcessBuilder(java, "-cp", classPath, "Main").directory(folder.toFile());
    assertEquals(new ChildRun(0, "worker\n", ""), ChildRun.of(plain, folder));
  }

  @Test
  void argument_isRefused() {
    assertRefused(
        "hocket: unexpected argument: x\nTry: hocket classpath --help\n", "classpath", "x");
  }
}
