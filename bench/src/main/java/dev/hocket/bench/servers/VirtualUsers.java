package dev.hocket.bench.servers;

import dev.hocket.bench.race.Race;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Users that post the same text in a closed loop: each posts again as soon as its last post is
 * answered, over its own connection. A user is a virtual thread, and checks every byte of every
 * answer.
 */
final class VirtualUsers {
  private static final int LIMIT_MILLIS = 120_000;

  private final int port;
  private final byte[] request;
  private final byte[] expected;

  /** Creates users that post a text to the service on a port and expect an answer. */
  VirtualUsers(int port, byte[] text, byte[] expected) {
    this.port = port;
    this.expected = expected;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(
        ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + text.length + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(text);
    request = bytes.toByteArray();
  }

  /**
   * Lets users post for a while. Answers that arrive later do not count in the first figure.
   *
   * @return answers per second, and the 99th percentile of the time of a request in nanoseconds
   */
  double[] run(int users, double seconds) throws Exception {
    CountDownLatch connected = new CountDownLatch(users);
    List<Future<List<long[]>>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<List<long[]>> user = () -> use(connected, (long) (seconds * 1e9));
      for (int i = 0; i < users; i++) {
        all.add(threads.submit(user));
      }
    }
    List<long[]> requests = new ArrayList<>();
    for (Future<List<long[]>> one : all) {
      requests.addAll(one.get());
    }
    long start = requests.stream().mapToLong(request -> request[0]).min().orElseThrow();
    long end = start + (long) (seconds * 1e9);
    long answered = requests.stream().filter(request -> request[1] <= end).count();
    double[] times = requests.stream().mapToDouble(request -> request[1] - request[0]).toArray();
    Arrays.sort(times);
    return new double[] {answered / seconds, Race.quantile(times, 0.99)};
  }

  /** The begin and end of each request of one user, which makes at least one. */
  private List<long[]> use(CountDownLatch connected, long nanos) throws Exception {
    List<long[]> requests = new ArrayList<>();
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(LIMIT_MILLIS);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      connected.countDown();
      connected.await();
      long stop = System.nanoTime() + nanos;
      long begin;
      do {
        begin = System.nanoTime();
        socket.getOutputStream().write(request);
        checkAnswer(in);
        requests.add(new long[] {begin, System.nanoTime()});
      } while (System.nanoTime() < stop);
    } finally {
      connected.countDown();
    }
    return requests;
  }

  private void checkAnswer(InputStream in) throws IOException {
    Answer answer = Answer.read(in);
    if (!answer.status().startsWith("HTTP/1.1 200 ") || !Arrays.equals(answer.body(), expected)) {
      throw new AssertionError(
          "wrong answer: " + answer.status() + ", " + answer.body().length + " bytes");
    }
  }
}
