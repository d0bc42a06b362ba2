package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Idioms of programs with teams, some of which race. Their author has not read the code that looks
 * for races.
 */
class RaceCorpusTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"Racy.java", "RaceFree.java"})
  void idioms_areWarnedOf_whereTheyRace(String file) throws Exception {
    String source = Files.readString(Harness.testFolder("races").resolve(file));
    Harness.Compiled compiled = new Harness(folder).file(file, source).compile("out");
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
  }
}
