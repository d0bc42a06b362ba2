package dev.hocket.casestudies.flowserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Client;
import dev.hocket.casestudies.http.Eventually;
import dev.hocket.casestudies.http.OpenFiles;
import dev.hocket.casestudies.http.TimeLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that break the rules. After each test, the server still serves a good client. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGISTRY")
class HostileClientsTest {
  private static final int LARGE = 3_000_000;

  /** A size that fits into the buffers of the system. */
  private static final int UNREAD = 100_000;

  private static final String GET_LARGE = "GET /large HTTP/1.1\r\nHost: a\r\n\r\n";

  @Parameter Form form;
  @TempDir private Path root;
  private Site site;
  private FlowServer server;

  @BeforeEach
  void start() throws IOException {
    site = new Site(root);
    site.write("a", "first".getBytes());
    site.write("large", Site.bytes(LARGE));
    server = site.serve(form);
  }

  @AfterEach
  void aGoodClientIsServed() throws IOException {
    try (FlowServer ending = server;
        Client client = Site.connect(ending)) {
      assertEquals("first", client.get("/a").text());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00FC\u0003\u0003\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\u0000\u0000\u0000\u0000\r\n\r\n",
        "GET\r\n\r\n",
        "GET /a\r\n\r\n",
        "GET /a HTTP/9.9\r\nHost: a\r\n\r\n",
        "GET /a HTTP/1.1\r\n\r\n",
        "GET /a HTTP/1.1\nHost: a\n\n",
        "GET /a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nContent-Length: 5\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET /%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "CONNECT a:80 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      })
  void aBadRequest_isRefusedAndTheConnectionEnds(String sent) throws Exception {
    try (Client client = Site.connect(server)) {
      client.send(sent);
      int status = client.reply().status();
      assertTrue(status >= 400 && status < 600, "status " + status);
      assertEquals("", client.rest());
    }
  }

  @Test
  void headersWithoutEnd_areRefusedAtTheLimit() throws Exception {
    try (Client client = Site.connect(server)) {
      client.send("GET /a HTTP/1.1\r\nHost: a\r\n");
      // As many bytes as the limit allows, and a few more, which the server discards.
      for (int i = 0; i < 110; i++) {
        client.send("X-" + i + ": " + "x".repeat(200) + "\r\n");
      }
      assertEquals(431, client.reply().status());
      assertEquals("", client.rest());
    }
  }

  @Test
  void requestsThatTrickle_endAtTheirTime() throws Exception {
    Times hasty = new Times(Duration.ofSeconds(3), Site.LONG, Site.LONG, Site.LONG, Site.LONG);
    List<Client> clients = new ArrayList<>();
    try (FlowServer hastily = site.serve(form, hasty)) {
      for (int i = 0; i < 5; i++) {
        clients.add(Site.connect(hastily));
        clients.getLast().send("GET /a HTTP/1.1\r\n");
      }
      for (Client client : clients) {
        Thread trickle = Thread.ofVirtual().start(() -> trickle(client));
        assertEquals(408, client.reply().status());
        assertEquals("", client.rest());
        client.close();
        trickle.join();
      }
    }
  }

  private static void trickle(Client client) {
    try {
      while (true) {
        client.send("X: y\r\n");
        Thread.sleep(20);
      }
    } catch (IOException | InterruptedException ended) {
      // The test has ended this client.
    }
  }

  @Test
  void clientsThatResetInTheMiddleOfAReply_leaveNothingOpen() throws Exception {
    long files = filesOpenAfterUse();
    for (int i = 0; i < 20; i++) {
      Client client = new Client(server.address().getPort(), 10_000);
      client.send(GET_LARGE);
      assertEquals("HTTP/1.1 200 OK", client.head().lines().findFirst().orElseThrow());
      client.reset();
    }
    Eventually.holds(() -> OpenFiles.count() <= files);
  }

  @Test
  void clientsThatResetInTheMiddleOfARequest_leaveNothingOpen() throws Exception {
    long files = filesOpenAfterUse();
    for (int i = 0; i < 20; i++) {
      Client client = Site.connect(server);
      client.send("GET /la");
      client.reset();
    }
    Eventually.holds(() -> OpenFiles.count() <= files);
  }

  private long filesOpenAfterUse() throws IOException {
    try (Client client = Site.connect(server)) {
      assertEquals(LARGE, client.get("/large").body().length);
    }
    return OpenFiles.count();
  }

  @Test
  void aClientThatClosesItsHalf_getsTheRepliesToItsWholeRequests() throws Exception {
    try (Client client = new Client(server.address().getPort(), 10_000)) {
      client.send(GET_LARGE + GET_LARGE + "GET /la");
      client.shutdownOutput();
      assertEquals(LARGE, client.reply().body().length);
      assertEquals(LARGE, client.reply().body().length);
      assertEquals("", client.rest());
    }
  }

  @Test
  void requestsOfAClientThatReadsNothing_waitForIt() throws Exception {
    try (Client client = new Client(server.address().getPort(), 10_000);
        Client other = Site.connect(server)) {
      client.send(GET_LARGE.repeat(5));
      for (int i = 0; i < 30; i++) {
        assertEquals("first", other.get("/a").text());
      }
      for (int i = 0; i < 5; i++) {
        assertEquals(LARGE, client.reply().body().length);
      }
    }
  }

  /** The answer is being sent, so the server now waits for the next request or for the close. */
  @ParameterizedTest
  @ValueSource(strings = {"", "Connection: close\r\n"})
  void aClientThatReadsNothing_isResetAfterItsTime(String field) throws Exception {
    site.write("unread", Site.bytes(UNREAD));
    TimeLimits.with(limit -> {
      Times hasty = new Times(Site.LONG, limit, Site.LONG, limit, Site.LONG);
      try (FlowServer hastily = site.serve(form, hasty)) {
        assertIsReset(hastily, "GET /unread HTTP/1.1\r\nHost: a\r\n" + field + "\r\n");
      }
    });
  }

  @Test
  void aClientThatStopsReading_isResetAfterItsTime() throws Exception {
    TimeLimits.with(limit -> {
      Times hasty = new Times(Site.LONG, Site.LONG, limit, Site.LONG, Site.LONG);
      try (FlowServer hastily = site.serve(form, hasty)) {
        assertIsReset(hastily, GET_LARGE);
      }
    });
  }

  private void assertIsReset(FlowServer hastily, String request) throws Exception {
    try (Client client = new Client(hastily.address().getPort(), 4096)) {
      client.send(request);
      assertEquals('H', TimeLimits.prompt(client::read));
      Eventually.holds(() -> hastily.connections() == 0);
      assertThrows(IOException.class, client::rest);
    }
  }

  @Test
  void connectionsThatAreSilent_doNotHoldUpOthers() throws Exception {
    List<Client> silent = new ArrayList<>();
    try (Client other = Site.connect(server)) {
      for (int i = 0; i < 500; i++) {
        silent.add(Site.connect(server));
      }
      for (int i = 0; i < 100; i++) {
        assertEquals("first", other.get("/a").text());
      }
    }
    for (Client client : silent) {
      client.close();
    }
  }
}
