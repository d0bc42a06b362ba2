package dev.hocket.bench.handlers;

import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.core.Body;
import dev.hocket.core.Targets;
import dev.hocket.directives.TargetBlocks;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Measures the cost of handing small blocks to a pool, from the first hand-over to the end of the
 * last block.
 */
public final class HandOver {
  private static final int BLOCKS = 200_000;
  private static final int ROUND_TRIPS = 5_000;
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  private HandOver() {}

  public static void run(Settings settings) throws Exception {
    Targets.create("bench", THREADS);
    try (ExecutorService fixed = Executors.newFixedThreadPool(THREADS);
        ExecutorService transfer =
            new ThreadPoolExecutor(
                THREADS, THREADS, 0, TimeUnit.SECONDS, new LinkedTransferQueue<>());
        ExecutorService forkJoin =
            new ForkJoinPool(THREADS, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
        ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int submitters : new int[] {1, 4}) {
        new Race(
                "target virtual(…) nowait per block, "
                    + submitters
                    + (submitters == 1 ? " submitter" : " submitters"))
            .with("Hocket", () -> burst(submitters, task -> nowait("HandOver.java:1", task::run)))
            .with("newFixedThreadPool.execute", () -> burst(submitters, fixed::execute))
            .with("ThreadPoolExecutor, transfer queue", () -> burst(submitters, transfer::execute))
            .with("ForkJoinPool, async mode", () -> burst(submitters, forkJoin::execute))
            .with("a virtual thread each", () -> burst(submitters, virtual::execute))
            .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
      }
      new Race("target virtual(…), waited for: one at a time")
          .with("Hocket", () -> roundTrips(task -> run("HandOver.java:2", task::run)))
          .with("newFixedThreadPool.submit.get", () -> roundTrips(task -> waited(fixed, task)))
          .with("ForkJoinPool.submit.get", () -> roundTrips(task -> waited(forkJoin, task)))
          .with("a virtual thread each", () -> roundTrips(task -> waited(virtual, task)))
          .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
    }
  }

  /** The code that the compiler generates for {@code target virtual(bench) nowait}. */
  private static void nowait(String label, Body body) {
    TargetBlocks.nowait(TargetBlocks.virtual("bench"), true, label, body);
  }

  /** The code that the compiler generates for {@code target virtual(bench)}. */
  private static void run(String label, Body body) {
    TargetBlocks.run(TargetBlocks.virtual("bench"), true, label, body);
  }

  private static double burst(int submitters, Consumer<Runnable> pool) throws Exception {
    int each = BLOCKS / submitters;
    LongAdder ran = new LongAdder();
    CountDownLatch go = new CountDownLatch(1);
    Thread[] threads = new Thread[submitters];
    for (int i = 0; i < submitters; i++) {
      threads[i] =
          Thread.ofPlatform()
              .start(() -> {
                awaitQuietly(go);
                for (int j = 0; j < each; j++) {
                  // Creates a new lambda each time, as a block that captures locals does.
                  int captured = j;
                  pool.accept(() -> {
                    if (captured >= 0) {
                      ran.increment();
                    }
                  });
                }
              });
    }
    long start = System.nanoTime();
    go.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    while (ran.sum() < (long) each * submitters) {
      Thread.sleep(0, 50_000);
    }
    long nanos = System.nanoTime() - start;
    check(ran.sum(), (long) each * submitters);
    return (double) nanos / (each * submitters);
  }

  private static double roundTrips(Consumer<Runnable> waited) {
    long[] ran = new long[1];
    long start = System.nanoTime();
    for (int i = 0; i < ROUND_TRIPS; i++) {
      waited.accept(() -> ran[0]++);
    }
    long nanos = System.nanoTime() - start;
    check(ran[0], ROUND_TRIPS);
    return (double) nanos / ROUND_TRIPS;
  }

  private static void waited(ExecutorService pool, Runnable task) {
    try {
      pool.submit(task).get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void check(long seen, long expected) {
    if (seen != expected) {
      throw new AssertionError("ran " + seen + " blocks of " + expected);
    }
  }
}
