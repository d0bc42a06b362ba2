package dev.hocket.projects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Class files that each released version has compiled from src/test/kept/Kept.java run on the
 * current libraries. A version's class files are added when it is released, and never compiled
 * again.
 */
class KeptClassesTest {
  private static final Path KEPT = Workshop.ROOT.resolve("projects/src/test/kept");

  @TempDir private static Path folder;

  @TestFactory
  Stream<DynamicTest> classesOfEarlierVersions_run() throws Exception {
    Workshop workshop = new Workshop(folder);
    try (Stream<Path> files = Files.list(KEPT)) {
      List<Path> jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
      assertTrue(jars.contains(KEPT.resolve("0.1.0.jar")), jars.toString());
      return jars.stream()
          .map(jar ->
              DynamicTest.dynamicTest(jar.getFileName().toString(), () -> run(workshop, jar)));
    }
  }

  private static void run(Workshop workshop, Path jar) throws Exception {
    List<String> classPath =
        List.of(
            jar.toString(), Workshop.jar("directives").toString(), Workshop.jar("core").toString());
    List<String> command = Workshop.quickJava();
    command.addAll(
        List.of(
            "-Djava.awt.headless=true", "-cp", String.join(File.pathSeparator, classPath), "Kept"));
    Workshop.Outcome outcome =
        workshop.run(folder, Path.of(System.getProperty("java.home")), command).expectSuccess();
    assertEquals(Files.readString(KEPT.resolve("expected.txt")), outcome.out());
  }
}
