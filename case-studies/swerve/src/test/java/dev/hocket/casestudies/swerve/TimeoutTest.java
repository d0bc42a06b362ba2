package dev.hocket.casestudies.swerve;

import static dev.hocket.casestudies.http.TimeLimits.prompt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Client;
import dev.hocket.casestudies.http.Eventually;
import dev.hocket.casestudies.http.TimeLimits;
import dev.hocket.casestudies.swerve.Settings.Times;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that are slow on purpose. */
@ParameterizedClass
@EnumSource(Kind.class)
@Timeout(300)
class TimeoutTest {
  private static final int HUGE = 20_000_000;

  /** A size that fits into the system's buffers. */
  private static final int UNREAD = 100_000;

  private final Kind kind;
  @TempDir Path root;

  TimeoutTest(Kind kind) {
    this.kind = kind;
  }

  private Site site(Times times) throws IOException {
    Site site = new Site(kind, root, times, 100, Optional.empty());
    site.write("a.txt", "content".getBytes());
    return site;
  }

  private static Times times(Duration idle, Duration request, Duration write) {
    return new Times(idle, request, write, Site.SHORT, Site.LONG);
  }

  @Test
  void aRequestThatIsNotCompleteInTime_is408() throws Exception {
    try (Site site = site(times(Site.LONG, Site.SHORT, Site.LONG));
        Client client = site.connect()) {
      client.send("GET /a.txt HTTP/1.1\r\nHos");
      assertEquals(408, client.reply().status());
      assertEquals(-1, client.read());
      Eventually.holds(() -> site.server.connections() == 0);
    }
  }

  @Test
  void aBodyThatIsNotCompleteInTime_is408() throws Exception {
    TimeLimits.with(limit -> {
      try (Site site = site(times(Site.LONG, limit, Site.LONG));
          Client client = site.connect()) {
        assertEquals("content", prompt(() -> client.get("/a.txt")).text());
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
        assertEquals(408, client.reply().status());
        assertEquals(-1, client.read());
      }
    });
  }

  @Test
  void aRequestInDripsAndDrops_is408_forTheTimeIsThatOfTheWhole() throws Exception {
    try (Site site = site(times(Site.LONG, Site.SHORT, Site.LONG));
        Client client = site.connect()) {
      AtomicBoolean done = new AtomicBoolean();
      Thread dripping =
          Thread.startVirtualThread(() -> {
            try {
              client.send("GET / HTTP/1.1\r\n");
              while (!done.get()) {
                client.send("a: b\r\n");
                Thread.sleep(20);
              }
            } catch (IOException | InterruptedException e) {
              return; // The server has closed the connection.
            }
          });
      assertEquals(408, client.reply().status());
      done.set(true);
      dripping.join();
    }
  }

  @Test
  void aConnectionWithoutRequests_isClosedWithoutAResponse() throws Exception {
    TimeLimits.with(limit -> {
      try (Site site = site(times(limit, limit, Site.LONG));
          Client silent = site.connect();
          Client idle = site.connect()) {
        assertEquals("content", prompt(() -> idle.get("/a.txt")).text());
        assertEquals(-1, idle.read());
        assertEquals(-1, silent.read());
        Eventually.holds(() -> site.server.connections() == 0);
      }
    });
  }

  @Test
  void blankLines_areNoRequest_andGainNoTime() throws Exception {
    TimeLimits.with(limit -> {
      try (Site site = site(times(limit, limit, Site.LONG));
          Client first = site.connect();
          Client next = site.connect()) {
        assertEquals("content", prompt(() -> next.get("/a.txt")).text());
        for (Client client : List.of(first, next)) {
          assertThrows(
              IOException.class,
              () -> {
                while (true) {
                  client.send("\r\n");
                  Thread.sleep(20);
                }
              });
        }
      }
    });
  }

  @Test
  void idleTime_doesNotCountAsTimeOfARequest() throws Exception {
    TimeLimits.with(limit -> {
      try (Site site = site(times(Site.LONG, limit, Site.LONG));
          Client client = site.connect()) {
        for (int i = 0; i < 3; i++) {
          assertEquals("content", prompt(() -> client.get("/a.txt")).text());
          Thread.sleep(limit.plusMillis(100));
        }
        assertEquals("content", prompt(() -> client.get("/a.txt")).text());
      }
    });
  }

  @Test
  void aClientThatDoesNotRead_isGivenUp_andNothingOfItRemains() throws Exception {
    try (Site site = site(times(Site.LONG, Site.LONG, Site.SHORT))) {
      site.write("huge.bin", new byte[HUGE]);
      int threads = Threads.virtual();
      try (Client client = new Client(site.port(), 8192)) {
        client.send("GET /huge.bin HTTP/1.1\r\nHost: a\r\n\r\n");
        assertEquals('H', client.read());
        Eventually.holds(() -> site.server.connections() == 0);
        assertTrue(readAll(client) < HUGE);
      }
      // In lock-step, the last ended connections wait until the listener accepts another.
      Eventually.holds(() -> {
        try (Client next = site.connect()) {
          assertEquals("content", next.get("/a.txt").text());
        }
        return Threads.virtual() <= threads + 1;
      });
    }
  }

  /** The answer is being sent, so the server now waits for the next request or for the close. */
  @ParameterizedTest
  @ValueSource(strings = {"", "Connection: close\r\n"})
  void aClientThatReadsNothing_isResetAfterItsTime(String field) throws Exception {
    TimeLimits.with(limit -> {
      try (Site site = site(new Times(limit, Site.LONG, Site.LONG, limit, Site.LONG))) {
        site.write("unread.bin", new byte[UNREAD]);
        try (Client client = new Client(site.port(), 4096)) {
          client.send("GET /unread.bin HTTP/1.1\r\nHost: a\r\n" + field + "\r\n");
          assertEquals('H', prompt(client::read));
          Eventually.holds(() -> site.server.connections() == 0);
          assertThrows(IOException.class, client::rest);
        }
      }
    });
  }

  /** The client reads each packet in time, but needs longer than one time limit for all of them. */
  @Test
  void aClientThatReadsSlowlyButSurely_isNotGivenUp() throws Exception {
    TimeLimits.with(limit -> {
      try (Site site = site(times(Site.LONG, Site.LONG, limit))) {
        site.write("large.bin", new byte[HUGE / 4]);
        try (Client client = new Client(site.port(), 65_536)) {
          client.send("GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n");
          prompt(client::head);
          for (int read = 0; read < HUGE / 4; read++) {
            if (read % 250_000 == 0) {
              Thread.sleep(limit.dividedBy(12));
            }
            assertEquals(0, prompt(client::read));
          }
        }
      }
    });
  }

  @Test
  void aClientThatDisconnects_leavesNothing() throws Exception {
    try (Site site = site(Site.PATIENT)) {
      site.write("huge.bin", new byte[HUGE]);
      int threads = Threads.virtual();
      for (int i = 0; i < 20; i++) {
        try (Client client = new Client(site.port(), 8192)) {
          client.send("GET /huge.bin HTTP/1.1\r\nHost: a\r\n\r\n");
          client.head();
        }
      }
      Eventually.holds(() -> site.server.connections() == 0);
      // In lock-step, the last ended connections wait until the listener accepts another.
      Eventually.holds(() -> {
        try (Client next = site.connect()) {
          assertEquals("content", next.get("/a.txt").text());
        }
        return Threads.virtual() <= threads + 1;
      });
    }
  }

  private static int readAll(Client client) {
    int read = 0;
    try {
      while (client.read() >= 0) {
        read++;
      }
    } catch (IOException reset) {
      return read;
    }
    return read;
  }
}
