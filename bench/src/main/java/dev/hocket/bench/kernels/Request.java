package dev.hocket.bench.kernels;

import dev.hocket.bench.race.Spin;
import java.awt.EventQueue;
import java.util.concurrent.CountDownLatch;

/** One event of a load: the work of its handler, and the time at which it ended. */
public final class Request {
  private final Kernel kernel;
  private final long expected;
  private final CountDownLatch left;
  private final long due;
  private final long paintNanos;
  private volatile long end;
  private long result;

  /**
   * Creates an event that is due at a time and whose two updates each occupy the event thread for
   * {@code paintNanos}.
   */
  Request(Kernel kernel, long expected, CountDownLatch left, long due, long paintNanos) {
    this.kernel = kernel;
    this.expected = expected;
    this.left = left;
    this.due = due;
    this.paintNanos = paintNanos;
  }

  /** Shows that the work begins; called on the event thread. */
  public void showBegin() {
    checkThread();
    Spin.spinOnProcessor(paintNanos);
  }

  /** Does the work; called on any thread. */
  public void compute() {
    result = kernel.compute();
  }

  /**
   * Returns the kernel, for a handler that does the work itself.
   *
   * @return the kernel to compute
   */
  public Kernel kernel() {
    return kernel;
  }

  /**
   * Records the result of work that the handler did itself.
   *
   * @param sum the sum over all items of the kernel
   */
  public void computed(long sum) {
    result = kernel.result(sum);
  }

  /** Shows the result; called on the event thread. */
  public void showEnd() {
    checkThread();
    if (result != expected) {
      throw new AssertionError(kernel + ": " + result + " instead of " + expected);
    }
    Spin.spinOnProcessor(paintNanos);
    end = System.nanoTime();
    left.countDown();
  }

  private static void checkThread() {
    if (!EventQueue.isDispatchThread()) {
      throw new AssertionError("not the event thread");
    }
  }

  boolean isOver() {
    return end != 0;
  }

  /** The time from the moment the event was due until it ended, or until now if it has not. */
  long responseNanos() {
    return (isOver() ? end : System.nanoTime()) - due;
  }
}
