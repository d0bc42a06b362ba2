package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The word that decides: a claim and an interrupt race for it, and its value is there with it. */
class SynchronizationTest {
  private static final int ROUNDS = 100_000;

  @Test
  void aClaimAndAnInterrupt_oneOfThemWins() throws Exception {
    AtomicReference<Synchronization> next = new AtomicReference<>();
    AtomicInteger claimed = new AtomicInteger();
    AtomicInteger wrong = new AtomicInteger();
    Thread claimer =
        Thread.ofPlatform()
            .start(() -> {
              for (int i = 0; i < ROUNDS; i++) {
                Synchronization waiter;
                while ((waiter = next.getAndSet(null)) == null) {
                  Thread.onSpinWait();
                }
                WaitQueue queue = new SeparateQueue();
                queue.add(waiter);
                claimed.set(queue.claimFirst("value") == waiter ? 1 : -1);
              }
            });
    int wins = 0;
    for (int i = 0; i < ROUNDS; i++) {
      Synchronization waiter = new Synchronization(Thread.currentThread(), null);
      Thread.currentThread().interrupt();
      next.set(waiter);
      for (int spin = i % 64; spin > 0; spin--) {
        Thread.onSpinWait();
      }
      boolean committed = isCommitted(waiter);
      Object value = waiter.value;
      assertEquals(
          committed, Thread.interrupted(), "the interrupt is kept if the commit came first");
      int claim;
      while ((claim = claimed.getAndSet(0)) == 0) {
        Thread.onSpinWait();
      }
      if (committed != (claim > 0) || committed && value != "value") {
        wrong.incrementAndGet();
      }
      wins += committed ? 1 : 0;
    }
    claimer.join();
    assertEquals(0, wrong.get());
    assertTrue(wins < ROUNDS, "no interrupt ever won");
  }

  private static boolean isCommitted(Synchronization waiter) {
    try {
      Synchronizer.await(waiter, null, "", "a claim");
      return true;
    } catch (InterruptedException cancelled) {
      return false;
    }
  }
}
