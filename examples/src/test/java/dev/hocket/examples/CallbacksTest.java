package dev.hocket.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guide quotes the three handlers of {@code examples/callbacks} as they are. */
class CallbacksTest {
  private static final Path HANDLERS = Programs.ROOT.resolve("examples/callbacks");

  @ParameterizedTest
  @ValueSource(strings = {"WithHocket", "WithSwingWorker", "WithCompletableFuture"})
  void guide_countsItsLines(String handler) throws IOException {
    String row = "| [`%s`](../../examples/callbacks/%s.java) | %d |";
    String expected = row.formatted(handler, handler, linesOfCode(handler));
    assertTrue(guide().contains(expected), () -> "the guide lacks: " + expected);
  }

  @Test
  void guide_showsTheHandlerWithDirectives() throws IOException {
    String source = Files.readString(HANDLERS.resolve("WithHocket.java"));
    String method = source.substring(source.indexOf("  @Override"), source.lastIndexOf("}"));
    assertTrue(guide().contains(method.stripTrailing().stripIndent().indent(4)));
  }

  /** Without imports, blank lines and comments; a directive counts. */
  private static long linesOfCode(String handler) throws IOException {
    return Files.readAllLines(HANDLERS.resolve(handler + ".java")).stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("import "))
        .filter(line -> !line.startsWith("/**") && !line.startsWith("*"))
        .count();
  }

  private static String guide() throws IOException {
    return Files.readString(Programs.ROOT.resolve("docs/guide/handlers.md"));
  }
}
