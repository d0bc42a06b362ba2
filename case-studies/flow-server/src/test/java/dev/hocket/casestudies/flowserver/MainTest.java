package dev.hocket.casestudies.flowserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Client;
import dev.hocket.casestudies.http.Unprivileged;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server as a program. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MainTest {
  private static final int SIGTERM = 128 + 15;

  @TempDir private Path root;

  @Test
  void theProgram_servesUntilItIsAskedToEnd() throws Exception {
    Files.writeString(root.resolve("a"), "first");
    Process server = start(command("--port", "0", "--root", root.toString()));
    try (BufferedReader output = server.inputReader()) {
      String line = output.readLine();
      Matcher port = Pattern.compile("Serving .* on http://127\\.0\\.0\\.1:(\\d+)/").matcher(line);
      assertTrue(port.matches(), line);
      try (Client client = new Client(Integer.parseInt(port.group(1)))) {
        assertEquals("first", client.get("/a").text());
        server.toHandle().destroy();
        assertEquals("", client.rest());
      }
      assertEquals(SIGTERM, server.waitFor());
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void aFolderThatCannotBeServed_isReportedInOneLine() throws Exception {
    assertRefused(
        command("--port", "0", "--root", root.resolve("nowhere").toString()),
        "no directory to serve at .*nowhere.*");
  }

  @Test
  void newsThatMustNotBeRead_areReportedInOneLine() throws Exception {
    Path closed = Files.createDirectories(root.resolve("news/closed"));
    Files.setPosixFilePermissions(closed, Set.of());
    List<String> command =
        command("--port", "0", "--root", root.toString(), "--form", "by-resource");
    try {
      assertRefused(Unprivileged.command(command), "cannot read .*/news into memory: .*/closed");
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void sectionsThatCannotBeParsed_areRefusedInOneLine() throws Exception {
    assertRefused(command("--port", "0", "--sections", "[["), "--sections \\[\\[: EOF.*");
  }

  @Test
  void sectionsThatDoNotFit_areRefusedWithTheirPlace() throws Exception {
    assertRefused(
        command("--port", "0", "--root", root.toString(), "--sections", "[[\"nothing\"]]"),
        "flow_server/blocking.clj:12:.*\"nothing\" matches no function.*");
  }

  @Test
  void arcsThatDoNotFit_areRefusedWithTheirPlace() throws Exception {
    assertRefused(
        command("--port", "0", "--root", root.toString(), "--arcs", "{:waiting :lazily}"),
        "flow_server/blocking.clj:12:.*:waiting of :arcs.*:lazily.*");
  }

  /** Asserts that the program prints a single line, which matches, and ends. */
  private static void assertRefused(List<String> command, String line) throws Exception {
    Process server = start(command);
    String printed = server.inputReader().readAllAsString();
    assertTrue(printed.matches("flow-server: " + line + "\n"), printed);
    assertEquals(1, server.waitFor());
  }

  private static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The runs are short: optimised compilation would take longer than it saves.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
