package dev.hocket.casestudies.flowserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Client;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server as a program. */
@Timeout(120)
class MainTest {
  private static final int SIGTERM = 128 + 15;

  @TempDir private Path root;

  @Test
  void theProgram_servesUntilItIsAskedToEnd() throws Exception {
    Files.writeString(root.resolve("a"), "first");
    Process server = start("--port", "0", "--root", root.toString());
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
  void whatCannotBeServed_isSaidInALine() throws Exception {
    Process server = start("--port", "0", "--root", root.resolve("nowhere").toString());
    String printed = server.inputReader().readAllAsString();
    assertTrue(printed.matches("flow-server: no directory to serve at .*nowhere.*\n"), printed);
    assertEquals(1, server.waitFor());
  }

  @Test
  void sectionsThatDoNotFit_areRefusedWithTheirPlace() throws Exception {
    Process server =
        start("--port", "0", "--root", root.toString(), "--sections", "[[\"nothing\"]]");
    String printed = server.inputReader().readAllAsString();
    assertTrue(printed.startsWith("flow-server: flow_server/blocking.clj:12:"), printed);
    assertTrue(printed.contains("\"nothing\" matches no function"), printed);
    assertEquals(1, printed.lines().count(), printed);
    assertEquals(1, server.waitFor());
  }

  private static Process start(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
