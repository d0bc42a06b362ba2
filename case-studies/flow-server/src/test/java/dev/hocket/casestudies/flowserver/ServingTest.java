package dev.hocket.casestudies.flowserver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Client;
import dev.hocket.casestudies.http.TimeLimits;
import dev.hocket.core.RecordedRequests;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The behaviour common to all forms that serve files. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ServingTest {
  private static final int LARGE = 3_000_000;
  private static final Duration SHORT = Duration.ofMillis(300);

  @TempDir private Path root;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGISTRY")
  void aFile_isServedToAClientOfTheJdk(Form form) throws Exception {
    Site site = new Site(root);
    site.write("page.html", Site.bytes(1_000));
    try (FlowServer server = site.serve(form);
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> response =
          client.send(request(server, "/page.html"), BodyHandlers.ofByteArray());
      assertEquals(200, response.statusCode());
      assertArrayEquals(Site.bytes(1_000), response.body());
      assertEquals("text/html", response.headers().firstValue("Content-Type").orElseThrow());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BLOCKING", "BALANCED"})
  void aRecording_followsARequestThroughTheFlow(Form form) throws Exception {
    Site site = new Site(root);
    site.write("a", "content".getBytes());
    List<RecordedEvent> all =
        RecordedRequests.during(() -> {
          try (FlowServer server = site.serve(form);
              Client client = Site.connect(server)) {
            client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
            assertEquals("content", client.reply().text());
          }
        });
    // The end of the connection may be a second one.
    Set<Long> requests =
        RecordedRequests.processes(all, "connection").stream()
            .filter(event -> event.getString("name").equals("request at the door"))
            .map(event -> event.getLong("id"))
            .collect(Collectors.toSet());
    List<RecordedEvent> packets = RecordedRequests.processes(all, "packet");
    assertFalse(packets.isEmpty());
    for (RecordedEvent packet : packets) {
      assertTrue(requests.contains(packet.getLong("request")), packet::toString);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGISTRY")
  void manyClientsAtOnce_getWhatTheyAskedFor(Form form) throws Exception {
    Site site = new Site(root);
    for (int i = 1; i <= 20; i++) {
      site.write("page" + i, Site.bytes(100 * i));
    }
    site.write("large", Site.bytes(LARGE));
    try (FlowServer server = site.serve(form);
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      List<CompletableFuture<?>> responses = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        int size = i % 21 == 0 ? LARGE : 100 * (i % 21);
        String path = i % 21 == 0 ? "/large" : "/page" + i % 21;
        responses.add(
            client
                .sendAsync(request(server, path), BodyHandlers.ofByteArray())
                .thenAccept(response -> assertArrayEquals(Site.bytes(size), response.body())));
      }
      CompletableFuture.allOf(responses.toArray(CompletableFuture[]::new)).join();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGISTRY")
  void pipelinedRequests_areAnsweredInTheirOrder(Form form) throws Exception {
    Site site = new Site(root);
    site.write("a", "first".getBytes());
    site.write("b", "second".getBytes());
    try (FlowServer server = site.serve(form);
        Client client = Site.connect(server)) {
      client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\nGET /a HT");
      assertEquals("first", client.reply().text());
      assertEquals("second", client.reply().text());
      client.send("TP/1.1\r\nHost: a\r\n\r\n");
      assertEquals("first", client.reply().text());
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGISTRY")
  void aRequestByteByByte_isAnswered(Form form) throws Exception {
    Site site = new Site(root);
    site.write("a", "first".getBytes());
    try (FlowServer server = site.serve(form);
        Client client = Site.connect(server)) {
      for (char c : "GET /a HTTP/1.1\r\nHost: a\r\n\r\n".toCharArray()) {
        client.send("" + c);
      }
      assertEquals("first", client.reply().text());
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGISTRY")
  void aLargeFile_waitsForASlowClientWithoutHoldingUpOthers(Form form) throws Exception {
    Site site = new Site(root);
    site.write("large", Site.bytes(LARGE));
    site.write("a", "first".getBytes());
    try (FlowServer server = site.serve(form);
        Client slow = new Client(server.address().getPort(), 10_000);
        Client quick = Site.connect(server)) {
      slow.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
      assertEquals("HTTP/1.1 200 OK", slow.head().lines().findFirst().orElseThrow());
      assertEquals("first", quick.get("/a").text());
      byte[] body = new byte[LARGE];
      for (int i = 0; i < LARGE; i++) {
        body[i] = (byte) slow.read();
      }
      assertArrayEquals(Site.bytes(LARGE), body);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGISTRY")
  void aPartOfAFile_headOnlyAndUnchanged_areAnsweredWithoutTheRest(Form form) throws Exception {
    Site site = new Site(root);
    site.write("a", "0123456789".getBytes());
    site.write("large", Site.bytes(LARGE));
    try (FlowServer server = site.serve(form);
        Client client = Site.connect(server)) {
      Client.Reply whole = client.get("/a");
      assertEquals(304, client.get("/a", "If-None-Match: " + whole.field("ETag")).status());
      Client.Reply part = client.get("/a", "Range: bytes=2-4");
      assertEquals(206, part.status());
      assertEquals("234", part.text());
      assertEquals(2, client.get("/large", "Range: bytes=5-6").body().length);
      client.send("HEAD /large HTTP/1.1\r\nHost: a\r\n\r\n");
      assertTrue(client.head().contains("Content-Length: " + LARGE));
      assertEquals("0123456789", client.get("/a").text());
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGISTRY")
  void pathsOutOfTheDirectory_areNotServed(Form form) throws Exception {
    Path below = Files.createDirectory(root.resolve("served"));
    Files.writeString(root.resolve("secret"), "secret");
    Files.createSymbolicLink(below.resolve("link"), root.resolve("secret"));
    String[] ways = {
      "/../secret", "/%2e%2e/secret", "/..%2fsecret", "//secret", "/link", "/a/../../secret", "/.."
    };
    try (FlowServer server = new Site(below).serve(form)) {
      for (String way : ways) {
        try (Client client = Site.connect(server)) {
          int status = client.get(way).status();
          assertTrue(status == 404 || status == 400, way + ": " + status);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGISTRY")
  void aMissingFile_is404AndTheConnectionStaysOpen(Form form) throws Exception {
    Site site = new Site(root);
    site.write("a", "first".getBytes());
    try (FlowServer server = site.serve(form);
        Client client = Site.connect(server)) {
      assertEquals(404, client.get("/nothing").status());
      client.send("PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi");
      assertEquals(405, client.reply().status());
      assertEquals("first", client.get("/a").text());
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGISTRY")
  void aHeadThatIsTooLong_isRefusedAndTheConnectionEnds(Form form) throws Exception {
    try (FlowServer server = new Site(root).serve(form);
        Client client = Site.connect(server)) {
      client.send("GET / HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(20_000) + "\r\n\r\n");
      Client.Reply reply = client.reply();
      assertEquals(431, reply.status());
      assertEquals("close", reply.field("Connection"));
      assertEquals("", client.rest());
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGISTRY")
  void aRequestThatDoesNotEnd_is408AfterItsTime(Form form) throws Exception {
    Times hasty = new Times(SHORT, Site.LONG, Site.LONG, Site.LONG, Site.LONG);
    try (FlowServer server = new Site(root).serve(form, hasty);
        Client client = Site.connect(server)) {
      client.send("GET / HTTP/1.1\r\nHo");
      assertEquals(408, client.reply().status());
      assertEquals("", client.rest());
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGISTRY")
  void anIdleConnection_isClosedAfterItsTime(Form form) throws Exception {
    Site site = new Site(root);
    site.write("a", "first".getBytes());
    TimeLimits.with(limit -> {
      try (FlowServer server =
              site.serve(form, new Times(Site.LONG, limit, Site.LONG, Site.LONG, Site.LONG));
          Client client = Site.connect(server)) {
        assertEquals("first", TimeLimits.prompt(() -> client.get("/a")).text());
        assertEquals("", client.rest());
      }
    });
    try (FlowServer server =
            site.serve(form, new Times(SHORT, Site.LONG, Site.LONG, Site.LONG, Site.LONG));
        Client silent = Site.connect(server)) {
      assertEquals("", silent.rest());
    }
  }

  private static HttpRequest request(FlowServer server, String path) {
    URI uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
    return HttpRequest.newBuilder(uri).timeout(Site.LONG).build();
  }
}
