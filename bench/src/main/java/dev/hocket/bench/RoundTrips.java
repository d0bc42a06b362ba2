package dev.hocket.bench;

import dev.hocket.core.Targets;
import java.awt.EventQueue;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ObjIntConsumer;
import javax.swing.SwingWorker;

/** From the event thread to a worker and back, again and again, by one handler. */
final class RoundTrips {
  private static final int TRIPS = 2_000;
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  private RoundTrips() {}

  static void run(Settings settings) throws Exception {
    Targets.of(Targets.DEFAULT_WORKER);
    ObjIntConsumer<Runnable> awaiting = handler("roundTrips");
    try (ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
      new Race("event thread → worker → event thread, " + TRIPS + " times in a row")
          .with("Hocket, target virtual(worker) await", () -> nanosPerTrip(awaiting::accept))
          .with("CompletableFuture", () -> nanosPerTrip((done, n) -> future(pool, done, n)))
          .with(
              "ExecutorService + invokeLater",
              () -> nanosPerTrip((done, n) -> executor(pool, done, n)))
          .with(
              "a virtual thread each + invokeLater",
              () -> nanosPerTrip((done, n) -> executor(virtual, done, n)))
          .with("SwingWorker", () -> nanosPerTrip(RoundTrips::swingWorker))
          .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
    }
  }

  /** A handler of the program {@code AwaitingHandlers}. */
  @SuppressWarnings("unchecked")
  static <T> ObjIntConsumer<T> handler(String name) throws Exception {
    Object handlers = Programs.load("AwaitingHandlers");
    Method method = handlers.getClass().getMethod(name);
    return (ObjIntConsumer<T>) method.invoke(handlers);
  }

  private static double nanosPerTrip(ObjIntConsumer<Runnable> handler) throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    long start = System.nanoTime();
    EventQueue.invokeLater(() -> handler.accept(done::countDown, TRIPS));
    done.await();
    return (double) (System.nanoTime() - start) / TRIPS;
  }

  private static void future(Executor pool, Runnable done, int left) {
    if (left == 0) {
      done.run();
      return;
    }
    CompletableFuture.supplyAsync(() -> left - 1, pool)
        .thenAcceptAsync(rest -> future(pool, done, rest), EventQueue::invokeLater);
  }

  private static void executor(Executor pool, Runnable done, int left) {
    if (left == 0) {
      done.run();
      return;
    }
    pool.execute(() -> {
      int rest = left - 1;
      EventQueue.invokeLater(() -> executor(pool, done, rest));
    });
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
