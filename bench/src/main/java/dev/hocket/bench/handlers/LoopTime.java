package dev.hocket.bench.handlers;

import dev.hocket.bench.race.Settings;
import dev.hocket.core.Targets;
import java.awt.AWTEvent;
import java.awt.EventQueue;
import java.awt.Toolkit;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ObjIntConsumer;

/**
 * Measures the event thread's processor time per dispatch, and that of peers and of an empty event.
 * A dispatch is one resumption and one suspension of a handler that does nothing else.
 *
 * <p>A single handler always finds its worker parked, and waking the worker is most of the cost of
 * its dispatches. With many handlers the worker lags behind and never parks, so the figure shows
 * the program's own time.
 */
public final class LoopTime {
  private static final int DISPATCHES = 200_000;
  private static final int ROUNDS = 10;
  private static final int AT_A_TIME = 100;
  private static final int THREADS = Runtime.getRuntime().availableProcessors();
  private static final long SLOW_NANOS = 5_000;

  private LoopTime() {}

  public static void run(Settings settings) throws Exception {
    int dispatches = settings.isQuick() ? 2_000 : DISPATCHES;
    Targets.create("slow", 1);
    try (ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        ExecutorService slow = Executors.newFixedThreadPool(1)) {
      measure(handlers("roundTrips", pool, 0), dispatches, 1);
      measure(handlers("slowTrips", slow, SLOW_NANOS), dispatches, AT_A_TIME);
    }
  }

  private static Map<String, ObjIntConsumer<Runnable>> handlers(
      String ours, ExecutorService pool, long nanos) throws Exception {
    Map<String, ObjIntConsumer<Runnable>> handlers = new LinkedHashMap<>();
    handlers.put("Hocket, await", RoundTrips.handler(ours));
    handlers.put("CompletableFuture", (done, n) -> RoundTrips.future(pool, nanos, done, n));
    handlers.put(
        "ExecutorService + invokeLater", (done, n) -> RoundTrips.executor(pool, nanos, done, n));
    handlers.put("an empty event each", LoopTime::empty);
    return handlers;
  }

  private static void measure(
      Map<String, ObjIntConsumer<Runnable>> handlers, int dispatches, int atATime)
      throws Exception {
    MeasuringQueue queue = new MeasuringQueue();
    Map<String, Samples> samples = new LinkedHashMap<>();
    handlers.keySet().forEach(name -> samples.put(name, new Samples(dispatches)));
    EventQueue.invokeAndWait(() -> Toolkit.getDefaultToolkit().getSystemEventQueue().push(queue));
    // Runs the entrants in turn, so that a disturbance on the machine affects all of them alike;
    // the first turn warms up.
    for (int round = 0; round <= ROUNDS; round++) {
      for (String name : handlers.keySet()) {
        Samples into = round == 0 ? new Samples(dispatches) : samples.get(name);
        EventQueue.invokeAndWait(() -> queue.samples = into);
        run(handlers.get(name), dispatches / ROUNDS / atATime, atATime);
        EventQueue.invokeAndWait(() -> queue.samples = null);
      }
    }
    EventQueue.invokeAndWait(queue::pop);
    System.out.printf(
        "%n### processor time of the event thread per dispatch: %,d dispatches, handlers at a time:"
            + " %d%n%n",
        dispatches, atATime);
    System.out.println("| | median | p99 | p99.9 | max |");
    System.out.println("| --- | --- | --- | --- | --- |");
    samples.forEach((name, taken) -> System.out.println("| " + name + taken));
  }

  private static void run(ObjIntConsumer<Runnable> handler, int n, int atATime) throws Exception {
    CountDownLatch done = new CountDownLatch(atATime);
    EventQueue.invokeLater(() -> {
      for (int i = 0; i < atATime; i++) {
        handler.accept(done::countDown, n);
      }
    });
    done.await();
  }

  private static void empty(Runnable done, int left) {
    if (left == 0) {
      done.run();
    } else {
      EventQueue.invokeLater(() -> empty(done, left - 1));
    }
  }

  /** An array allocated in advance, so that measuring makes no garbage. */
  private static final class Samples {
    private final long[] nanos;
    private int count;

    Samples(int most) {
      nanos = new long[most];
    }

    void add(long sample) {
      if (count < nanos.length) {
        nanos[count++] = sample;
      }
    }

    @Override
    public String toString() {
      long[] sorted = Arrays.copyOf(nanos, count);
      Arrays.sort(sorted);
      return " | %.1f µs | %.1f µs | %.1f µs | %.1f µs |"
          .formatted(at(sorted, 0.5), at(sorted, 0.99), at(sorted, 0.999), at(sorted, 1));
    }

    private static double at(long[] sorted, double quantile) {
      return sorted[(int) Math.round(quantile * (sorted.length - 1))] / 1e3;
    }
  }

  /** Measures on the event thread; no other thread accesses the samples. */
  private static final class MeasuringQueue extends EventQueue {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Samples samples;

    @Override
    public void pop() {
      super.pop();
    }

    @Override
    protected void dispatchEvent(AWTEvent event) {
      Samples into = samples;
      if (into == null) {
        super.dispatchEvent(event);
        return;
      }
      long start = THREADS.getCurrentThreadCpuTime();
      super.dispatchEvent(event);
      into.add(THREADS.getCurrentThreadCpuTime() - start);
    }
  }
}
