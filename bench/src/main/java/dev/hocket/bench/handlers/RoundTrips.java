package dev.hocket.bench.handlers;

import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.bench.race.Spin;
import dev.hocket.core.Targets;
import java.awt.EventQueue;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import javax.swing.SwingWorker;

/** Measures round trips of one handler from the event thread to a worker and back. */
public final class RoundTrips {
  private static final int TRIPS = 2_000;
  private static final int JOINS = 1_000_000;

  /** SwingWorker hands its results to the event thread about every 30 ms. */
  private static final int TRIPS_OF_SWING_WORKER = 10;

  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  private RoundTrips() {}

  public static void run(Settings settings) throws Exception {
    Targets.of(Targets.DEFAULT_WORKER);
    ObjIntConsumer<Runnable> awaiting = handler("roundTrips");
    try (ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
      new Race("event thread → worker → event thread, again and again")
          .with("Hocket, target virtual(worker) await", () -> nanosPerTrip(awaiting, TRIPS))
          .with(
              "CompletableFuture", () -> nanosPerTrip((done, n) -> future(pool, 0, done, n), TRIPS))
          .with(
              "ExecutorService + invokeLater",
              () -> nanosPerTrip((done, n) -> executor(pool, 0, done, n), TRIPS))
          .with(
              "a virtual thread each + invokeLater",
              () -> nanosPerTrip((done, n) -> executor(virtual, 0, done, n), TRIPS))
          .with("SwingWorker", () -> nanosPerTrip(RoundTrips::swingWorker, TRIPS_OF_SWING_WORKER))
          .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
      awaitFutures(pool, settings);
    }
    awaitTheSame(settings);
  }

  private static void awaitFutures(Executor pool, Settings settings) throws Exception {
    BiConsumer<Runnable, IntFunction<CompletableFuture<Integer>>> ours = handler("futures");
    IntFunction<CompletableFuture<Integer>> next =
        left -> CompletableFuture.supplyAsync(() -> left < 0 ? TRIPS : left - 1, pool);
    new Race("one handler on the event thread, futures that a pool completes, again and again")
        .with(
            "Hocket, await(join())",
            () -> nanosPerTrip((done, n) -> ours.accept(done, next), TRIPS))
        .with("thenAcceptAsync", () -> nanosPerTrip((done, n) -> future(pool, 0, done, n), TRIPS))
        .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
  }

  private static void awaitTheSame(Settings settings) throws Exception {
    ObjIntConsumer<CompletableFuture<Integer>> ours = handler("sameFuture");
    CompletableFuture<Integer> finished = CompletableFuture.completedFuture(1);
    new Race("a future that is finished, on a thread of a worker")
        .with("Hocket, await(join())", () -> nanosPerJoin(() -> ours.accept(finished, JOINS)))
        .with("join()", () -> nanosPerJoin(() -> join(finished)))
        .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
  }

  private static void join(CompletableFuture<Integer> finished) {
    int sum = 0;
    for (int i = 0; i < JOINS; i++) {
      sum += finished.join();
    }
    if (sum != JOINS) {
      throw new AssertionError(sum + " instead of " + JOINS);
    }
  }

  private static double nanosPerJoin(Runnable joins) throws InterruptedException {
    long start = System.nanoTime();
    Targets.of(Targets.DEFAULT_WORKER).submit("RoundTrips.java", joins::run).join();
    return (double) (System.nanoTime() - start) / JOINS;
  }

  /** A handler of the program {@code AwaitingHandlers}. */
  @SuppressWarnings("unchecked")
  public static <H> H handler(String name) throws Exception {
    Object handlers = Programs.load("AwaitingHandlers");
    Method method = handlers.getClass().getMethod(name);
    return (H) method.invoke(handlers);
  }

  private static double nanosPerTrip(ObjIntConsumer<Runnable> handler, int trips) throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    long start = System.nanoTime();
    EventQueue.invokeLater(() -> handler.accept(done::countDown, trips));
    done.await();
    return (double) (System.nanoTime() - start) / trips;
  }

  /** Occupies a thread of the pool for {@code nanos} in each trip. */
  static void future(Executor pool, long nanos, Runnable done, int left) {
    if (left == 0) {
      done.run();
      return;
    }
    CompletableFuture.supplyAsync(() -> less(left, nanos), pool)
        .thenAcceptAsync(rest -> future(pool, nanos, done, rest), EventQueue::invokeLater);
  }

  /** Occupies a thread of the pool for {@code nanos} in each trip. */
  static void executor(Executor pool, long nanos, Runnable done, int left) {
    if (left == 0) {
      done.run();
      return;
    }
    pool.execute(() -> {
      int rest = less(left, nanos);
      EventQueue.invokeLater(() -> executor(pool, nanos, done, rest));
    });
  }

  private static int less(int left, long nanos) {
    Spin.spin(nanos);
    return left - 1;
  }

  private static void swingWorker(Runnable done, int left) {
    if (left == 0) {
      done.run();
      return;
    }
    new SwingWorker<Integer, Void>() {
      @Override
      protected Integer doInBackground() {
        return left - 1;
      }

      @Override
      protected void done() {
        swingWorker(done, resultNow());
      }
    }.execute();
  }
}
