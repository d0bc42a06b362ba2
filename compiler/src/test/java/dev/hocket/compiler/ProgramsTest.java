package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole programs give the same output with and without directives. Programs whose output may
 * interleave contain {@code // order: free}. Line ends, and the space that formatters put into a
 * directive, change nothing.
 */
class ProgramsTest {
  private static final Pattern GENERATED =
      Pattern.compile("TargetBlocks|Teams|Tasks|Critical|Shared|Resum|\\.value|\\$|\\}\\)+;");

  @TempDir private static Path folder;

  /** The programs as they are written. */
  private static Harness written;

  /** The programs with other line ends and spaces. */
  private static Harness spaced;

  static List<Path> programs() throws IOException {
    return Harness.list(Harness.testFolder("programs"), ".java");
  }

  /** Compiles all programs at once: their classes have different names. */
  @BeforeAll
  static void compile() throws IOException {
    written = new Harness(folder.resolve("written"));
    spaced = new Harness(folder.resolve("spaced"));
    for (Path program : programs()) {
      String source = Files.readString(program);
      String name = program.getFileName().toString();
      written.file(name, source);
      spaced.file(name, spaced(source));
    }
    Harness.Compiled plain = written.compileSequentially("plain", "-nowarn");
    assertEquals(0, plain.exit(), plain.output());
    assertEquals(new Harness.Compiled(0, ""), written.compile("hocket", "-nowarn"));
    Harness.Compiled other = spaced.compile("hocket", "-Xlint:none");
    assertEquals(0, other.exit(), other.output());
  }

  private static String spaced(String source) {
    return source.replace("//#omp", "// #omp").replace("\n", "\r\n");
  }

  @ParameterizedTest
  @MethodSource("programs")
  void program_withAndWithoutDirectives_givesTheSame(Path program) throws Exception {
    String source = Files.readString(program);
    String file = program.getFileName().toString();
    String name = file.replace(".java", "");

    Harness.Ran expected = written.run("plain", name);
    Harness.Ran actual = written.run("hocket", name);

    boolean free = source.contains("// order: free");
    assertEquals(lines(expected, free), lines(actual, free), actual.err());
    assertEquals(expected.exit(), actual.exit(), actual.err());
    String generated = generated(written, file);
    assertUntouched(source, generated);
    assertEquals(
        generated.replace("\n", "\r\n"), generated(spaced, file).replace("// #omp", "//#omp"));
  }

  private static String generated(Harness harness, String file) throws IOException {
    return Files.readString(harness.root().resolve("hocket-source").resolve(file));
  }

  private static List<String> lines(Harness.Ran ran, boolean sorted) {
    List<String> lines = new ArrayList<>(ran.out().lines().toList());
    if (sorted) {
      lines.sort(null);
    }
    return lines;
  }

  /** Lines that are equal in both must also be equal byte for byte, except for a brace. */
  private static void assertUntouched(String source, String generated) {
    String[] before = source.split("\n", -1);
    String[] after = generated.split("\n", -1);
    assertEquals(before.length, after.length);
    for (int i = 0; i < before.length; i++) {
      boolean touched = GENERATED.matcher(after[i]).find();
      boolean same = after[i].equals(before[i]) || after[i].equals(before[i] + " }");
      // A brace between the heads of collapsed loops is removed.
      same |= after[i].isBlank() && before[i].strip().matches("[{}]");
      assertTrue(touched || same, after[i]);
    }
  }
}
