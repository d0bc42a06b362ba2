package dev.hocket.bench.kernels;

import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import java.awt.EventQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Measures paper 1, figures 14 and 15. Events arrive whether or not earlier ones have ended; each
 * has a computation between two updates of the window. The figure is the mean time from the moment
 * an event is due to the end of its handler. After the load, the benchmark waits as long again; an
 * event that has not ended by then counts as missed, with the time until then.
 *
 * <p>In the figures, an update only checks the result. With {@linkplain #runPainting painting},
 * each update occupies the event thread as long as painting a small window does.
 */
public final class KernelLoad {
  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final long SECOND = 1_000_000_000L;
  private static final double[] LOADS = {0.2, 0.6, 1.2, 2.0};

  private static final long PAINT_NANOS = 200_000;
  private static final double[] PAINTING_LOADS = {0.6, 1.2, 2.0};
  private static final int PAINTING_ROUNDS = 15;

  private static final double[] PARALLEL_LOADS = {0.2, 0.6, 1.2};
  private static final int PARALLEL_ROUNDS = 9;

  private static final int WARM_UP_ROUNDS = 1;

  private final Kernel kernel;
  private final long expected;
  private final long serviceNanos;
  private final long windowNanos;
  private final long paintNanos;

  private KernelLoad(Kernel kernel, long windowNanos, long paintNanos) {
    this.kernel = kernel;
    this.expected = kernel.compute();
    this.serviceNanos = serviceNanos(kernel);
    this.windowNanos = windowNanos;
    this.paintNanos = paintNanos;
  }

  /** Compares ways in which a handler leaves the event thread. */
  public static void run(Settings settings) throws Exception {
    try (Ways ways = new Ways()) {
      run(ways.offloading(), Kernel.values(), LOADS, 0, settings);
    }
  }

  /** Runs the two shortest computations, whose handlers update the window most often. */
  public static void runPainting(Settings settings) throws Exception {
    Kernel[] shortest = {Kernel.SERIES, Kernel.MONTE_CARLO};
    try (Ways ways = new Ways()) {
      run(
          ways.offloading(),
          shortest,
          PAINTING_LOADS,
          PAINT_NANOS,
          settings.withAtMost(PAINTING_ROUNDS));
    }
  }

  /** Compares handlers that are asynchronous, parallel, both, or neither. */
  public static void runParallel(Settings settings) throws Exception {
    try (Ways ways = new Ways()) {
      run(
          ways.parallel(),
          Kernel.values(),
          PARALLEL_LOADS,
          0,
          settings.withAtMost(PARALLEL_ROUNDS));
    }
  }

  private static void run(
      Map<String, Consumer<Request>> handlers,
      Kernel[] kernels,
      double[] loads,
      long paintNanos,
      Settings settings)
      throws Exception {
    boolean quick = settings.isQuick();
    for (Kernel kernel : kernels) {
      KernelLoad load = new KernelLoad(kernel, quick ? SECOND / 10 : SECOND / 2, paintNanos);
      for (double cores : quick ? new double[] {0.5} : loads) {
        load.race(handlers, cores, settings);
      }
    }
  }

  /** The median of a warm run on one thread. */
  private static long serviceNanos(Kernel kernel) {
    long[] nanos = new long[101];
    for (int i = 0; i < nanos.length; i++) {
      long start = System.nanoTime();
      kernel.compute();
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return nanos[nanos.length / 2];
  }

  private void race(Map<String, Consumer<Request>> handlers, double load, Settings settings)
      throws Exception {
    String title =
        "%s (%.1f ms), load %.1f of %d cores%s"
            .formatted(kernel.title(), serviceNanos / 1e6, load, CORES, paintingTitle());
    Race race = new Race(title).ofDifferingRounds();
    Map<String, List<Double>> inTime = new LinkedHashMap<>();
    handlers.forEach((name, handler) -> {
      inTime.put(name, new ArrayList<>());
      // All entrants get the same arrivals.
      Random random = new Random(settings.seed());
      race.with(name, () -> meanResponse(handler, load, random, inTime.get(name)));
    });
    race.run(WARM_UP_ROUNDS, settings.rounds(), settings.seed());
    StringBuilder line = new StringBuilder("\nover in time:");
    inTime.forEach((name, shares) ->
        line.append(" %s %.1f %%;".formatted(name, 100 * meanOfWarmRounds(shares))));
    System.out.println(line.deleteCharAt(line.length() - 1));
  }

  private String paintingTitle() {
    return paintNanos == 0 ? "" : ", updates of %.1f ms".formatted(paintNanos / 1e6);
  }

  /** The mean of the rounds after warm-up. Every round has the same number of events. */
  private static double meanOfWarmRounds(List<Double> rounds) {
    return rounds.stream().skip(WARM_UP_ROUNDS).mapToDouble(share -> share).average().orElseThrow();
  }

  private double meanResponse(
      Consumer<Request> handler, double load, Random random, List<Double> inTime)
      throws InterruptedException {
    int count = (int) Math.max(1, load * CORES * windowNanos / serviceNanos);
    CountDownLatch left = new CountDownLatch(count);
    List<Request> requests = new ArrayList<>();
    long due = System.nanoTime();
    for (int i = 0; i < count; i++) {
      due += (long) (-Math.log(1 - random.nextDouble()) * windowNanos / count);
      Request request = new Request(kernel, expected, left, due, paintNanos);
      requests.add(request);
      sleepUntil(due);
      EventQueue.invokeLater(() -> handler.accept(request));
    }
    boolean all = left.await(windowNanos, TimeUnit.NANOSECONDS);
    double sum = 0;
    int over = 0;
    for (Request request : requests) {
      sum += request.responseNanos();
      over += request.isOver() ? 1 : 0;
    }
    inTime.add((double) over / count);
    if (!all) {
      // Waits, so that the next run starts with idle threads.
      left.await();
    }
    return sum / count;
  }

  private static void sleepUntil(long time) {
    for (long ahead; (ahead = time - System.nanoTime()) > 0; ) {
      LockSupport.parkNanos(ahead);
    }
  }
}
