package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Idioms of programs with teams, some of which race. Their author has not read the code that looks
 * for races.
 */
class RaceCorpusTest {
  @TempDir Path folder;

  static List<Path> files() throws IOException {
    return Harness.list(Harness.testFolder("races"), ".java");
  }

  @ParameterizedTest
  @MethodSource("files")
  void idioms_areWarnedOf_whereTheyRace(Path file) throws Exception {
    String source = Files.readString(file);
    Harness.Compiled compiled =
        new Harness(folder).file(file.getFileName().toString(), source).compile("out");
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
  }
}
