package dev.hocket.projects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The goal that prints a project's libraries for the language server. */
class ClassPathGoalTest {
  @TempDir private static Path folder;
  private static Workshop workshop;
  private static Path project;

  @BeforeAll
  static void copyAProject() throws Exception {
    workshop = new Workshop(folder);
    project = workshop.copy("library");
  }

  private static String goal() throws Exception {
    return "dev.hocket:hocket-maven-plugin:" + Workshop.version() + ":classpath";
  }

  /** No module has been built, so a module cannot be found as a library of another. */
  @Test
  void modulesThatAreNotBuilt_haveTheLibrariesOfAll() throws Exception {
    Path file = folder.resolve("made/for/it.txt");
    workshop
        .mavenOfThePath(javaHome(), project, goal(), "-Dhocket.outputFile=" + file)
        .expectSuccess();
    List<String> path = Files.readAllLines(file);
    assertTrue(
        path.stream().anyMatch(each -> each.contains("hocket-directives-")), path.toString());
    assertTrue(
        path.stream().anyMatch(each -> each.contains("junit-jupiter-api-")), path.toString());
    assertTrue(path.stream().allMatch(each -> Files.exists(Path.of(each))), path.toString());
    assertFalse(path.stream().anyMatch(each -> each.contains("names")), path.toString());
  }

  @Test
  void withoutAFile_thePathIsPrinted_withTheClassesThatAreThere() throws Exception {
    Path classes = Files.createDirectories(project.resolve("app/target/classes")).toRealPath();
    Workshop.Outcome run = workshop.maven(project, "-q", goal()).expectSuccess();
    // Some versions of Maven print warnings about their own libraries first.
    String line = run.out().lines().filter(each -> each.endsWith(".jar")).findFirst().orElseThrow();
    List<String> path = List.of(line.split(File.pathSeparator));
    assertEquals(classes.toString(), path.getFirst(), run.out());
    assertTrue(path.getLast().endsWith(".jar"), run.out());
  }

  @Test
  void missingLibrary_isLeftOutWithAWarning() throws Exception {
    Path alone = workshop.newProject("alone", "--plain");
    Path pom = alone.resolve("pom.xml");
    Files.writeString(
        pom,
        Files.readString(pom)
            .replace(
                "<dependencies>",
                "<dependencies><dependency><groupId>org.example</groupId>"
                    + "<artifactId>nowhere</artifactId><version>1</version></dependency>"));
    Workshop.Outcome run = workshop.maven(alone, goal()).expectSuccess();
    assertTrue(run.out().contains("[WARNING] not all libraries of alone are there"), run.out());
    assertTrue(run.out().contains("nowhere"), run.out());
    assertTrue(run.out().contains("hocket-directives-"), run.out());
  }

  private static Path javaHome() {
    return Path.of(System.getProperty("java.home"));
  }
}
