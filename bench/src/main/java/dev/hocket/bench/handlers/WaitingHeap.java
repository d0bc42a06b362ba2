package dev.hocket.bench.handlers;

import dev.hocket.bench.race.Settings;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;

/**
 * Measures the heap that each of many waiters holds, and checks that all of them continue
 * afterwards.
 */
public final class WaitingHeap {
  /** Waiters of one kind, such as blocked processes. */
  public interface Waiters {
    /**
     * Creates n waiters, each of which counts down after it has continued; returns when all are
     * waiting.
     */
    void start(int n, CountDownLatch ended) throws Exception;

    /** Wakes all waiters. */
    void open() throws Exception;
  }

  public interface Maker {
    Waiters make();
  }

  private final int n;

  /** Prints the head of the table. */
  public WaitingHeap(String title, String one, Settings settings) {
    n = settings.isQuick() ? 10_000 : 1_000_000;
    System.out.printf("%n### %,d %s%n%n", n, title);
    System.out.printf("| | heap per %s | to start them all | to end them all |%n", one);
    System.out.println("| --- | --- | --- | --- |");
  }

  /**
   * Makes the waiters, ends them, and prints a line. First runs some waiters that do not count,
   * because the stacks of code that is not yet compiled are larger.
   */
  public void printWarm(String what, Maker maker) throws Exception {
    CountDownLatch ended = new CountDownLatch(n / 10);
    Waiters few = maker.make();
    few.start(n / 10, ended);
    few.open();
    ended.await();
    print(what, maker.make());
  }

  private void print(String what, Waiters waiters) throws Exception {
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
}
