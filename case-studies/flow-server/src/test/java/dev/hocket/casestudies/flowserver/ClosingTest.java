package dev.hocket.casestudies.flowserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Client;
import dev.hocket.casestudies.http.Eventually;
import dev.hocket.casestudies.http.OpenFiles;
import dev.hocket.casestudies.http.Sockets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stopping a server. None of its time limits passes in these tests. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ClosingTest {
  private static final int LARGE = 3_000_000;
  private static final String GET = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";

  @TempDir private Path root;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGISTRY")
  void closing_endsIdleConnectionsAndFinishesResponses(Form form) throws Exception {
    Site site = new Site(root);
    site.write("large", Site.bytes(LARGE));
    FlowServer server = site.serve(form);
    try (Client idle = Site.connect(server);
        Client busy = new Client(server.address().getPort(), 10_000)) {
      assertEquals(404, idle.get("/nothing").status());
      busy.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
      assertTrue(busy.head().contains("Content-Length: " + LARGE));
      Thread closer = Thread.ofVirtual().start(server::close);
      assertEquals("", idle.rest());
      assertEquals(LARGE, busy.rest().length());
      closer.join();
    }
    assertTrue(server.ended().toCompletableFuture().isDone());
  }

  /** The forms in which an incomplete request keeps the server from reading others. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NON_BLOCKING")
  void requestsThatWereSentBeforeClosing_areAnswered(Form form) throws Exception {
    Site site = new Site(root);
    site.write("a", "first".getBytes());
    int expected = form == Form.REGISTRY ? 404 : 200;
    List<Client> slow = new ArrayList<>();
    List<Client> clients = new ArrayList<>();
    FlowServer server = site.serve(form);
    int port = server.address().getPort();
    for (int i = 0; i < 3; i++) {
      slow.add(Site.connect(server));
      slow.getLast().send("GET /a HT");
    }
    // Each copy of the pipeline has read one of them.
    int left = form == Form.BALANCED ? 0 : 2;
    Eventually.holds(() -> Sockets.allHasArrived(port) && Sockets.unread(port) == left);
    for (int i = 0; i < 20; i++) {
      clients.add(Site.connect(server));
      clients.getLast().send(GET + GET);
    }
    Eventually.holds(() -> Sockets.allHasArrived(port) && Sockets.unread(port) == left + 20);
    Thread closer = Thread.ofVirtual().start(server::close);
    for (Client client : clients) {
      assertEquals(expected, client.reply().status());
      Client.Reply last = client.reply();
      assertEquals(expected, last.status());
      assertEquals("close", last.field("Connection"));
      client.close();
    }
    for (Client client : slow) {
      client.close();
    }
    closer.join();
  }

  @ParameterizedTest
  @EnumSource
  void anIncompleteRequest_isRefusedAtClosing(Form form) throws Exception {
    FlowServer server = new Site(root).serve(form);
    int port = server.address().getPort();
    Thread closer = Thread.ofVirtual().unstarted(server::close);
    try (Client client = Site.connect(server)) {
      client.send("GET /a HT");
      Eventually.holds(() -> Sockets.allHasArrived(port) && Sockets.unread(port) == 0);
      closer.start();
      Client.Reply refused = client.reply();
      assertEquals(503, refused.status());
      assertEquals("close", refused.field("Connection"));
      assertEquals("", client.rest());
    }
    closer.join();
  }

  @Test
  void aLongBodyThatWasSentBeforeClosing_isStored() throws Exception {
    FlowServer server = new Site(root).serve(Form.REGISTRY);
    int port = server.address().getPort();
    Thread closer = Thread.ofVirtual().unstarted(server::close);
    try (Client slow = Site.connect(server);
        Client client = Site.connect(server)) {
      slow.send("GET /a HT");
      Eventually.holds(() -> Sockets.allHasArrived(port) && Sockets.unread(port) == 0);
      String body = "x".repeat(30_000);
      client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 30000\r\n\r\n" + body);
      Eventually.holds(() -> Sockets.allHasArrived(port) && Sockets.unread(port) == 1);
      closer.start();
      assertEquals(201, client.reply().status());
    }
    closer.join();
  }

  @Test
  void aStartThatFails_closesWhatItHasOpened() throws Exception {
    Site site = new Site(root);
    site.write("news/1", "storm".getBytes());
    site.serve(Form.BY_RESOURCE).close();
    long files = OpenFiles.count();
    Thread.currentThread().interrupt();
    assertThrows(IOException.class, () -> site.serve(Form.BY_RESOURCE));
    assertTrue(Thread.interrupted());
    Eventually.holds(() -> OpenFiles.count() <= files);
  }
}
