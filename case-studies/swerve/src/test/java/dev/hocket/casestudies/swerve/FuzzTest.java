package dev.hocket.casestudies.swerve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Client;
import dev.hocket.casestudies.http.Eventually;
import dev.hocket.casestudies.http.OpenFiles;
import dev.hocket.casestudies.swerve.Settings.Times;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Sends malformed requests and breaks connections off at any point. The server must answer in HTTP
 * or close, continue serving, and lose no descriptor. {@code -Dhocket.seed=…} repeats the requests.
 */
class FuzzTest {
  private static final int ROUNDS = Boolean.getBoolean("hocket.long") ? 200_000 : 3000;
  private static final int CLIENTS = 16;
  private static final String NASTY = "\r\n\t :;,=\"%/\\.*#?\0\u007f\u00ff09afXx";
  private static final List<String> SAMPLES =
      List.of(
          "GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n",
          "GET /small.bin HTTP/1.1\r\nHost: a\r\nRange: bytes=5-10\r\n\r\n",
          "GET /small.bin?q HTTP/1.0\r\nConnection: keep-alive\r\nIf-None-Match: \"x\"\r\n\r\n",
          "HEAD /large.bin HTTP/1.1\r\nHost: a\r\n\r\n",
          "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
          "PUT /small.bin HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
              + "Expect: 100-continue\r\n\r\nabcde",
          "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
          "GET /%2e%2e/%zz/..;/ HTTP/1.1\r\nHost: a\r\n\r\n",
          "GET /small.bin HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");

  @TempDir Path root;
  private final AtomicInteger answers = new AtomicInteger();

  @ParameterizedTest
  @EnumSource(Kind.class)
  @Timeout(600)
  void theServerContinues_andLosesNothing(Kind kind) throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.err.println("FuzzTest " + kind + ": -Dhocket.seed=" + seed);
    Duration soon = Duration.ofMillis(500);
    Times times = new Times(soon, soon, Duration.ofSeconds(5), soon, Duration.ofSeconds(10));
    try (Site site = new Site(kind, root, times, 1000, Optional.empty())) {
      site.write("large.bin", new byte[400_000]);
      site.write("small.bin", new byte[3000]);
      bother(site, seed, CLIENTS); // Now everything that is loaded or opened once is there.
      Eventually.holds(() -> site.server.connections() == 0);
      int threads = Threads.virtual();
      long files = OpenFiles.count();
      bother(site, seed + 1, ROUNDS);
      Eventually.holds(() -> site.server.connections() == 0);
      Eventually.holds(() -> OpenFiles.count() <= files);
      // In lock-step, ended connections wait until the listener checks.
      try (Client client = site.connect()) {
        assertEquals(3000, client.get("/small.bin").body().length);
      }
      Eventually.holds(() -> Threads.virtual() <= threads + 1);
    }
    assertTrue(answers.get() > ROUNDS / 3, answers + " answers to " + ROUNDS + " clients");
  }

  private void bother(Site site, long seed, int rounds) throws Exception {
    AtomicInteger failed = new AtomicInteger();
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      for (int round = 0; round < rounds; round++) {
        Random random = new Random(seed * 1_000_003 + round);
        clients.submit(() -> {
          try {
            bother(site, random);
          } catch (AssertionError | RuntimeException e) {
            failed.incrementAndGet();
            e.printStackTrace();
          }
        });
      }
      clients.shutdown();
      assertTrue(clients.awaitTermination(9, TimeUnit.MINUTES), "the clients hang");
    }
    assertEquals(0, failed.get(), "seed " + seed);
  }

  /** Sends a bad request in some pieces, and leaves at some point. */
  private void bother(Site site, Random random) {
    String input = bend(random);
    try (Client client = new Client(site.port(), random.nextInt(4) == 0 ? 4096 : 0)) {
      int sent = 0;
      while (sent < input.length()) {
        int to = Math.min(input.length(), sent + 1 + random.nextInt(input.length()));
        client.send(input.substring(sent, to));
        sent = to;
      }
      switch (random.nextInt(4)) {
        case 0 -> {
          return;
        }
        case 1 -> client.read();
        default -> {
          client.shutdownOutput();
          String answer = client.rest();
          assertTrue(answer.isEmpty() || answer.startsWith("HTTP/1.1 "), answer);
          if (!answer.isEmpty()) {
            answers.incrementAndGet();
          }
        }
      }
    } catch (IOException reset) {
      // The server may close the connection to this client.
    }
  }

  private static String bend(Random random) {
    StringBuilder text = new StringBuilder();
    for (int samples = 1 + random.nextInt(4); samples > 0; samples--) {
      text.append(SAMPLES.get(random.nextInt(SAMPLES.size())));
    }
    for (int edits = random.nextInt(4); edits > 0; edits--) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + 1 + random.nextInt(random.nextInt(8) == 0 ? 200 : 3));
      switch (random.nextInt(5)) {
        case 0 -> text.insert(at, NASTY.charAt(random.nextInt(NASTY.length())));
        case 1 -> text.setCharAt(at, (char) random.nextInt(256));
        case 2 -> text.insert(at, text.substring(at, end).repeat(1 + random.nextInt(50)));
        case 3 -> text.setLength(Math.max(1, at));
        default -> text.replace(at, end, "\r");
      }
    }
    return text.toString();
  }
}
