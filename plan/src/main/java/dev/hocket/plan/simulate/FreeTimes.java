package dev.hocket.plan.simulate;

/**
 * The times at which the workers of a pool become free. The next event gets the worker that is free
 * first, so this is the whole state of the pool (a binary heap, smallest at index 0).
 */
final class FreeTimes {
  private final double[] heap;

  FreeTimes(int workers) {
    heap = new double[workers];
  }

  /** Returns the time at which the first worker is free. */
  double first() {
    return heap[0];
  }

  /** Returns the share of the workers, less {@code without} of them, that are busy at a time. */
  double busy(double now, int without) {
    int count = 0;
    for (double free : heap) {
      count += free > now ? 1 : 0;
    }
    return without < heap.length ? Math.min(1, (double) count / (heap.length - without)) : 0;
  }

  /** Runs an event as soon as a worker is free, and returns when it ends. */
  double take(double arrival, double service) {
    double end = Math.max(arrival, heap[0]) + service;
    keepFirst(end);
    return end;
  }

  /** Makes the worker that is free first busy until a time. */
  void keepFirst(double end) {
    int at = 0;
    for (int child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && heap[child + 1] < heap[child]) {
        child++;
      }
      if (heap[child] >= end) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = end;
  }
}
