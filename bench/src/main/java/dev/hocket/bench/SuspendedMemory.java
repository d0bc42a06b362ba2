package dev.hocket.bench;

import dev.hocket.core.Tag;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;

/** What a million handlers hold on the heap while they wait, and that all of them go on. */
final class SuspendedMemory {
  private static final int HANDLERS = 1_000_000;

  private SuspendedMemory() {}

  private interface Waiters {
    /** Makes n waiters; each counts itself down once it waits, as far as that can be seen. */
    void start(int n, CountDownLatch ended);

    void open() throws Exception;
  }

  static void run(Settings settings) throws Exception {
    int n = settings == Settings.QUICK ? 10_000 : HANDLERS;
    System.out.printf("%n### %,d waiting handlers%n%n", n);
    System.out.println("| | heap per handler | to start them all | to end them all |");
    System.out.println("| --- | --- | --- | --- |");
    print("Hocket, wait(gate) await", n, new Suspended());
    print("a parked virtual thread each", n, new Parked());
  }

  private static void print(String what, int n, Waiters waiters) throws Exception {
    long before = usedHeap();
    CountDownLatch ended = new CountDownLatch(n);
    long start = System.nanoTime();
    waiters.start(n, ended);
    double started = (System.nanoTime() - start) / 1e9;
    double bytes = (double) (usedHeap() - before) / n;
    start = System.nanoTime();
    waiters.open();
    ended.await();
    double over = (System.nanoTime() - start) / 1e9;
    System.out.printf("| %s | %.0f bytes | %.2f s | %.2f s |%n", what, bytes, started, over);
  }

  private static long usedHeap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static final class Suspended implements Waiters {
    private final Target loop = Targets.create("waiting", 1);
    private final CountDownLatch gate = new CountDownLatch(1);
    private final ObjIntConsumer<IntConsumer> handler;

    Suspended() throws Exception {
      handler = RoundTrips.handler("waiting");
    }

    @Override
    public void start(int n, CountDownLatch ended) {
      Targets.of(Targets.DEFAULT_WORKER).submit(Tag.of("gate"), "gate", gate::await);
      IntConsumer told = number -> ended.countDown();
      loop.call(
          "all",
          () -> {
            for (int i = 0; i < n; i++) {
              handler.accept(told, i);
            }
          });
    }

    @Override
    public void open() {
      gate.countDown();
    }
  }

  private static final class Parked implements Waiters {
    private final CountDownLatch gate = new CountDownLatch(1);

    @Override
    public void start(int n, CountDownLatch ended) {
      AtomicInteger waiting = new AtomicInteger();
      for (int i = 0; i < n; i++) {
        Thread.startVirtualThread(() -> {
          waiting.incrementAndGet();
          awaitGate();
          ended.countDown();
        });
      }
      while (waiting.get() < n) {
        Thread.onSpinWait();
      }
    }

    private void awaitGate() {
      try {
        gate.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void open() {
      gate.countDown();
    }
  }
}
