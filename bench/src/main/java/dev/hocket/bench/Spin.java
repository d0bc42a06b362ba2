package dev.hocket.bench;

/** Work that takes a given time, whatever the processor. */
public final class Spin {
  private Spin() {}

  /**
   * Keeps the calling thread busy.
   *
   * @param nanos for how long; 0 for no time at all
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
}
