package dev.hocket.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every folder of examples with an {@code expected.txt} contains a program, in one file or with a
 * class {@code Main}. It is compiled and run twice, by plain javac and by Hocket, and must print
 * the same text both times.
 */
@Timeout(600)
class ExamplesTest {
  private static final Path EXAMPLES = Programs.ROOT.resolve("examples");

  @TempDir Path classes;

  static List<String> examples() throws IOException {
    try (Stream<Path> folders = Files.list(EXAMPLES)) {
      return folders
          .filter(folder -> Files.exists(folder.resolve("expected.txt")))
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void withoutTheDirectives_itPrintsTheExpectedText(String example) throws Exception {
    compileAndRun(example, true);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void withTheDirectives_itPrintsTheSame(String example) throws Exception {
    compileAndRun(example, false);
  }

  private void compileAndRun(String example, boolean sequential) throws Exception {
    Path folder = EXAMPLES.resolve(example);
    List<Path> sources = Programs.sourcesIn(folder);
    Programs.compile(sources, classes, sequential);
    String said = Programs.run(classes, Programs.mainOf(sources));
    assertEquals(Files.readString(folder.resolve("expected.txt")), said);
  }
}
