package dev.hocket.cli;

import static dev.hocket.cli.Invocation.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The files that {@code hocket new} writes. The module {@code projects} tests that Maven builds
 * them.
 */
class NewCommandTest {
  @TempDir private Path folder;

  @Test
  void plainProject_isTheDefault_andRuns() throws Exception {
    Path project = folder.resolve("hello");
    Invocation call = Invocation.of("new", project.toString());
    assertEquals(0, call.exitCode(), call.err());
    assertEquals(
        ".gitignore README.md pom.xml src/main/java/com/example/hello/Main.java"
            + " src/test/java/com/example/hello/MainTest.java",
        filesIn(project));
    String last = "Without Maven: hocket run %1$s; hocket test %1$s\n".formatted(project);
    assertTrue(call.out().endsWith(last), call.out());
    for (String named : new String[] {"hello", "hello/src/main/java"}) {
      assertEquals(
          new ChildRun(0, "The sum of 1 to 10 is 55.\n", ""),
          ChildRun.in(folder, "run", named, "10"));
    }
  }

  @Test
  void everyKind_hasATestAndNoPlaceholder() throws Exception {
    for (String kind : new String[] {"--plain", "--swing", "--server"}) {
      Path project = folder.resolve(kind.substring(2));
      assertEquals(0, Invocation.of("new", project.toString(), kind).exitCode());
      assertTrue(filesIn(project).contains("Test.java"), kind);
      try (Stream<Path> files = Files.walk(project)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String text = Files.readString(file);
          assertFalse(text.contains("com.example.app"), file.toString());
          assertFalse(text.matches("(?s).*@[a-z]+@.*"), file.toString());
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "hello, hello, com.example.hello",
    "My Photos, my-photos, com.example.myphotos",
    "2nd, 2nd, com.example.app2nd",
    "class, class, com.example.appclass",
    "_, app, com.example.app"
  })
  void names_followTheFolder(String folderName, String artifact, String packageName) {
    assertEquals(new ProjectName(artifact, packageName), ProjectName.of(Path.of(folderName)));
  }

  @Test
  void folderWithFiles_isRefused() throws Exception {
    Files.writeString(folder.resolve("mine.txt"), "mine");
    assertRefused(
        "hocket: " + folder + " is not empty; name a folder that is, or a new one\n",
        "new",
        folder.toString());
    assertEquals("mine.txt", filesIn(folder));
  }

  @Test
  void twoKinds_areRefused() {
    Invocation call = Invocation.of("new", "x", "--swing", "--server");
    assertEquals(2, call.exitCode());
    assertTrue(call.err().startsWith("hocket: "), call.err());
  }

  private static String filesIn(Path folder) throws Exception {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .collect(Collectors.joining(" "));
    }
  }
}
