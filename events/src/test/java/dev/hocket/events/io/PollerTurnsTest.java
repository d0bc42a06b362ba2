package dev.hocket.events.io;

import static dev.hocket.events.io.Trial.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that two threads poll in turn, never both and never neither. */
@Timeout(300)
class PollerTurnsTest {
  private final AtomicInteger waits = new AtomicInteger();
  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicInteger polling = new AtomicInteger();
  private final AtomicInteger mostPolling = new AtomicInteger();
  private final AtomicBoolean over = new AtomicBoolean();

  private final AtomicBoolean interrupts = new AtomicBoolean();
  private volatile boolean interrupted;
  private volatile boolean forgotten;

  /** Returns a random number of ready waiters. */
  private int poll(boolean wait) {
    if (wait) {
      forgotten = interrupted && !Thread.currentThread().isInterrupted();
      if (interrupts.compareAndSet(true, false)) {
        interrupted = true;
        Thread.currentThread().interrupt();
      }
    }
    mostPolling.accumulateAndGet(polling.incrementAndGet(), Math::max);
    (wait ? waits : looks).incrementAndGet();
    while (wait && over.get()) {
      LockSupport.park();
    }
    polling.decrementAndGet();
    return ThreadLocalRandom.current().nextInt(3) == 0 ? 1 : 0;
  }

  @AfterEach
  void end() {
    over.set(true);
  }

  @Test
  void withMuchInput_bothPollButNeverTogether() {
    new PollerTurns(this::poll).start();
    eventually(() -> waits.get() > 500 && looks.get() > 5_000);
    assertEquals(1, mostPolling.get());
  }

  /**
   * While a thread is interrupted, neither the selector nor a park waits: it would never sleep
   * again.
   */
  @Test
  void anInterruptedSleeper_dropsTheInterrupt() {
    interrupts.set(true);
    new PollerTurns(this::poll).start();
    eventually(() -> forgotten);
  }

  @Test
  void whileAllCarriersAreBusy_theSleeperPolls() throws Exception {
    Trial.keepCarriersBusy(over);
    new PollerTurns(this::poll).start();
    eventually(() -> waits.get() > 20);
    assertEquals(0, looks.get());
  }
}
