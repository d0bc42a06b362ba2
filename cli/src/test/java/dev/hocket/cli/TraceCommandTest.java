package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.hocket.cli.report.Collector;
import dev.hocket.cli.terminal.ExitCode;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code hocket trace}; {@code RecordedRequestsTest} of plan tests the content of the spans. */
class TraceCommandTest {
  @TempDir static Path folder;
  private static String recording;

  @BeforeAll
  static void record() throws Exception {
    Path file = folder.resolve("work.jfr");
    Worker worker = Targets.create("traced", 1);
    try (Recording jfr = new Recording()) {
      for (String type : List.of("Block", "Process", "Program")) {
        jfr.enable("dev.hocket." + type);
      }
      jfr.start();
      worker.call("Work.java:6", () -> worker.call("Work.java:7", () -> {}));
      jfr.stop();
      jfr.dump(file);
    }
    worker.shutdown(Duration.ofMinutes(2));
    recording = file.toString();
  }

  @Test
  void spans_areWrittenIntoAFile_aMessageInEachLine() throws Exception {
    Path spans = folder.resolve("spans.json");
    assertEquals(
        new Invocation(0, "wrote 2 spans of 1 request to " + spans + "\n", ""),
        Invocation.of("trace", recording, "--otlp", spans.toString()));
    List<String> lines = Files.readAllLines(spans);
    assertEquals(1, lines.size());
    String message = lines.getFirst();
    assertTrue(message.startsWith("{\"resourceSpans\":["), message);
    assertTrue(message.contains("{\"stringValue\":\"work\"}"), message);
    assertTrue(message.contains("\"name\":\"Work.java:7\""), message);
  }

  /** A collector that answers with a code and a text, and notes what it got. */
  private record FakeCollector(HttpServer server, BlockingQueue<String> got)
      implements AutoCloseable {
    static FakeCollector answering(int code) throws Exception {
      return answering(code, "{}");
    }

    static FakeCollector answering(int code, String text) throws Exception {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      BlockingQueue<String> got = new LinkedBlockingQueue<>();
      server.createContext(
          "/",
          exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            got.add(
                exchange.getRequestURI()
                    + " "
                    + exchange.getRequestHeaders().getFirst("Content-Type")
                    + " "
                    + new String(body, StandardCharsets.UTF_8));
            byte[] answer = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(code, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
          });
      server.start();
      return new FakeCollector(server, got);
    }

    String address() {
      return "http://localhost:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }

  @Test
  void spans_areSentToAnAddress_whichIsSaidBefore() throws Exception {
    try (FakeCollector collector = FakeCollector.answering(200)) {
      String address = collector.address().replace("http", "HTTP");
      Invocation sent = Invocation.of("trace", recording, "--otlp", address, "--service", "shop");
      String endpoint = address + "/v1/traces";
      assertEquals(endpoint + ": 2 spans\n", sent.out());
      assertEquals(
          "hocket: sends some 2 spans of 1 request to "
              + endpoint
              + ": times, positions in the source, names of targets, threads, channels, events and"
              + " requests; no values of variables\n",
          sent.err());
      String got = collector.got.remove();
      assertTrue(got.startsWith("/v1/traces application/json {\"resourceSpans\":"), got);
      assertTrue(got.contains("{\"stringValue\":\"shop\"}"), got);
      assertTrue(collector.got.isEmpty());
    }
  }

  @Test
  void anAddressThatTakesNothing_isNamed() throws Exception {
    String gone;
    try (FakeCollector collector = FakeCollector.answering(404)) {
      Invocation sent =
          Invocation.of("trace", recording, "--otlp", collector.address() + "/elsewhere");
      assertEquals(ExitCode.FAILED, sent.exitCode());
      assertTrue(
          sent.err()
              .endsWith(
                  "hocket: "
                      + collector.address()
                      + "/elsewhere did not take the spans: it answered 404: {}\n"),
          sent.err());
      gone = collector.address();
    }
    Invocation sent = Invocation.of("trace", recording, "--otlp", gone);
    assertEquals(ExitCode.FAILED, sent.exitCode());
    assertTrue(sent.err().contains("/v1/traces did not take the spans: "), sent.err());
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void anAnswerThatDoesNotEnd_isAFailure() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.startVirtualThread(() -> answerHalf(server));
      String address =
          "http://" + server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
      try (var collector = Collector.at(address, Duration.ofSeconds(1))) {
        IOException failure = assertThrows(IOException.class, () -> collector.post("{}"));
        assertEquals("it did not answer within 1 s", failure.getMessage());
      }
    }
  }

  /** Sends the head of an answer only, and keeps the connection. */
  private static void answerHalf(ServerSocket server) {
    try (Socket socket = server.accept()) {
      String head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
      socket.getInputStream().readAllBytes();
    } catch (IOException e) {
      // The collector has left.
    }
  }

  @Test
  void spansThatAreRefused_areCounted() throws Exception {
    String partial = "{\"partialSuccess\":{\"rejectedSpans\":\"1\",\"errorMessage\":\"too old\"}}";
    try (FakeCollector collector = FakeCollector.answering(200, partial)) {
      Invocation sent = Invocation.of("trace", recording, "--otlp", collector.address());
      assertEquals(ExitCode.FAILED, sent.exitCode());
      String endpoint = collector.address() + "/v1/traces";
      assertTrue(
          sent.err().endsWith("hocket: " + endpoint + " refused 1 of 2 spans: too old\n"),
          sent.err());
      assertEquals("", sent.out());
    }
    for (String harmless :
        List.of(
            "",
            "thanks",
            "{\"partialSuccess\":{}}",
            "{\"partialSuccess\":{\"rejectedSpans\":0}}")) {
      try (FakeCollector collector = FakeCollector.answering(200, harmless)) {
        Invocation sent = Invocation.of("trace", recording, "--otlp", collector.address());
        assertEquals(ExitCode.OK, sent.exitCode(), sent.err());
      }
    }
  }

  @Test
  void anAddressWithoutItsScheme_isNoFile() throws Exception {
    for (String address :
        List.of(
            "localhost:4318",
            "grpc://localhost:4318",
            "http:/localhost:4318",
            "localhost:4318/v1/traces")) {
      String rest = address.replaceFirst("^(grpc|http):/+", "");
      Invocation.assertRefused(
          "hocket: --otlp "
              + address
              + " is no address: write http://"
              + rest
              + ", or ./"
              + rest
              + " for a file of this name\n",
          "trace",
          recording,
          "--otlp",
          address);
    }
    Path file = folder.resolve("localhost:4318");
    assertEquals(0, Invocation.of("trace", recording, "--otlp", file.toString()).exitCode());
    assertTrue(Files.exists(file));
  }

  /** A file is replaced as a whole: the old one stays if the new one cannot be written. */
  @Test
  void theOldFile_staysUntilTheNewOneIsComplete() throws Exception {
    Path spans = folder.resolve("old.json");
    Files.writeString(spans, "old");
    Path part = Files.createDirectory(folder.resolve("old.json.part"));
    Path inside = Files.createFile(part.resolve("in the way"));
    assertEquals(2, Invocation.of("trace", recording, "--otlp", spans.toString()).exitCode());
    assertEquals("old", Files.readString(spans));
    Files.delete(inside);
    Files.delete(part);
    assertEquals(0, Invocation.of("trace", recording, "--otlp", spans.toString()).exitCode());
    assertTrue(Files.readString(spans).startsWith("{"));
    assertFalse(Files.exists(part));
  }

  @Test
  void badInput_isRefused() throws Exception {
    Invocation.assertRefused(
        "hocket: none.jfr does not exist. To record: hocket run --record none.jfr PROGRAM\n",
        "trace",
        "none.jfr",
        "--otlp",
        "spans.json");
    Invocation.assertRefused(
        "hocket: the spans would overwrite the recording " + recording + "\n",
        "trace",
        recording,
        "--otlp",
        recording);
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), Path.of(recording));
    Invocation.assertRefused(
        "hocket: the spans would overwrite the recording " + recording + "\n",
        "trace",
        recording,
        "--otlp",
        link.toString());
    Invocation.assertRefused(
        "hocket: --otlp http:// is no address: Expected authority at index 7: http://\n",
        "trace",
        recording,
        "--otlp",
        "http://");
  }

  @Test
  void aRecordingWithoutProcesses_saysSo() throws Exception {
    Path blocks = folder.resolve("blocks.jfr");
    Worker worker = Targets.create("traced-blocks", 1);
    try (Recording jfr = new Recording()) {
      jfr.enable("dev.hocket.Block");
      jfr.disable("dev.hocket.Process");
      jfr.start();
      worker.call("Work.java:6", () -> {});
      jfr.stop();
      jfr.dump(blocks);
    }
    worker.shutdown(Duration.ofMinutes(2));
    Invocation refused =
        Invocation.of("trace", blocks.toString(), "--otlp", folder.resolve("none.json").toString());
    assertTrue(
        refused.err().contains("has no requests: dev.hocket.Process was not recorded. To record"),
        refused.err());
  }

  @Test
  void aRecordingWithoutRequests_isRefused() throws Exception {
    Path empty = folder.resolve("empty.jfr");
    try (Recording jfr = new Recording()) {
      jfr.enable("dev.hocket.Program");
      jfr.start();
      jfr.stop();
      jfr.dump(empty);
    }
    Invocation.assertRefused(
        "hocket: "
            + empty
            + " has no requests: no block of Hocket's ended while it was recorded, and no event was"
            + " dispatched. To record: hocket run --record empty.jfr PROGRAM\n",
        "trace",
        empty.toString(),
        "--otlp",
        folder.resolve("none.json").toString());
  }
}
