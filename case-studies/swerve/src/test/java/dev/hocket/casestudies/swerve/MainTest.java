package dev.hocket.casestudies.swerve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Client;
import dev.hocket.casestudies.http.Eventually;
import dev.hocket.casestudies.http.Unprivileged;
import dev.hocket.casestudies.swerve.command.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole program in a separate JVM. */
@Timeout(600)
class MainTest {
  private static final long LARGER_THAN_THE_HEAP = 300_000_000;
  private static final String LATER = "Mon, 23 Nov 2037 00:00:00 GMT";
  @TempDir Path root;

  private static Process start(String... arguments) throws IOException {
    return new ProcessBuilder(command(arguments)).redirectErrorStream(true).start();
  }

  private static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx24m", "-XX:MaxDirectMemorySize=24m"));
    // The runs are short: optimised compilation would take longer than it saves.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static int port(String firstLine) {
    return Integer.parseInt(firstLine.replaceAll(".*:(\\d+)/", "$1"));
  }

  private static String flag(Kind kind) {
    return "--" + kind.name().toLowerCase();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aFileLargerThanMemory_isServed_andAnInterruptEndsTheProgram(Kind kind) throws Exception {
    try (FileChannel sparse =
        FileChannel.open(
            root.resolve("large.bin"),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      sparse.write(ByteBuffer.wrap(new byte[] {1}), LARGER_THAN_THE_HEAP - 1);
    }
    Process server = start(flag(kind), "--root", root.toString(), "--port", "0");
    try (BufferedReader output = server.inputReader()) {
      String line = output.readLine();
      assertTrue(line.matches("Serving .* on http://127\\.0\\.0\\.1:\\d+/"), line);
      String address = line.substring(line.indexOf("http"));
      HttpURLConnection client =
          (HttpURLConnection) URI.create(address + "large.bin").toURL().openConnection();
      client.setReadTimeout(30_000);
      long sum = 0;
      long length = 0;
      byte[] buffer = new byte[1 << 16];
      try (InputStream body = client.getInputStream()) {
        for (int read; (read = body.read(buffer)) >= 0; length += read) {
          for (int i = 0; i < read; i++) {
            sum += buffer[i];
          }
        }
      }
      assertEquals(LARGER_THAN_THE_HEAP, length);
      assertEquals(1, sum);
      server.toHandle().destroy(); // SIGTERM, which ends a JVM as Ctrl-C does.
      assertTrue(server.waitFor(2, TimeUnit.MINUTES));
      assertEquals(null, output.readLine());
    } finally {
      server.destroyForcibly();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aForbiddenFile_is403_andTheOthersAreServed(Kind kind) throws Exception {
    Files.writeString(root.resolve("a.txt"), "content");
    for (int length : new int[] {0, 10, 200_000}) {
      Path file = Files.write(root.resolve(length + ".txt"), new byte[length]);
      Files.setPosixFilePermissions(file, Set.of());
    }
    Path closed = Files.createDirectory(root.resolve("closed"));
    Files.writeString(closed.resolve("index.html"), "closed");
    Files.setPosixFilePermissions(closed, Set.of());
    List<String> command =
        Unprivileged.command(command(flag(kind), "--root", root.toString(), "--port", "0"));
    Process server = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedReader output = server.inputReader();
        Client client = new Client(port(output.readLine()))) {
      for (String name : List.of("/0.txt", "/10.txt", "/200000.txt", "/closed/")) {
        Client.Reply refused = client.get(name);
        assertEquals(403, refused.status());
        assertTrue(refused.text().startsWith("403 "), refused.text());
        assertEquals(403, client.get(name, "If-Modified-Since: " + LATER).status());
        client.send("HEAD " + name + " HTTP/1.1\r\nHost: a\r\n\r\n");
        assertTrue(client.head().startsWith("HTTP/1.1 403 "));
        assertEquals("content", client.get("/a.txt").text());
      }
      Files.setPosixFilePermissions(root.resolve("a.txt"), Set.of());
      Eventually.holds(() -> client.get("/a.txt").status() == 403);
    } finally {
      server.destroyForcibly();
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void namesBeyondAscii_areFoundInTheLocaleOfTheLauncher_andAWarningSaysWhereTheyAreNot()
      throws Exception {
    Files.writeString(root.resolve("\u20ac.txt"), "euro");
    Path launcher = Path.of(System.getProperty("hocket.root"), "cli/src/main/sh/use-utf8.sh");
    assertEquals("euro", euro("source '" + launcher + "'"));
    String lost = euro(":");
    assertTrue(lost.startsWith("404 "), lost);
    assertTrue(lost.contains("swerve: the character set of the locale is "), lost);
  }

  /** The answer and output of a server that a shell starts in the locale C, after a command. */
  private String euro(String before) throws IOException {
    List<String> command = new ArrayList<>(List.of("bash", "-c", before + "; exec \"$@\"", "-"));
    command.addAll(command("--root", root.toString(), "--port", "0"));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    Process server = builder.start();
    try (BufferedReader output = server.inputReader();
        Client client = new Client(port(output.readLine()))) {
      String answer = client.get("/%E2%82%AC.txt").text();
      server.toHandle().destroy();
      return answer + output.readAllAsString();
    } finally {
      server.destroyForcibly();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void moreConnectionsThanDescriptors_delayOthersButStopNothing(Kind kind) throws Exception {
    Files.writeString(root.resolve("a.txt"), "content");
    List<String> command =
        new ArrayList<>(List.of("bash", "-c", "ulimit -n 128; exec \"$@\"", "-"));
    command.addAll(command(flag(kind), "--root", root.toString(), "--port", "0"));
    Process server = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<Client> clients = new ArrayList<>();
    try (BufferedReader output = server.inputReader()) {
      int port = port(output.readLine());
      for (int i = 0; i < 150; i++) {
        clients.add(new Client(port));
      }
      for (Client client : clients.subList(0, 20)) {
        assertEquals("content", client.get("/a.txt").text());
      }
      for (Client client : clients) {
        client.close();
      }
      for (int i = 0; i < 20; i++) {
        try (Client client = new Client(port)) {
          assertEquals("content", client.get("/a.txt").text());
        }
      }
      server.toHandle().destroy();
      assertEquals(null, output.readLine());
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void help_namesAllOptions() throws Exception {
    String help = output(0, "--help");
    for (String option :
        List.of(
            "--root", "--port", "--async", "--lockstep", "--max-connections", "--log", "--help")) {
      assertTrue(help.contains(option), help);
    }
  }

  @Test
  void mistakes_areNamed() throws Exception {
    Files.writeString(root.resolve("file"), "");
    String none = output(1, "--root", root.resolve("none").toString(), "--port", "0");
    assertTrue(none.startsWith("swerve: no directory to serve at " + root), none);
    String file = output(1, "--root", root.resolve("file").toString(), "--port", "0");
    assertTrue(file.startsWith("swerve: not a directory: "), file);
    String log =
        output(
            1, "--root", root.toString(), "--port", "0", "--log", root.resolve("file").toString());
    assertTrue(log.startsWith("swerve: cannot write a log to " + root), log);
    assertTrue(output(2, "--async", "--lockstep").contains("mutually exclusive"));
    assertTrue(output(2, "--max-connections", "0").contains("1 connection or more"));
    assertTrue(output(2, "--port", "65536").contains("65535"));
  }

  private String output(int exitCode, String... arguments) throws Exception {
    Process program = start(arguments);
    try (BufferedReader reader = program.inputReader()) {
      String output = reader.readAllAsString();
      assertTrue(program.waitFor(2, TimeUnit.MINUTES));
      assertEquals(exitCode, program.exitValue(), output);
      return output;
    } finally {
      program.destroyForcibly();
    }
  }
}
