package dev.hocket.casestudies.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The JDK's client, an independent implementation, understands all responses. */
@Timeout(300)
class LoopbackTest {
  private static final int SIZE = 300_000;

  @TempDir Path root;
  private final byte[] content = new byte[SIZE];
  private BlockingServer server;
  private HttpClient client;

  @BeforeEach
  void start() throws IOException {
    new Random(1).nextBytes(content);
    write("data.bin", content);
    write("dir/index.html", "index".getBytes(StandardCharsets.UTF_8));
    write("dir/\u20ac 100%.txt", "euro".getBytes(StandardCharsets.UTF_8));
    server = new BlockingServer(new StaticSite(new Documents(root, InstantSource.system())));
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.ALWAYS)
            .connectTimeout(Duration.ofMinutes(2))
            .build();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.close();
  }

  private void write(String name, byte[] bytes) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
  }

  private HttpRequest.Builder request(String target) throws IOException {
    return HttpRequest.newBuilder(URI.create(server.address() + target))
        .timeout(Duration.ofMinutes(2));
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  @Test
  void filesHeadsRangesAndConditions_areUnderstood_onOneConnection() throws Exception {
    HttpResponse<byte[]> whole = send(request("/data.bin"));
    assertEquals(200, whole.statusCode());
    assertArrayEquals(content, whole.body());
    HttpResponse<byte[]> head = send(request("/data.bin").HEAD());
    assertEquals(SIZE, head.headers().firstValueAsLong("Content-Length").orElseThrow());
    assertEquals(0, head.body().length);
    String tag = whole.headers().firstValue("ETag").orElseThrow();
    assertEquals(304, send(request("/data.bin").header("If-None-Match", tag)).statusCode());
    assertEquals(412, send(request("/data.bin").header("If-Match", "\"x\"")).statusCode());
    assertEquals(416, send(request("/data.bin").header("Range", "bytes=300000-")).statusCode());
    assertEquals(404, send(request("/none")).statusCode());
    assertEquals(405, send(request("/data.bin").DELETE()).statusCode());
    assertEquals(204, send(request("/").method("OPTIONS", BodyPublishers.noBody())).statusCode());
    assertEquals(1, server.connections.get());
  }

  @Test
  void randomRanges_areTheseBytesOfTheFile() throws Exception {
    Random random = new Random(2);
    for (int round = 0; round < 50; round++) {
      int first = random.nextInt(SIZE);
      int last = first + random.nextInt(SIZE);
      String range = "bytes=" + first + "-" + last;
      HttpResponse<byte[]> response = send(request("/data.bin").header("Range", range));
      int end = Math.min(last + 1, SIZE);
      assertEquals(206, response.statusCode(), range);
      assertArrayEquals(Arrays.copyOfRange(content, first, end), response.body(), range);
    }
    assertEquals(1, server.connections.get());
  }

  @Test
  void aDirectory_isReachedByRedirection() throws Exception {
    HttpResponse<byte[]> response = send(request("/dir"));
    assertEquals(200, response.statusCode());
    assertEquals("/dir/", response.uri().getPath());
    assertEquals("index", new String(response.body(), StandardCharsets.UTF_8));
  }

  @Test
  void namesBeyondAscii_areFound() throws Exception {
    HttpResponse<byte[]> response = send(request("/dir/%E2%82%AC%20100%25.txt"));
    assertEquals("euro", new String(response.body(), StandardCharsets.UTF_8));
  }

  @Test
  void bodies_areReadInEveryFraming_andTheConnectionStaysOpen() throws Exception {
    byte[] body = Arrays.copyOf(content, 50_000);
    assertEquals(405, send(request("/").POST(BodyPublishers.ofByteArray(body))).statusCode());
    InputStream stream = new ByteArrayInputStream(body);
    HttpRequest.Builder chunked = request("/").POST(BodyPublishers.ofInputStream(() -> stream));
    assertEquals(405, send(chunked).statusCode());
    HttpRequest.Builder expecting =
        request("/").expectContinue(true).POST(BodyPublishers.ofByteArray(body));
    assertEquals(405, send(expecting).statusCode());
    assertEquals(200, send(request("/dir/")).statusCode());
    assertEquals(1, server.connections.get());
  }

  @Test
  void aBodyOverTheLimit_isRefusedBeforeItIsSent() throws Exception {
    HttpRequest.Builder expecting =
        request("/").expectContinue(true).POST(BodyPublishers.ofByteArray(content));
    assertEquals(413, send(expecting).statusCode());
  }

  @Test
  void aFileBeyondTheSizeOfArrays_isServedInParts() throws Exception {
    long end = 5_000_000_000L;
    try (FileChannel sparse =
        FileChannel.open(
            root.resolve("large.bin"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      sparse.write(ByteBuffer.wrap(Wire.bytes("the end")), end - 7);
    }
    HttpResponse<byte[]> head = send(request("/large.bin").HEAD());
    assertEquals(end, head.headers().firstValueAsLong("Content-Length").orElseThrow());
    HttpResponse<byte[]> tail = send(request("/large.bin").header("Range", "bytes=4999999993-"));
    assertEquals("the end", new String(tail.body(), StandardCharsets.US_ASCII));
    assertEquals(
        "bytes 4999999993-4999999999/5000000000",
        tail.headers().firstValue("Content-Range").orElseThrow());
  }

  @Test
  void pipelinedAndOldRequests_areAnsweredInOrder() throws Exception {
    String requests =
        "GET /dir/ HTTP/1.1\r\nHost: a\r\n\r\n"
            + "HEAD /dir/ HTTP/1.1\r\nHost: a\r\n\r\n"
            + "FLY / HTTP/1.1\r\nHost: a\r\n\r\n"
            + "GET /none HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
            + "GET /dir/ HTTP/1.0\r\n\r\nGET /dir/ HTTP/1.0\r\n\r\n";
    String[] responses = exchange(requests).split("(?=HTTP/1\\.1 )");
    assertEquals(5, responses.length);
    assertTrue(responses[0].startsWith("HTTP/1.1 200 ") && responses[0].endsWith("\r\n\r\nindex"));
    assertTrue(responses[1].startsWith("HTTP/1.1 200 ") && responses[1].endsWith("\r\n\r\n"));
    assertTrue(responses[2].startsWith("HTTP/1.1 501 "));
    assertTrue(responses[3].startsWith("HTTP/1.1 404 ") && responses[3].contains("keep-alive"));
    assertTrue(responses[4].startsWith("HTTP/1.1 200 ") && responses[4].endsWith("\r\n\r\nindex"));
  }

  @Test
  void aBadRequest_isAnswered_andTheConnectionClosed() throws Exception {
    String response = exchange("GET / HTTP/1.1\r\nHost : a\r\n\r\nGET /dir/ HTTP/1.1\r\n");
    assertTrue(response.startsWith("HTTP/1.1 400 Bad Request\r\n"), response);
    assertTrue(response.contains("\r\nConnection: close\r\n"), response);
    assertEquals(response.indexOf("HTTP/1.1"), response.lastIndexOf("HTTP/1.1"));
  }

  private String exchange(String requests) throws IOException {
    URI address = URI.create(server.address());
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.setSoTimeout(120_000);
      socket.getOutputStream().write(Wire.bytes(requests));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
