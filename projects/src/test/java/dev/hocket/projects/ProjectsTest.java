package dev.hocket.projects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole projects, built by Maven with the plugin of this build. */
class ProjectsTest {
  @TempDir private static Path folder;
  private static Workshop workshop;

  @BeforeAll
  static void open() throws Exception {
    workshop = new Workshop(folder);
  }

  @Test
  void server_isBuiltAndTested_andRunsFromItsJarAndByTheGoal() throws Exception {
    Path project = workshop.newProject("counter", "--server");
    workshop.maven(project, "package").expectSuccess();
    // If its port is taken, the program ends with a message.
    List<String> command = Workshop.quickJava();
    command.addAll(List.of("-jar", "target/counter.jar", "-1"));
    Workshop.Outcome run = workshop.run(project, Path.of(System.getProperty("java.home")), command);
    assertTrue(run.out().contains("port out of range:-1"), run.out());
    Workshop.Outcome goal = workshop.maven(project, "hocket:run", "-Dhocket.arguments=-1");
    assertEquals(1, goal.exitCode());
    assertTrue(goal.out().contains("Nothing to compile - all classes are up to date"), goal.out());
    assertTrue(goal.out().contains("port out of range:-1"), goal.out());
    assertTrue(goal.out().contains("the program ended with exit code 1"), goal.out());
  }

  /** Modules of Java, an annotation processor, and methods that another Maven module awaits. */
  @Test
  void library_isAwaitedByAnotherModule() throws Exception {
    Path project = workshop.copy("library");
    Workshop.Outcome build = workshop.maven(project, "package").expectSuccess();
    assertTrue(
        build.out().contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0"), build.out());
  }

  @Test
  void changedSource_isCompiledAgain_andItsMessagesAreShownAtTheirPlaceWithTheirHelp()
      throws Exception {
    Path project = workshop.newProject("wrong", "--plain");
    Path source = project.resolve("src/main/java/com/example/wrong/Main.java").toRealPath();
    workshop.maven(project, "compile").expectSuccess();
    Files.writeString(
        source,
        """
        package com.example.wrong;

        public class Main {
          public static void main(String[] args) {
            Thread.currentThread().stop();
            //#omp target virtual(worker) no_wait
            System.out.println("hello");
          }
        }
        """);
    Workshop.Outcome build = workshop.maven(project, "compile");
    assertEquals(1, build.exitCode());
    List<String> lines = build.out().lines().toList();
    assertTrue(
        lines.contains(
            "[WARNING] "
                + source
                + ":[5,27] [removal] stop() in Thread has been deprecated and marked for removal"),
        build.out());
    int error =
        lines.indexOf("[ERROR] " + source + ":[6,35] [HK005] 'target' has no clause 'no_wait'");
    assertTrue(error >= 0, build.out());
    assertTrue(lines.get(error + 1).startsWith("  help: did you mean 'nowait'?"), build.out());
  }
}
