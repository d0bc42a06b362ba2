package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a virtual target whose blocks wait for a place. */
@Timeout(300)
class VirtualPlacesTest {
  private final VirtualWorker target = Targets.createVirtual(TargetKind.freshName());
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final Semaphore ends = new Semaphore(0);

  @AfterEach
  void end() throws InterruptedException {
    ends.release(1_000_000);
    assertEquals(List.of(), target.shutdown(Duration.ofMinutes(2)));
  }

  private void held() throws InterruptedException {
    most.accumulateAndGet(running.incrementAndGet(), Math::max);
    ends.acquire();
    running.decrementAndGet();
  }

  private void submit(int blocks) {
    for (int i = 0; i < blocks; i++) {
      target.execute("held", this::held);
    }
  }

  private void waitForAnother() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    // A block for the target that the calling thread belongs to would run in place.
    Thread.ofPlatform().start(() -> target.execute("another", done::countDown));
    Blocking.run("another", done::await);
  }

  @Test
  void atMostTheGivenNumberRun_andTheOthersWait() {
    target.runAtOnce(3);
    submit(1_000);
    Eventually.holds(() -> running.get() == 3);
    assertEquals(3, target.running());
    assertEquals(997, target.queued());
    ends.release(500);
    Eventually.holds(() -> target.queued() == 497);
    assertEquals(3, most.get());
  }

  @Test
  void blocksBeginInTheOrderInWhichTheyCame() throws Exception {
    target.runAtOnce(1);
    List<Integer> order = new CopyOnWriteArrayList<>();
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      int number = i;
      blocks.add(target.submit("one", () -> order.add(number)));
    }
    for (Block block : blocks) {
      block.join();
    }
    assertEquals(order.stream().sorted().toList(), order);
  }

  @Test
  void aLargerNumber_takesEffectAtOnce_andASmallerOneAsBlocksEnd() {
    target.runAtOnce(2);
    submit(100);
    Eventually.holds(() -> running.get() == 2);
    target.runAtOnce(5);
    Eventually.holds(() -> running.get() == 5);
    target.runAtOnce(1);
    ends.release(4);
    Eventually.holds(() -> running.get() == 1 && target.queued() == 95);
    target.runAtOnce(VirtualWorker.UNLIMITED);
    Eventually.holds(() -> running.get() == 96);
  }

  @Test
  void blocksThatRanBefore_doNotCount() {
    submit(4);
    Eventually.holds(() -> running.get() == 4);
    target.runAtOnce(1);
    submit(3);
    Eventually.holds(() -> running.get() == 5);
    assertEquals(2, target.queued());
  }

  @Test
  void blockThatWaitsForOthers_releasesItsPlace() throws Exception {
    target.runAtOnce(1);
    Block outer =
        target.submit(
            "outer",
            () -> {
              waitForAnother();
              waitForAnother();
            });
    outer.join();
  }

  @Test
  void cancelledBlockThatWaits_leavesTheQueue() throws Exception {
    target.runAtOnce(1);
    submit(1);
    Eventually.holds(() -> running.get() == 1);
    Block waiting = target.submit("waits", () -> {});
    assertEquals(1, target.queued());
    assertTrue(waiting.cancel());
    assertEquals(0, target.queued());
  }

  @Test
  void limit_countsWaitingBlocksToo() {
    target.runAtOnce(1);
    target.resize(3);
    submit(3);
    assertThrows(RejectedExecutionException.class, () -> submit(1));
  }

  @Test
  void shutdown_runsTheWaitingBlocks() throws Exception {
    VirtualWorker other = Targets.createVirtual(TargetKind.freshName());
    other.runAtOnce(1);
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < 100; i++) {
      other.execute("counts", ran::incrementAndGet);
    }
    assertEquals(List.of(), other.shutdown(Duration.ofMinutes(2)));
    assertEquals(100, ran.get());
  }

  @Test
  void wrongNumbers_areRefused() {
    assertEquals(
        "target " + target.name() + ": a number of 0 blocks; it must be 1 or more",
        assertThrows(IllegalArgumentException.class, () -> target.runAtOnce(0)).getMessage());
    assertEquals(VirtualWorker.UNLIMITED, target.atOnce());
  }

  @Test
  void timesOfRuns_beginWhenABlockHasAPlace() throws Exception {
    target.runAtOnce(1);
    try (RunTimes times = target.timeRuns(100)) {
      ends.release(1_000);
      submit(10);
      target.submit("waits", () -> waitForAnother()).join();
      Eventually.holds(() -> times.sample().ends() == 12);
      RunTimes.Sample sample = times.sample();
      assertEquals(12, sample.arrivals());
      for (int i = 1; i < 10; i++) {
        assertTrue(sample.began()[i] >= sample.ended()[i - 1]);
      }
      assertThrows(IllegalStateException.class, () -> target.timeRuns(1));
    }
  }
}
