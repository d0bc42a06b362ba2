package dev.hocket.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The guide quotes a handler of {@code examples/callbacks} word for word. */
class CallbacksTest {
  private static final Path HANDLERS = Programs.ROOT.resolve("examples/callbacks");

  @Test
  void guide_showsTheHandlerWithDirectives() throws IOException {
    String source = Files.readString(HANDLERS.resolve("WithHocket.java"));
    String method = source.substring(source.indexOf("  @Override"), source.lastIndexOf("}"));
    assertTrue(guide().contains(method.stripTrailing().stripIndent().indent(4)));
  }

  private static String guide() throws IOException {
    return Files.readString(Programs.ROOT.resolve("docs/guide/handlers.md"));
  }
}
