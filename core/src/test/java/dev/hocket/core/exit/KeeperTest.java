package dev.hocket.core.exit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Counts how often the thread that keeps the JVM alive looks for work, and does not measure times.
 */
@Timeout(300)
class KeeperTest {
  /** Passes time without waiting, and counts how often the keeper has woken. */
  private static final class Counted extends Keeper.Pauses {
    long millis;
    int wakes;

    @Override
    void nap() {
      millis += Keeper.NAP_MILLIS;
      wakes++;
    }

    @Override
    void rest() {
      millis += Keeper.REST_MILLIS;
      wakes++;
    }
  }

  @Test
  void whileALongBlockRuns_theKeeperWakesAtMostFiveTimesASecond() {
    Counted pauses = new Counted();
    new Keeper(() -> pauses.millis < 60_000, () -> true, pauses).watch();
    assertTrue(pauses.millis >= 60_000);
    assertTrue(pauses.wakes <= 5 * pauses.millis / 1_000, pauses.wakes + " times");
  }

  @Test
  void whileABlockWaitsForMemory_theKeeperOnlyNaps() {
    Counted pauses = new Counted();
    new Keeper(() -> pauses.millis < 1_000, () -> false, pauses).watch();
    assertTrue(pauses.wakes >= 1_000 / Keeper.NAP_MILLIS, pauses.wakes + " times");
  }

  @Test
  void theEndOfTheLastBlock_wakesTheKeeper() throws Exception {
    AtomicBoolean work = new AtomicBoolean(true);
    CountDownLatch rests = new CountDownLatch(1);
    Keeper keeper =
        new Keeper(
            work::get,
            () -> true,
            new Keeper.Pauses() {
              @Override
              void nap() {}

              @Override
              void rest() {
                rests.countDown();
                while (work.get()) {
                  LockSupport.park();
                }
              }
            });
    Thread thread = new Thread(keeper::watch);
    thread.start();
    rests.await();
    keeper.wakeIfDone();
    assertTrue(thread.isAlive());
    work.set(false);
    keeper.wakeIfDone();
    thread.join();
  }
}
