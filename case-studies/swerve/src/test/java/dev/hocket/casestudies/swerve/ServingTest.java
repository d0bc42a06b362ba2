package dev.hocket.casestudies.swerve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Client;
import dev.hocket.casestudies.http.Client.Reply;
import dev.hocket.core.RecordedRequests;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The answers to proper requests. */
@ParameterizedClass
@EnumSource(Kind.class)
@Timeout(300)
class ServingTest {
  private static final int LARGE = 3_000_000;
  private final Kind kind;
  private final byte[] large = new byte[LARGE];
  private final byte[] small = new byte[20_000];
  @TempDir Path root;
  private Site site;
  private HttpClient client;

  ServingTest(Kind kind) {
    this.kind = kind;
  }

  @BeforeEach
  void start() throws IOException {
    new Random(1).nextBytes(large);
    new Random(2).nextBytes(small);
    site = new Site(kind, root);
    site.write("large.bin", large);
    site.write("small.bin", small);
    site.write("empty.txt", new byte[0]);
    site.write("index.html", "index".getBytes());
    site.write("dir/\u20ac 100%.txt", "euro".getBytes());
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofMinutes(2))
            .build();
  }

  @AfterEach
  void stop() {
    client.close();
    site.close();
  }

  @Test
  void aRecording_hasTheRequest_asAPartOfItsClients() throws Exception {
    String head =
        "Host: a\r\nConnection: close\r\n"
            + "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n\r\n";
    List<RecordedEvent> all =
        RecordedRequests.during(() -> {
          String reply = site.exchange("GET /small.bin HTTP/1.1\r\n" + head);
          assertTrue(reply.startsWith("HTTP/1.1 200"), reply);
        });
    RecordedEvent request = RecordedRequests.process(all, "GET /small.bin");
    assertEquals("0af7651916cd43dd8448eb211c80319c", request.getString("trace"));
  }

  private HttpRequest.Builder request(String target) throws IOException {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + site.port() + target))
        .timeout(Duration.ofMinutes(2));
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  @Test
  void filesOfEverySize_arriveWhole() throws Exception {
    int[] sizes = {1, 1023, 1024, 32_000, 32_768, 65_535, 65_536, 65_537, 131_072, 200_000};
    for (int size : sizes) {
      site.write("sized.bin", Arrays.copyOf(large, size));
      // Its time of change is the same each time, so its name must differ.
      Files.move(root.resolve("sized.bin"), root.resolve(size + ".bin"));
      for (int again = 0; again < 3; again++) {
        assertArrayEquals(
            Arrays.copyOf(large, size), send(request("/" + size + ".bin")).body(), size + " bytes");
      }
    }
    assertArrayEquals(large, send(request("/large.bin")).body());
    assertEquals(1, site.server.connections());
  }

  @Test
  void headsConditionsAndMisses_areAnsweredOnOneConnection() throws Exception {
    HttpResponse<byte[]> whole = send(request("/small.bin"));
    String tag = whole.headers().firstValue("ETag").orElseThrow();
    HttpResponse<byte[]> head = send(request("/large.bin").HEAD());
    assertEquals(LARGE, head.headers().firstValueAsLong("Content-Length").orElseThrow());
    assertEquals(304, send(request("/small.bin").header("If-None-Match", tag)).statusCode());
    assertEquals(412, send(request("/small.bin").header("If-Match", "\"x\"")).statusCode());
    assertEquals(404, send(request("/none")).statusCode());
    assertEquals(301, send(request("/dir")).statusCode());
    assertEquals(405, send(request("/small.bin").DELETE()).statusCode());
    assertEquals("index", new String(send(request("/")).body()));
    assertEquals("euro", new String(send(request("/dir/%E2%82%AC%20100%25.txt")).body()));
    HttpResponse<byte[]> empty = send(request("/empty.txt"));
    assertEquals(200, empty.statusCode());
    assertEquals(0, empty.body().length);
    assertEquals(1, site.server.connections());
  }

  @Test
  void ranges_areTheseBytesOfTheFile() throws Exception {
    Random random = new Random(3);
    for (int round = 0; round < 40; round++) {
      boolean isSmall = random.nextBoolean();
      byte[] content = isSmall ? small : large;
      int first = random.nextInt(content.length);
      int last = first + random.nextInt(isSmall ? 5000 : 400_000);
      int end = Math.min(last + 1, content.length);
      String range = "bytes=" + first + "-" + last;
      HttpResponse<byte[]> response =
          send(request(isSmall ? "/small.bin" : "/large.bin").header("Range", range));
      assertEquals(206, response.statusCode(), range);
      assertArrayEquals(Arrays.copyOfRange(content, first, end), response.body(), range);
    }
    assertEquals(416, send(request("/small.bin").header("Range", "bytes=20000-")).statusCode());
    assertEquals(1, site.server.connections());
  }

  @Test
  void bodiesOfRequests_areTakenInEveryFraming() throws Exception {
    assertEquals(405, send(request("/").POST(BodyPublishers.ofByteArray(small))).statusCode());
    ByteArrayInputStream stream = new ByteArrayInputStream(small);
    assertEquals(
        405, send(request("/").POST(BodyPublishers.ofInputStream(() -> stream))).statusCode());
    assertEquals(
        405,
        send(request("/").expectContinue(true).POST(BodyPublishers.ofByteArray(small)))
            .statusCode());
    assertEquals(200, send(request("/")).statusCode());
    assertEquals(1, site.server.connections());
  }

  @Test
  void aHundredPipelinedRequests_areAnsweredInOrder() throws Exception {
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      String target = i % 10 == 9 ? "/none" + i : i % 3 == 0 ? "/large.bin" : "/small.bin";
      int at = 100 * i;
      requests.append("GET " + target + " HTTP/1.1\r\nHost: a\r\n");
      requests.append("Range: bytes=" + at + "-" + (at + 99) + "\r\n\r\n");
    }
    try (Client raw = site.connect()) {
      raw.send(requests.toString());
      for (int i = 0; i < 100; i++) {
        Reply reply = raw.reply();
        byte[] content = i % 3 == 0 ? large : small;
        if (i % 10 == 9) {
          assertEquals(404, reply.status());
        } else {
          assertEquals(206, reply.status());
          assertArrayEquals(Arrays.copyOfRange(content, 100 * i, 100 * i + 100), reply.body());
        }
      }
    }
  }

  @Test
  void pipelinedWholeFiles_areAnsweredInOrder() throws Exception {
    try (Client raw = site.connect()) {
      for (int i = 0; i < 10; i++) {
        raw.send("GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
      }
      for (int i = 0; i < 10; i++) {
        assertArrayEquals(large, raw.reply().body());
        assertEquals("index", raw.reply().text());
      }
    }
  }

  @Test
  void aRequestInSingleBytes_isAnsweredAsAny() throws Exception {
    try (Client raw = site.connect()) {
      for (char c : "GET / HTTP/1.1\r\nHost: a\r\n\r\n".toCharArray()) {
        raw.send(String.valueOf(c));
      }
      assertEquals("index", raw.reply().text());
    }
  }

  @Test
  void connections_liveOnAsTheClientWants() throws Exception {
    String old = "GET / HTTP/1.0\r\n\r\n";
    assertTrue(site.exchange(old + old).endsWith("\r\n\r\nindex"));
    String close = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    String answer = site.exchange(close + close);
    assertEquals(1, answer.split("200 OK", -1).length - 1);
    assertTrue(answer.contains("\r\nConnection: close\r\n"));
    try (Client raw = site.connect()) {
      raw.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
      assertEquals("keep-alive", raw.reply().field("Connection"));
      raw.send(close);
      assertEquals("index", raw.reply().text());
      assertEquals(-1, raw.read());
    }
  }

  @Test
  void manyConnectionsAtOnce_eachGetTheirFiles() throws Exception {
    Thread[] clients = new Thread[50];
    int[] good = new int[clients.length];
    for (int i = 0; i < clients.length; i++) {
      int me = i;
      clients[i] =
          Thread.startVirtualThread(() -> {
            try (Client raw = site.connect()) {
              for (int round = 0; round < 20; round++) {
                byte[] expected = (me + round) % 7 == 0 ? large : small;
                String target = expected == large ? "/large.bin" : "/small.bin";
                if (Arrays.equals(expected, raw.get(target).body())) {
                  good[me]++;
                }
              }
            } catch (IOException e) {
              good[me] = -1;
            }
          });
    }
    for (Thread thread : clients) {
      thread.join();
    }
    assertTrue(Arrays.stream(good).allMatch(count -> count == 20), Arrays.toString(good));
  }
}
