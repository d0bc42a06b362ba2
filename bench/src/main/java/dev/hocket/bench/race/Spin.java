package dev.hocket.bench.race;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Work that takes a given time on any processor. */
public final class Spin {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private Spin() {}

  /**
   * Keeps the calling thread busy.
   *
   * @param nanos the time; 0 for no work
   */
  public static void spin(long nanos) {
    if (nanos == 0) {
      return;
    }
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  /**
   * Uses the given amount of processor time. The calling thread may wait for a processor meanwhile;
   * that time does not count.
   *
   * @param nanos the processor time; 0 for no work
   */
  public static void spinOnProcessor(long nanos) {
    if (nanos == 0) {
      return;
    }
    long end = THREADS.getCurrentThreadCpuTime() + nanos;
    while (THREADS.getCurrentThreadCpuTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  /** Works for about 1.3 µs: additions that depend on one another. */
  public static void briefly() {
    double x = 1;
    for (int i = 0; i < 1_000; i++) {
      x += i;
    }
    if (x < 0) {
      throw new AssertionError(x);
    }
  }
}
