package dev.hocket.plan.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoadTest {

  private static List<Long> dues(double rate, long seed, int events) {
    List<Long> dues = new ArrayList<>();
    new OpenLoop(rate, seed).run(Duration.ofMinutes(10), events, dues::add);
    return dues;
  }

  @Test
  void arrivals_followFromRateAndSeed() {
    List<Long> one = dues(20_000, 7, 500);
    List<Long> two = dues(20_000, 7, 500);
    for (int i = 0; i < 500; i++) {
      assertEquals(one.get(i) - one.getFirst(), two.get(i) - two.getFirst(), 2);
    }
    assertFalse(dues(20_000, 8, 2).getLast() - one.getFirst() == one.get(1) - one.getFirst());
  }

  /** Intervals of a Poisson process are exponential: their mean and deviation are 1/λ. */
  @Test
  void arrivals_arePoisson() {
    List<Long> dues = dues(50_000, 3, 20_000);
    double sum = 0;
    double squares = 0;
    for (int i = 1; i < dues.size(); i++) {
      double interval = (dues.get(i) - dues.get(i - 1)) / 1e9;
      sum += interval;
      squares += interval * interval;
    }
    double mean = sum / (dues.size() - 1);
    assertEquals(1 / 50_000.0, mean, .02 / 50_000);
    assertEquals(1, squares / (dues.size() - 1) / (mean * mean) - 1, .06);
  }

  @Test
  void noEvent_comesBeforeItIsDue() {
    OpenLoop.Outcome outcome =
        new OpenLoop(5_000, 1)
            .run(Duration.ofMinutes(10), 200, due -> assertTrue(System.nanoTime() - due >= 0));
    assertEquals(200, outcome.events());
    assertTrue(outcome.lagMaxNanos() >= outcome.lagP99Nanos());
  }

  @Test
  void slowArrival_delaysNoDueTime_andShowsAsLag() {
    List<Long> dues = new ArrayList<>();
    OpenLoop.Outcome outcome =
        new OpenLoop(10_000, 1)
            .run(
                Duration.ofMinutes(10),
                100,
                due -> {
                  dues.add(due);
                  if (dues.size() == 1) {
                    long until = System.nanoTime() + 20_000_000;
                    while (System.nanoTime() < until) {
                      Thread.onSpinWait();
                    }
                  }
                });
    assertTrue(dues.getLast() - dues.getFirst() < 20_000_000, "due as if nothing had happened");
    assertTrue(outcome.lagMaxNanos() > 10_000_000, "lag " + outcome.lagMaxNanos());
  }

  @Test
  void duration_endsTheRun() {
    assertEquals(0, new OpenLoop(.001, 1).run(Duration.ofMillis(1), 10, due -> {}).events());
  }

  @Test
  void interrupt_endsTheRun_andStaysSet() {
    OpenLoop.Outcome outcome =
        new OpenLoop(1_000, 1)
            .run(Duration.ofMinutes(10), 1_000, due -> Thread.currentThread().interrupt());
    assertTrue(Thread.interrupted());
    assertEquals(1, outcome.events());
  }

  @Test
  void impossibleRates_areRefused() {
    assertThrows(IllegalArgumentException.class, () -> new OpenLoop(0, 1));
    assertThrows(IllegalArgumentException.class, () -> new OpenLoop(Double.NaN, 1));
    assertThrows(IllegalArgumentException.class, () -> new OpenLoop(1e7, 1));
  }

  @Test
  void http_countsAnswersByStatus_andMeasuresFromTheDueTime() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    CountDownLatch allThere = new CountDownLatch(40);
    HttpServer server = server();
    server.createContext(
        "/",
        exchange -> {
          // The server answers only after all requests were sent, which a closed loop would never
          // do.
          allThere.countDown();
          await(allThere);
          int status = requests.incrementAndGet() % 4 == 0 ? 503 : 200;
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    try {
      HttpLoad.Outcome outcome =
          new HttpLoad(address(server), Duration.ofMinutes(2))
              .run(new OpenLoop(400, 5), Duration.ofMinutes(10), 40);
      assertEquals(Map.of("200", 30L, "503", 10L), outcome.answers());
      assertEquals(40, outcome.latencies().count());
      // The first request waited until the last was due.
      double all = outcome.generator().seconds();
      assertTrue(outcome.latencies().max() / 1e9 > .5 * all, outcome.toString());
      assertEquals(0, outcome.unsent());
    } finally {
      server.stop(0);
    }
  }

  @Test
  void http_withoutAnAnswer_isCountedByFailure() throws Exception {
    HttpServer server = server();
    URI gone = address(server);
    server.start();
    server.stop(0);
    HttpLoad.Outcome outcome =
        new HttpLoad(gone, Duration.ofSeconds(10))
            .run(new OpenLoop(1_000, 5), Duration.ofMinutes(10), 10);
    assertEquals(Map.of("ConnectException", 10L), outcome.answers());
    assertEquals(0, outcome.latencies().count());
  }

  @Test
  void malformedAddress_isRefused() {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> new HttpLoad(URI.create("file:///etc/hosts"), Duration.ofSeconds(1)));
    assertEquals(
        "expected an address like http://localhost:8080/path, not file:///etc/hosts",
        refusal.getMessage());
  }

  private static HttpServer server() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    return server;
  }

  private static URI address(HttpServer server) {
    return URI.create(
        "http://"
            + server.getAddress().getHostString()
            + ":"
            + server.getAddress().getPort()
            + "/");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
