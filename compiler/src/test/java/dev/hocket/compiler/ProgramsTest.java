package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
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

  static List<Path> programs() throws IOException {
    return Harness.list(Harness.testFolder("programs"), ".java");
  }

  @ParameterizedTest
  @MethodSource("programs")
  void program_withAndWithoutDirectives_givesTheSame(Path program, @TempDir Path folder)
      throws Exception {
    String source = Files.readString(program);
    String name = program.getFileName().toString().replace(".java", "");
    Harness harness = new Harness(folder).file(name + ".java", source);
    Harness.Compiled plain = harness.compileSequentially("plain", "-nowarn");
    assertEquals(0, plain.exit(), plain.output());
    Harness.Compiled compiled = harness.compile("hocket", "-nowarn");
    assertEquals("", compiled.output());
    assertEquals(0, compiled.exit());

    Harness.Ran expected = harness.run("plain", name);
    Harness.Ran actual = harness.run("hocket", name);

    boolean free = source.contains("// order: free");
    assertEquals(lines(expected, free), lines(actual, free), actual.err());
    assertEquals(expected.exit(), actual.exit(), actual.err());
    String generated = Files.readString(folder.resolve("hocket-source/" + name + ".java"));
    assertUntouched(source, generated);
    String spaced = source.replace("//#omp", "// #omp").replace("\n", "\r\n");
    String other = translated(program, spaced, folder.resolve("spaced"));
    assertEquals(generated.replace("\n", "\r\n"), other.replace("// #omp", "//#omp"));
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

  private static String translated(Path program, String source, Path folder) throws IOException {
    String name = program.getFileName().toString();
    Harness harness = new Harness(folder).file(name, source);
    assertEquals(0, harness.compile("out", "-Xlint:none").exit());
    return Files.readString(harness.root().resolve("out-source/" + name));
  }
}
