package dev.hocket.casestudies.swerve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Client;
import dev.hocket.casestudies.http.Eventually;
import dev.hocket.casestudies.http.OpenFiles;
import dev.hocket.casestudies.swerve.Settings.Times;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The beginning of connections, and the end of a server. */
@ParameterizedClass
@EnumSource(Kind.class)
@Timeout(300)
class ConnectionsTest {
  private static final int MOST = 3;
  private static final int SERVERS = 10;
  private final Kind kind;
  @TempDir Path root;
  @TempDir Path logs;

  ConnectionsTest(Kind kind) {
    this.kind = kind;
  }

  private Site site(Times times, int mostConnections) throws IOException {
    return site(times, mostConnections, Optional.empty());
  }

  private Site site(Times times, int mostConnections, Optional<Path> log) throws IOException {
    Site site = new Site(kind, root, times, mostConnections, log);
    site.write("a.txt", "content".getBytes());
    return site;
  }

  @Test
  void oneConnectionTooMany_waitsUntilAnotherEnds() throws Exception {
    try (Site site = site(Site.PATIENT, MOST)) {
      List<Client> clients = new ArrayList<>();
      for (int i = 0; i < MOST; i++) {
        clients.add(site.connect());
        assertEquals(200, clients.getLast().get("/a.txt").status());
      }
      try (Client next = site.connect()) {
        CompletableFuture<Integer> status =
            CompletableFuture.supplyAsync(() -> {
              try {
                return next.get("/a.txt").status();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
        for (Client client : clients) {
          assertEquals(200, client.get("/a.txt").status());
        }
        assertFalse(status.isDone());
        assertEquals(MOST, site.server.connections());
        clients.getFirst().close();
        assertEquals(200, status.get());
      }
      for (Client client : clients) {
        client.close();
      }
    }
  }

  @Test
  void manyShortConnections_areAllServed_aFewAtATime() throws Exception {
    try (Site site = site(Site.PATIENT, MOST)) {
      List<CompletableFuture<String>> answers = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        answers.add(
            CompletableFuture.supplyAsync(() -> {
              try {
                return site.exchange("GET /a.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            }));
      }
      for (CompletableFuture<String> answer : answers) {
        assertTrue(answer.get().endsWith("content"));
      }
    }
  }

  @Test
  void stopping_closesIdleConnectionsAtOnce_andAcceptsNoMore() throws Exception {
    Site site = site(Site.PATIENT, 100);
    int port = site.port();
    try (Client idle = site.connect()) {
      assertEquals(200, idle.get("/a.txt").status());
      assertEquals(0, site.server.stop());
      assertEquals(-1, idle.read());
      assertThrows(IOException.class, () -> new Client(port).close());
    }
  }

  @Test
  void stopping_closesAtOnceAConnectionThatHasSentNothing() throws Exception {
    Site site = site(Site.PATIENT, 100);
    try (Client silent = site.connect()) {
      Eventually.holds(() -> site.server.idleConnections() == 1);
      assertEquals(0, site.server.stop());
      assertEquals(-1, silent.read());
    }
  }

  /** At any moment, a connection either was not accepted, or is answered. */
  @Test
  void stopping_losesNoRequestOfAConnectionThatWasAccepted() throws Exception {
    for (int round = 0; round < 50; round++) {
      Site site = site(Site.PATIENT, 100);
      List<Client> clients = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        clients.add(site.connect());
        clients.getLast().send("GET /a.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      }
      CompletableFuture<Integer> unfinished = stop(site);
      for (Client client : clients) {
        String answer = answerUnlessReset(client);
        assertTrue(answer.isEmpty() || answer.endsWith("\r\n\r\ncontent"), answer);
        client.close();
      }
      assertEquals(0, unfinished.get());
    }
  }

  private static CompletableFuture<Integer> stop(Site site) {
    return CompletableFuture.supplyAsync(() -> {
      try {
        return site.server.stop();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
  }

  /**
   * The answer; nothing if the connection was still in the system's queue, so that the system
   * resets it.
   */
  private static String answerUnlessReset(Client client) throws IOException {
    try {
      String answer = client.rest();
      assertFalse(answer.isEmpty(), "the connection was accepted, and the request lost");
      return answer;
    } catch (SocketException reset) {
      return "";
    }
  }

  @Test
  void stopping_letsARequestAndAResponseUnderWayFinish() throws Exception {
    Site site = site(Site.PATIENT, 100);
    byte[] large = new byte[10_000_000];
    large[large.length - 1] = 1;
    site.write("large.bin", large);
    try (Client asking = site.connect();
        Client loading = new Client(site.port(), 8192)) {
      assertEquals(200, asking.get("/a.txt").status());
      Eventually.holds(() -> site.server.idleConnections() == 2);
      asking.send("GET /a.txt HT");
      loading.send("GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n");
      assertEquals('H', loading.read());
      // The server has read the beginning of the request; otherwise it would close the connection
      // as idle.
      Eventually.holds(() -> site.server.idleConnections() == 0);
      CompletableFuture<Integer> unfinished = stop(site);
      Eventually.holds(site.server::isStopping);
      asking.send("TP/1.1\r\nHost: a\r\n\r\n");
      Client.Reply last = asking.reply();
      assertEquals("content", last.text());
      assertEquals("close", last.field("Connection"));
      assertEquals(-1, asking.read());
      assertArrayEquals(large, loading.reply().body());
      assertEquals(-1, loading.read());
      loading.shutdownOutput();
      assertEquals(0, unfinished.get());
    }
  }

  @Test
  void stopping_endsAfterTheGraceTime_regardlessOfClients() throws Exception {
    Duration grace = Duration.ofMillis(200);
    Times times = new Times(Site.LONG, Site.LONG, Site.LONG, Site.SHORT, grace);
    Site site = site(times, 100);
    site.write("huge.bin", new byte[20_000_000]);
    try (Client stuck = new Client(site.port(), 8192)) {
      stuck.send("GET /huge.bin HTTP/1.1\r\nHost: a\r\n\r\n");
      assertEquals('H', stuck.read());
      assertEquals(1, site.server.stop());
      assertEquals(0, site.server.connections());
    }
  }

  @Test
  void serversThatHaveStopped_leaveNoThreadAndNoOpenFile() throws Exception {
    serveAndStop(); // Now everything that is loaded or opened once is there.
    int threads = Threads.virtual();
    long files = OpenFiles.count();
    for (int i = 0; i < SERVERS; i++) {
      serveAndStop();
    }
    Eventually.holds(() -> Threads.virtual() <= threads + 1 && OpenFiles.count() <= files + 1);
  }

  private void serveAndStop() throws IOException {
    try (Site site = site(Site.PATIENT, MOST, Optional.of(logs));
        Client client = site.connect()) {
      assertEquals("content", client.get("/a.txt").text());
    }
  }

  @Test
  void aPortThatIsTaken_isNamed_andLeavesNoThreadAndNoOpenFile() throws Exception {
    try (Site site = site(Site.PATIENT, 1)) {
      refuse(site.port());
      int threads = Threads.virtual();
      long files = OpenFiles.count();
      for (int i = 0; i < SERVERS; i++) {
        refuse(site.port());
      }
      Eventually.holds(() -> Threads.virtual() <= threads + 1 && OpenFiles.count() <= files + 1);
    }
  }

  private void refuse(int port) {
    Settings same = Site.settings(root, port, Site.PATIENT, MOST, Optional.of(logs));
    IOException refused =
        assertThrows(IOException.class, () -> Server.start(same, kind.version(), () -> {}));
    assertTrue(
        refused.getMessage().startsWith("cannot listen on 127.0.0.1:" + port),
        refused.getMessage());
  }

  @Test
  void settings_refuseAServerWithoutConnections() {
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> site(Site.PATIENT, 0))
            .getMessage()
            .endsWith("mostConnections=0"));
  }
}
