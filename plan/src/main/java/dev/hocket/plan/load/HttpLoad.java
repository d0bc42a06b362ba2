package dev.hocket.plan.load;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Sends GET requests to a server as a Poisson process and measures how long the answers take, from
 * the time each request was due.
 *
 * <p>At most {@value #MOST_AT_ONCE} requests are in flight. A request that is due beyond that is
 * counted but not sent, so that a server that hangs does not exhaust this machine's memory.
 */
public final class HttpLoad {
  static final int MOST_AT_ONCE = 10_000;

  private final URI uri;
  private final Duration timeout;

  private final Recorder latencies = new Recorder(3);
  private final Map<String, LongAdder> answers = new ConcurrentHashMap<>();
  private final Semaphore room = new Semaphore(MOST_AT_ONCE);
  private final LongAdder unsent = new LongAdder();

  /**
   * The measurements of a run.
   *
   * @param generator the figures of the load generator
   * @param answers number of answers by status code, or by the failure's name
   * @param unsent requests that were due while too many were in flight
   * @param latencies from when a request was due until its answer was there, failed requests not
   *     included
   */
  public record Outcome(
      OpenLoop.Outcome generator, Map<String, Long> answers, long unsent, Latencies latencies) {}

  /**
   * A summary of latencies, in nanoseconds, to three digits; all 0 if there are none.
   *
   * @param count the number of latencies
   * @param mean the mean
   * @param p50 the median
   * @param p95 the 95th percentile
   * @param p99 the 99th percentile
   * @param max the longest
   */
  public record Latencies(long count, double mean, long p50, long p95, long p99, long max) {
    static Latencies of(Histogram histogram) {
      return new Latencies(
          histogram.getTotalCount(),
          histogram.getMean(),
          histogram.getValueAtPercentile(50),
          histogram.getValueAtPercentile(95),
          histogram.getValueAtPercentile(99),
          histogram.getMaxValue());
    }
  }

  /**
   * Makes the load on one address.
   *
   * @param uri the resource to get; http or https
   * @param timeout the time after which a request has failed
   */
  public HttpLoad(URI uri, Duration timeout) {
    if (uri.getHost() == null
        || !("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
      throw new IllegalArgumentException(
          "expected an address like http://localhost:8080/path, not " + uri);
    }
    this.uri = uri;
    this.timeout = timeout;
  }

  /**
   * Sends requests, then waits for the answers; to be called once. An interrupt ends it early and
   * stays set: requests in flight are then abandoned and not counted.
   *
   * @param loop decides when requests are due
   * @param duration the time for which requests are sent
   * @param mostRequests the largest number of requests
   * @return the measurements
   */
  public Outcome run(OpenLoop loop, Duration duration, long mostRequests) {
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(timeout).GET().build();
    try (var executor = Executors.newVirtualThreadPerTaskExecutor();
        HttpClient client =
            HttpClient.newBuilder().executor(executor).connectTimeout(timeout).build()) {
      OpenLoop.Outcome generator =
          loop.run(duration, mostRequests, due -> send(client, request, due));
      awaitAnswers();
      Outcome outcome = outcome(generator);
      if (Thread.currentThread().isInterrupted()) {
        client.shutdownNow();
      }
      return outcome;
    }
  }

  /** Waits for all answers: every request returns its permit, at the latest after its timeout. */
  private void awaitAnswers() {
    try {
      room.acquire(MOST_AT_ONCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Outcome outcome(OpenLoop.Outcome generator) {
    Map<String, Long> counts = new TreeMap<>();
    answers.forEach((answer, count) -> counts.put(answer, count.sum()));
    return new Outcome(
        generator, counts, unsent.sum(), Latencies.of(latencies.getIntervalHistogram()));
  }

  private void send(HttpClient client, HttpRequest request, long due) {
    if (!room.tryAcquire()) {
      unsent.increment();
      return;
    }
    client
        .sendAsync(request, BodyHandlers.discarding())
        .whenComplete((response, failure) -> {
          if (failure == null) {
            latencies.recordValue(System.nanoTime() - due);
            count(Integer.toString(response.statusCode()));
          } else {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            count(cause.getClass().getSimpleName());
          }
          room.release();
        });
  }

  private void count(String answer) {
    answers.computeIfAbsent(answer, unknown -> new LongAdder()).increment();
  }
}
