package dev.hocket.bench;

import java.awt.EventQueue;
import java.util.concurrent.CountDownLatch;

/** One event of a load: what its handler has to do, and when it was done. */
public final class Request {
  private final Kernel kernel;
  private final long expected;
  private final CountDownLatch left;
  private final long due;
  private final long paintNanos;
  private volatile long end;
  private long result;

  /**
   * An event with the time at which it is due, and how long each of its two updates takes the event
   * thread.
   */
  Request(Kernel kernel, long expected, CountDownLatch left, long due, long paintNanos) {
    this.kernel = kernel;
    this.expected = expected;
    this.left = left;
    this.due = due;
    this.paintNanos = paintNanos;
  }

  /** Shows that the work begins; on the event thread. */
  public void showBegin() {
    checkThread();
    Spin.spinOnProcessor(paintNanos);
  }

  /** The work; on any thread. */
  public void compute() {
    result = kernel.compute();
  }

  /**
   * The work, for a handler that does it itself.
   *
   * @return what to compute
   */
  public Kernel kernel() {
    return kernel;
  }

  /**
   * The end of such work.
   *
   * @param sum over all items of the kernel
   */
  public void computed(long sum) {
    result = kernel.result(sum);
  }

  /** Shows the result; on the event thread. */
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

  /** The time since the event was due, until it was done or, if it is not done, until now. */
  long responseNanos() {
    return (isOver() ? end : System.nanoTime()) - due;
  }
}
