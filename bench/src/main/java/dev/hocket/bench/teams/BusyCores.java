package dev.hocket.bench.teams;

import dev.hocket.bench.kernels.Kernel;
import dev.hocket.bench.kernels.Steps;
import dev.hocket.bench.processes.Foreign;
import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Compares teams with Java's other ways to compute in parallel, and with OpenMP in C, on cores that
 * other processes keep busy.
 */
public final class BusyCores {
  private static final int THREADS = Runtime.getRuntime().availableProcessors();
  private static final List<Integer> FOREIGN_PER_CORE = List.of(0, 1, 2, 4);
  private static final int MOST_ROUNDS = 15;
  private static final int WARM_UP_ROUNDS = 3;

  private BusyCores() {}

  @SuppressWarnings("unchecked")
  public static void run(Settings settings) throws Exception {
    Map<String, Steps> works = new LinkedHashMap<>();
    works.put("series", Steps.of(Kernel.SERIES));
    works.put("ray tracer", Steps.of(Kernel.RAY_TRACER));
    works.put("elimination", new Steps.Elimination(600));
    works.put("short steps", Steps.small(100, THREADS));
    var plain = (ToLongFunction<Steps>) Programs.load("SharedSteps");
    var guided = (ToLongFunction<Steps>) Programs.load("GuidedSteps");
    Path folder = Files.createTempDirectory("hocket-bench");
    try (BusyCoresInC c = new BusyCoresInC(folder, THREADS);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
      for (Map.Entry<String, Steps> work : works.entrySet()) {
        c.check(work.getKey(), compute(BusyCores::sequential, work.getValue()));
      }
      for (int foreign : FOREIGN_PER_CORE) {
        try (Foreign _ = new Foreign(foreign * THREADS)) {
          for (Map.Entry<String, Steps> work : works.entrySet()) {
            String title = work.getKey() + ", " + foreign + " foreign processes per core";
            Entrants entrants =
                race(title, work.getValue())
                    .with(plain, "Hocket, parallel for")
                    .with(guided, "the same, schedule(guided)")
                    .with(steps -> byHand(pool, steps), "by hand, ExecutorService")
                    .with(BusyCores::byStream, "parallel stream")
                    .with(BusyCores::sequential, "sequential");
            c.enter(entrants.race, work.getKey());
            entrants.run(settings);
          }
        }
      }
    } finally {
      Programs.delete(folder);
    }
  }

  private static Entrants race(String title, Steps work) {
    return new Entrants(new Race(title), work, new long[] {compute(BusyCores::sequential, work)});
  }

  /** The ways to run one computation. */
  private record Entrants(Race race, Steps work, long[] expected) {
    Entrants with(ToLongFunction<Steps> way, String name) {
      race.with(
          name,
          () -> {
            work.prepare();
            long start = System.nanoTime();
            long result = way.applyAsLong(work);
            long nanos = System.nanoTime() - start;
            if (result != expected[0]) {
              throw new AssertionError(name + ": " + result + " instead of " + expected[0]);
            }
            return nanos;
          });
      return this;
    }

    void run(Settings settings) throws Exception {
      int warmUp = Math.min(settings.warmUpRounds(), WARM_UP_ROUNDS);
      race.run(warmUp, Math.min(settings.rounds(), MOST_ROUNDS), settings.seed());
    }
  }

  private static long compute(ToLongFunction<Steps> way, Steps work) {
    work.prepare();
    return way.applyAsLong(work);
  }

  private static long sequential(Steps work) {
    long sum = 0;
    for (int step = 0; step < work.steps(); step++) {
      sum += part(work, step, 0, work.items(step));
    }
    return sum;
  }

  private static long part(Steps work, int step, int from, int to) {
    long sum = 0;
    for (int item = from; item < to; item++) {
      sum += work.item(step, item);
    }
    return sum;
  }

  private static long byStream(Steps work) {
    long sum = 0;
    for (int i = 0; i < work.steps(); i++) {
      int step = i;
      sum +=
          IntStream.range(0, work.items(step))
              .parallel()
              .mapToLong(item -> work.item(step, item))
              .sum();
    }
    return sum;
  }

  /** Gives each thread, including the calling one, a part of the same size. */
  private static long byHand(ExecutorService pool, Steps work) {
    long sum = 0;
    for (int i = 0; i < work.steps(); i++) {
      int step = i;
      int items = work.items(step);
      List<Future<Long>> parts = new ArrayList<>();
      for (int t = 1; t < THREADS; t++) {
        int from = items * t / THREADS;
        int to = items * (t + 1) / THREADS;
        parts.add(pool.submit(() -> part(work, step, from, to)));
      }
      sum += part(work, step, 0, items / THREADS);
      for (Future<Long> part : parts) {
        sum += result(part);
      }
    }
    return sum;
  }

  private static long result(Future<Long> part) {
    try {
      return part.get();
    } catch (InterruptedException | ExecutionException failed) {
      throw new AssertionError(failed);
    }
  }
}
