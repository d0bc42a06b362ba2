package dev.hocket.projects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every way of running a program, with every part of Hocket: the project in src/test/parts, and an
 * algorithm in Clojure. The script archive.sh does the same with the archive, start.sh with what
 * {@code hocket install} has installed.
 */
class EveryWayTest {
  private static final Path PARTS = Workshop.ROOT.resolve("projects/src/test/parts");
  private static final Path WORDS = Workshop.ROOT.resolve("examples/flow/words");
  private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

  @TempDir private static Path folder;
  private static Workshop workshop;
  private static Path project;
  private static Path sources;
  private static String words;

  @BeforeAll
  static void open() throws Exception {
    workshop = new Workshop(folder);
    project = workshop.copy("parts");
    sources = project.resolve("src/main/java");
    Files.copy(WORDS.resolve("Words.java"), sources.resolve("Words.java"));
    words = Files.copy(WORDS.resolve("words.clj"), project.resolve("words.clj")).toString();
  }

  @Test
  void run() throws Exception {
    assertParts(hocket("run", "--main", "Parts", project.toString()));
    assertWords(hocket("run", project.toString(), words));
  }

  @Test
  void classpath() throws Exception {
    String out = folder.resolve("out").toString();
    hocket("compile", "-d", out, source("Parts"), source("Words")).expectSuccess();
    String runtime = hocket("classpath").expectSuccess().out().strip();
    assertParts(java(List.of(out, runtime), "Parts"));
    String clojure = hocket("classpath", "--clojure").expectSuccess().out().strip();
    assertWords(java(List.of(out, clojure), "clojure.main", words));
  }

  @Test
  void maven() throws Exception {
    workshop.maven(project, "package").expectSuccess();
    List<String> path =
        List.of(
            project.resolve("target/parts.jar").toString(), project.resolve("target/lib") + "/*");
    assertParts(java(path, "Parts"));
    assertWords(java(path, "clojure.main", words));
    Workshop.Outcome goal = workshop.maven(project, "hocket:run").expectSuccess();
    assertTrue(goal.out().contains(expected(PARTS)), goal.out());
  }

  /** The jars that the launcher starts, in a clone as in the archive. */
  private static Workshop.Outcome hocket(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addFirst("dev.hocket.cli.Main");
    return java(
        List.of(Workshop.ROOT.resolve("cli/target/lib") + "/*"), all.toArray(String[]::new));
  }

  private static Workshop.Outcome java(List<String> classPath, String... arguments)
      throws Exception {
    List<String> command = Workshop.quickJava();
    command.add("-cp");
    command.add(String.join(File.pathSeparator, classPath));
    command.addAll(List.of(arguments));
    return workshop.run(project, JAVA_HOME, command);
  }

  private static String source(String name) {
    return sources.resolve(name + ".java").toString();
  }

  private static void assertParts(Workshop.Outcome run) throws Exception {
    assertEquals(expected(PARTS), run.expectSuccess().out());
  }

  private static void assertWords(Workshop.Outcome run) throws Exception {
    assertEquals(expected(WORDS), run.expectSuccess().out());
  }

  private static String expected(Path program) throws Exception {
    return Files.readString(program.resolve("expected.txt"));
  }
}
