package dev.hocket.bench;

import java.awt.AWTEvent;
import java.awt.EventQueue;
import java.awt.Toolkit;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.function.ObjIntConsumer;

/**
 * Processor time of the event thread per dispatch, where a dispatch is one resumption and one
 * suspension of a handler that does nothing else; beside it, that of an empty event.
 */
final class LoopTime {
  private static final int DISPATCHES = 200_000;

  private LoopTime() {}

  static void run(Settings settings) throws Exception {
    int dispatches = settings == Settings.QUICK ? 2_000 : DISPATCHES;
    ObjIntConsumer<Runnable> awaiting = RoundTrips.handler("roundTrips");
    MeasuringQueue queue = new MeasuringQueue(dispatches);
    EventQueue.invokeAndWait(() -> Toolkit.getDefaultToolkit().getSystemEventQueue().push(queue));
    System.out.printf(
        "%n### processor time of the event thread per dispatch, %,d dispatches%n%n", dispatches);
    System.out.println("| | median | p99 | p99.9 | max |");
    System.out.println("| --- | --- | --- | --- | --- |");
    print("an empty event", queue, LoopTime::empty, dispatches);
    print("resumption and suspension", queue, awaiting, dispatches);
    EventQueue.invokeAndWait(queue::pop);
  }

  private static void print(
      String what, MeasuringQueue queue, ObjIntConsumer<Runnable> handler, int dispatches)
      throws Exception {
    run(handler, dispatches);
    queue.begin();
    run(handler, dispatches);
    long[] nanos = queue.end();
    System.out.printf(
        "| %s | %.1f µs | %.1f µs | %.1f µs | %.1f µs |%n",
        what, at(nanos, 0.5), at(nanos, 0.99), at(nanos, 0.999), at(nanos, 1));
  }

  private static double at(long[] sorted, double quantile) {
    return sorted[(int) Math.round(quantile * (sorted.length - 1))] / 1e3;
  }

  private static void run(ObjIntConsumer<Runnable> handler, int n) throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    EventQueue.invokeLater(() -> handler.accept(done::countDown, n));
    done.await();
  }

  private static void empty(Runnable done, int left) {
    if (left == 0) {
      done.run();
    } else {
      EventQueue.invokeLater(() -> empty(done, left - 1));
    }
  }

  /**
   * Measures on the event thread itself; an array is filled, so that measuring makes no garbage.
   */
  private static final class MeasuringQueue extends EventQueue {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final long[] nanos;
    private volatile boolean measuring;
    private int count;

    MeasuringQueue(int most) {
      nanos = new long[most];
    }

    void begin() throws Exception {
      invokeAndWait(() -> {
        count = 0;
        measuring = true;
      });
    }

    long[] end() throws Exception {
      invokeAndWait(() -> measuring = false);
      long[] sorted = Arrays.copyOf(nanos, count);
      Arrays.sort(sorted);
      return sorted;
    }

    @Override
    public void pop() {
      super.pop();
    }

    @Override
    protected void dispatchEvent(AWTEvent event) {
      if (!measuring) {
        super.dispatchEvent(event);
        return;
      }
      long start = THREADS.getCurrentThreadCpuTime();
      super.dispatchEvent(event);
      long time = THREADS.getCurrentThreadCpuTime() - start;
      if (count < nanos.length) {
        nanos[count++] = time;
      }
    }
  }
}
