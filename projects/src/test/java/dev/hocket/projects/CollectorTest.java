package dev.hocket.projects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Span;
import dev.hocket.core.Targets;
import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends spans to a collector of OpenTelemetry, made of its published parts with a Go compiler. Part
 * of {@code ./check --long}.
 */
class CollectorTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

  @TempDir private Path folder;

  @Test
  void aCollector_takesTheSpansAsTheyAreMeant() throws Exception {
    Path collector = made();
    int port = freePort();
    Path config = Files.writeString(folder.resolve("collector.yaml"), config(port));
    Process process =
        new ProcessBuilder(collector.toString(), "--config=file:" + config)
            .redirectErrorStream(true)
            .start();
    List<String> lines = new ArrayList<>();
    try (BufferedReader out = process.inputReader()) {
      readUntil("Everything is ready", out, lines);
      run(
          folder,
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-cp",
          System.getProperty("java.class.path"),
          "dev.hocket.cli.Main",
          "trace",
          recording().toString(),
          "--otlp",
          "http://127.0.0.1:" + port,
          "--service",
          "shop");
      // Process.destroy would close the output, too.
      process.toHandle().destroy();
      out.lines().forEach(lines::add);
    } finally {
      process.destroyForcibly();
    }
    String got = String.join("\n", lines);
    assertTrue(got.contains("service.name: Str(shop)"), got);
    assertEquals(List.of("GET /orders", "Orders.java:7"), fields("Name", got), got);
    assertEquals(List.of(TRACE, TRACE), fields("Trace ID", got), got);
    List<String> ids = fields("ID", got);
    assertEquals(List.of("b7ad6b7169203331", ids.getFirst()), fields("Parent ID", got), got);
    assertEquals(List.of("Server", "Internal"), fields("Kind", got), got);
    assertTrue(got.contains("code.line.number: Int(7)"), got);
  }

  /** Returns the values of a field of all spans, that of the request first. */
  private static List<String> fields(String name, String text) {
    Matcher found = Pattern.compile("(?m)^ {4}" + name + " +: (.*)$").matcher(text);
    List<String> values = found.results().map(one -> one.group(1).strip()).toList();
    // Spans are sent in the order of their ends, so the request's comes last.
    return values.reversed();
  }

  private Path recording() throws Exception {
    Path file = folder.resolve("shop.jfr");
    try (Recording jfr = new Recording()) {
      Stream.of("Block", "Process", "Program").forEach(type -> jfr.enable("dev.hocket." + type));
      jfr.disable("dev.hocket.Wait");
      jfr.start();
      Span request = Span.request("GET /orders", "00-" + TRACE + "-b7ad6b7169203331-01");
      Targets.of("worker").call("Orders.java:7", () -> {});
      request.close();
      jfr.stop();
      jfr.dump(file);
    }
    return file;
  }

  private Path made() throws Exception {
    Path source = Files.createDirectory(folder.resolve("collector"));
    Path original = Workshop.ROOT.resolve("projects/src/test/collector");
    for (String file : List.of("main.go", "go.mod")) {
      Files.copy(original.resolve(file), source.resolve(file));
    }
    run(source, "go", "mod", "tidy");
    run(source, "go", "build", "-o", "collector", ".");
    return source.resolve("collector");
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String config(int port) {
    return """
    receivers:
      otlp:
        protocols:
          http:
            endpoint: 127.0.0.1:%d
    exporters:
      debug:
        verbosity: detailed
        use_internal_logger: false
    service:
      telemetry:
        metrics:
          level: none
      pipelines:
        traces:
          receivers: [otlp]
          exporters: [debug]
    """
        .formatted(port);
  }

  private static void readUntil(String ready, BufferedReader out, List<String> lines)
      throws Exception {
    for (String line; (line = out.readLine()) != null; ) {
      lines.add(line);
      if (line.contains(ready)) {
        return;
      }
    }
    throw new AssertionError("the collector has ended: " + lines);
  }

  private void run(Path where, String... command) throws Exception {
    Path log = Files.createTempFile(folder, "run", ".log");
    Process process =
        new ProcessBuilder(command)
            .directory(where.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = process.waitFor(20, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly();
    }
    assertTrue(ended && process.exitValue() == 0, List.of(command) + "\n" + Files.readString(log));
  }
}
