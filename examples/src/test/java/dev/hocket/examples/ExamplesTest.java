package dev.hocket.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.HocketCompiler;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every folder of examples with an {@code expected.txt} is compiled and run twice, once by javac
 * alone and once by Hocket, and must print the same both times.
 */
@Timeout(120)
class ExamplesTest {
  private static final Path ROOT = Path.of(System.getProperty("hocket.root"), "examples");

  @TempDir Path classes;

  static List<String> examples() throws IOException {
    try (Stream<Path> folders = Files.list(ROOT)) {
      return folders
          .filter(folder -> Files.exists(folder.resolve("expected.txt")))
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void withoutTheDirectives_itPrintsWhatIsExpected(String example) throws Exception {
    compileAndRun(example, true);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void withTheDirectives_itPrintsTheSame(String example) throws Exception {
    compileAndRun(example, false);
  }

  private void compileAndRun(String example, boolean sequential) throws Exception {
    Path folder = ROOT.resolve(example);
    List<String> sources = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(sources::add);
    }
    assertEquals(1, sources.size(), "an example is one file");
    StringWriter said = new StringWriter();
    List<String> arguments =
        new ArrayList<>(
            List.of("-Xlint:all", "-d", classes.toString(), "-cp", runtimeClassPath()));
    arguments.addAll(sources);
    int exit =
        HocketCompiler.compile(
            arguments,
            new HocketCompiler.Options(null, sequential, false),
            new PrintWriter(said, true));
    assertEquals(0, exit, said::toString);
    assertEquals("", said.toString(), "an example compiles without a warning");
    String main = Path.of(sources.getFirst()).getFileName().toString().replace(".java", "");
    assertEquals(Files.readString(folder.resolve("expected.txt")), run(main));
  }

  private String run(String main) throws Exception {
    Path out = Files.createTempFile(classes, "out", ".txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.awt.headless=true",
                "-cp",
                classes + File.pathSeparator + runtimeClassPath(),
                main)
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    assertTrue(ended, () -> main + " did not exit by itself");
    return Files.readString(out);
  }

  private static String runtimeClassPath() {
    return System.getProperty("java.class.path");
  }
}
