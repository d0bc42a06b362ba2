package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares translations with stored ones: {@code golden/X.java} must become {@code
 * golden/X.lowered}. After an intended change, run with {@code -Dgolden.regenerate=true} and review
 * the diff.
 */
class GoldenTest {
  static List<Path> inputs() throws IOException {
    return Harness.list(Harness.testFolder("golden"), ".java");
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void translation_isTheGoldenOne(Path input, @TempDir Path folder) throws Exception {
    String source = Files.readString(input);
    String name = input.getFileName().toString();
    Harness harness = new Harness(folder).file(name, source);
    assertEquals("", harness.compile("out", "-nowarn").output());
    Path inPackage = folder.resolve("out-source/golden/" + name);
    String actual =
        Files.readString(
            Files.exists(inPackage) ? inPackage : folder.resolve("out-source/" + name));

    Path golden = input.resolveSibling(name.replace(".java", ".lowered"));
    if (Boolean.getBoolean("golden.regenerate")) {
      Files.writeString(golden, actual);
      fail("Wrote " + golden + "; read the difference, and run without -Dgolden.regenerate.");
    }
    assertEquals(Files.readString(golden), actual);
    assertEquals(source.lines().count(), actual.lines().count());
  }
}
