package dev.hocket.bench.servers;

import dev.hocket.bench.race.Race;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that each want one of some files every 20 ms, at random, over a connection of their own.
 * A client is a virtual thread, and checks every byte. The time of a request begins when it is due,
 * so an answer that comes late counts for the requests that it has delayed, too.
 */
final class Readers {
  private static final long THINK_NANOS = 20_000_000;
  private static final int LIMIT_MILLIS = 300_000;

  private final WebServer server;

  /** The files, by their paths. */
  private final Map<String, byte[]> files;

  private final List<String> paths;

  Readers(WebServer server, Map<String, byte[]> files) {
    this.server = server;
    this.files = files;
    this.paths = List.copyOf(files.keySet());
  }

  /**
   * Lets clients read for a while.
   *
   * @return answers per second; in nanoseconds, the mean and the 99th percentile of the time of a
   *     request, and the processor time that the server uses for 1,000 requests
   */
  double[] run(int clients, double seconds, long seed) throws Exception {
    CountDownLatch connected = new CountDownLatch(clients);
    List<Future<List<Long>>> all = new ArrayList<>();
    long begin = System.nanoTime();
    Duration before = server.processorTime();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < clients; i++) {
        Random random = new Random(seed + i);
        all.add(threads.submit(() -> read(connected, (long) (seconds * 1e9), random)));
      }
    }
    List<Long> times = new ArrayList<>();
    for (Future<List<Long>> one : all) {
      times.addAll(one.get());
    }
    double[] sorted = times.stream().mapToDouble(nanos -> nanos).sorted().toArray();
    double whole = Math.max(seconds, (System.nanoTime() - begin) / 1e9);
    return new double[] {
      sorted.length / whole,
      Arrays.stream(sorted).average().orElseThrow(),
      Race.quantile(sorted, 0.99),
      server.processorTime().minus(before).toNanos() * 1e3 / sorted.length
    };
  }

  /** Returns the times of one client's requests, which are at least one. */
  private List<Long> read(CountDownLatch connected, long nanos, Random random) throws Exception {
    List<Long> times = new ArrayList<>();
    URI page = server.page("");
    try (Socket socket = new Socket(page.getHost(), page.getPort())) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(LIMIT_MILLIS);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      connected.countDown();
      connected.await();
      long due = System.nanoTime() + random.nextLong(THINK_NANOS);
      long stop = due + nanos;
      do {
        for (long left; (left = due - System.nanoTime()) > 0; ) {
          LockSupport.parkNanos(left);
        }
        read(socket, in, paths.get(random.nextInt(paths.size())));
        times.add(System.nanoTime() - due);
        due += THINK_NANOS;
      } while (due < stop);
    } finally {
      connected.countDown();
    }
    return times;
  }

  private void read(Socket socket, InputStream in, String path) throws IOException {
    String request = "GET /" + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    Answer answer = Answer.read(in);
    if (!answer.status().startsWith("HTTP/1.1 200 ")
        || !Arrays.equals(answer.body(), files.get(path))) {
      throw new AssertionError(
          "wrong answer for %s: %s, %d bytes"
              .formatted(path, answer.status(), answer.body().length));
    }
  }
}
