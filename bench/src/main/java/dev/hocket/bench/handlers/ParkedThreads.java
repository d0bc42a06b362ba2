package dev.hocket.bench.handlers;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Virtual threads that wait for a latch, as a baseline for other waiters. */
public final class ParkedThreads implements WaitingHeap.Waiters {
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
