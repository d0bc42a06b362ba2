package dev.hocket.bench.servers;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** Runs wrk, a closed loop, and h2load, an open one with HTTP/1.1, each on one thread. */
final class LoadGenerators {
  private static final int EXTRA_SECONDS = 60;

  /**
   * The smallest accepted share of the planned rate: a generator that falls further behind has
   * measured another load.
   */
  private static final double LEAST_HELD = 0.9;

  private static final Pattern RATE = Pattern.compile("Requests/sec: +([0-9.]+)");
  private static final Pattern ERRORS =
      Pattern.compile("(?m)^ *((?:Socket errors|Non-2xx or 3xx responses):.*)$");

  /** A run that gives no figure, because it had errors or did not reach its load. */
  static final class BadRun extends Exception {
    private static final long serialVersionUID = 1;

    BadRun(String message) {
      super(message);
    }
  }

  private LoadGenerators() {}

  /**
   * Requests per second, where each connection sends its next request as soon as the last is
   * answered.
   */
  static double closedLoop(Path wrk, URI page, int connections, int seconds)
      throws IOException, InterruptedException, BadRun {
    return rate(
        output(
            seconds, wrk.toString(), "-t1", "-c" + connections, "-d" + seconds + "s", "" + page));
  }

  /** Reads the rate that wrk printed. */
  static double rate(String output) throws IOException, BadRun {
    Matcher errors = ERRORS.matcher(output);
    if (errors.find()) {
      throw new BadRun(errors.group(1));
    }
    Matcher rate = RATE.matcher(output);
    if (!rate.find()) {
      throw new IOException("wrk printed no rate, but: " + output);
    }
    return Double.parseDouble(rate.group(1));
  }

  /**
   * Times of requests in ascending order, in nanoseconds, where requests are due at a fixed rate,
   * whether or not earlier ones are answered.
   *
   * <p>h2load keeps the rate for each connection separately. It does not pipeline: it delays a
   * request until the connection's previous one is answered, and does not count that delay. So for
   * each request that took longer than the interval we add the requests that it delayed, each with
   * the time it would have waited. The connections open one after the other during the first
   * interval; otherwise all would send at the same moments. Requests count only once all
   * connections are open.
   */
  static double[] openLoop(Path h2load, URI page, int connections, double rate, double seconds)
      throws IOException, InterruptedException, BadRun {
    double interval = connections / rate;
    int requests = connections * Math.max(2, (int) Math.round(seconds / interval));
    // Opens this many connections every few milliseconds, so that all are open after one interval.
    int periodMillis = Math.max(1, (int) (interval * 1_000 / connections));
    int each = Math.max(1, (int) Math.round(periodMillis * rate / 1_000));
    Path log = temporaryFile();
    try {
      output(
          seconds,
          h2load.toString(),
          "--h1",
          "-c" + connections,
          "-n" + requests,
          "-r" + each,
          "--rate-period=" + periodMillis + "ms",
          "--rps=" + rate / connections,
          "--log-file=" + log,
          "" + page);
      return times(Files.readAllLines(log), requests, (long) (interval * 1e6), rate);
    } finally {
      Files.delete(log);
    }
  }

  /**
   * Reads the times of requests. A line has a start in microseconds, a status, and a duration in
   * microseconds.
   */
  static double[] times(List<String> lines, int requests, long intervalMicros, double rate)
      throws BadRun {
    List<long[]> answered = new ArrayList<>();
    for (String line : lines) {
      String[] columns = line.split("\t");
      if (columns[1].equals("200")) {
        answered.add(new long[] {Long.parseLong(columns[0]), Long.parseLong(columns[2])});
      }
    }
    if (answered.size() < requests) {
      throw new BadRun(
          "%,d of %,d requests failed".formatted(requests - answered.size(), requests));
    }
    answered.sort(Comparator.comparingLong(request -> request[0]));
    long first = answered.getFirst()[0];
    double held = 1e6 * requests / (answered.getLast()[0] - first);
    if (held < LEAST_HELD * rate) {
      throw new BadRun("only %,.0f requests/s of %,.0f".formatted(held, rate));
    }
    return answered.stream()
        .filter(request -> request[0] >= first + intervalMicros)
        .flatMapToLong(request -> withDelayed(request[1], intervalMicros))
        .sorted()
        .mapToDouble(micros -> micros * 1e3)
        .toArray();
  }

  private static LongStream withDelayed(long micros, long intervalMicros) {
    return LongStream.iterate(micros, left -> left > 0, left -> left - intervalMicros);
  }

  private static String output(double seconds, String... command)
      throws IOException, InterruptedException, BadRun {
    Path output = temporaryFile();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor((long) seconds + EXTRA_SECONDS, TimeUnit.SECONDS)) {
        throw new BadRun("not done after " + (seconds + EXTRA_SECONDS) + " s");
      }
      String printed = Files.readString(output);
      if (process.exitValue() != 0) {
        throw new IOException(
            "%s ended with status %d: %s"
                .formatted(String.join(" ", command), process.exitValue(), printed));
      }
      return printed;
    } finally {
      process.destroy();
      Files.delete(output);
    }
  }

  /** A temporary file that is deleted even if the benchmark is interrupted. */
  private static Path temporaryFile() throws IOException {
    Path file = Files.createTempFile("hocket-bench", ".out");
    file.toFile().deleteOnExit();
    return file;
  }
}
