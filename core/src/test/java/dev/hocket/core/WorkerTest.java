package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.pool.QueueLength;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class WorkerTest {
  private final List<Worker> made = new ArrayList<>();

  private Worker pool(int threads) {
    Worker worker = Targets.create(TargetKind.freshName(), threads);
    made.add(worker);
    return worker;
  }

  @AfterEach
  void everyPoolEmptiesAndShutsDown() throws InterruptedException {
    for (Worker worker : made) {
      assertEquals(List.of(), worker.shutdown(Duration.ofMinutes(2)));
      assertFalse(worker.isBusy());
      assertEquals(0, worker.running());
    }
  }

  @Test
  void atMostNBlocksRunAtOnce_andNDo() {
    Worker worker = pool(3);
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger peak = new AtomicInteger();
    for (int i = 0; i < 20; i++) {
      worker.execute(
          "b",
          () -> {
            peak.accumulateAndGet(running.incrementAndGet(), Math::max);
            gate.await();
            running.decrementAndGet();
          });
    }
    Eventually.holds(() -> running.get() == 3);
    assertEquals(17, worker.queued());
    gate.countDown();
    Eventually.holds(() -> !worker.isBusy());
    assertEquals(3, peak.get());
  }

  /** The threads may be searching, parked, or between the two when the blocks come. */
  @Test
  void nBlocksThatNeedEachOther_alwaysRunTogether() throws Exception {
    Worker worker = pool(3);
    CyclicBarrier together = new CyclicBarrier(3);
    for (int round = 0; round < 3_000; round++) {
      List<Block> blocks = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        blocks.add(worker.submit("b", together::await));
      }
      for (Block block : blocks) {
        block.join();
      }
    }
  }

  @Test
  void growing_takesEffectWhileBlocksAreQueued() {
    Worker worker = pool(1);
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger running = new AtomicInteger();
    for (int i = 0; i < 10; i++) {
      worker.execute(
          "b",
          () -> {
            running.incrementAndGet();
            gate.await();
          });
    }
    Eventually.holds(() -> running.get() == 1);
    worker.resize(4);
    Eventually.holds(() -> running.get() == 4);
    assertEquals(4, worker.size());
    gate.countDown();
  }

  @Test
  void shrinking_letsBlocksEnd_andThenHoldsTheNewSize() {
    Worker worker = pool(4);
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(4);
    for (int i = 0; i < 4; i++) {
      worker.execute(
          "held",
          () -> {
            held.countDown();
            gate.await();
          });
    }
    Eventually.holds(() -> held.getCount() == 0);
    worker.resize(1);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger peak = new AtomicInteger();
    for (int i = 0; i < 200; i++) {
      worker.execute(
          "later",
          () -> {
            peak.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.yield();
            running.decrementAndGet();
          });
    }
    gate.countDown();
    Eventually.holds(() -> !worker.isBusy());
    assertEquals(1, peak.get());
  }

  @Test
  void queued_countsWaitingBlocks_andNoCancelledOnes() {
    Worker worker = pool(1);
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(1);
    worker.execute(
        "held",
        () -> {
          running.countDown();
          gate.await();
        });
    Eventually.holds(() -> running.getCount() == 0);
    List<Block> waiting = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      waiting.add(worker.submit("waiting", () -> {}));
    }
    assertEquals(100, worker.queued());
    waiting.subList(0, 40).forEach(Block::cancel);
    assertEquals(60, worker.queued());
    gate.countDown();
    waiting.forEach(WorkerTest::ended);
    assertEquals(0, worker.queued());
  }

  @Test
  void aVirtualWorkersLimit_canBeChangedWhileItRuns() throws Exception {
    VirtualWorker virtual = Targets.createVirtual(TargetKind.freshName(), 1);
    CountDownLatch gate = new CountDownLatch(1);
    virtual.execute("one", gate::await);
    RejectedExecutionException full =
        assertThrows(RejectedExecutionException.class, () -> virtual.execute("A.java:1", () -> {}));
    assertEquals("block A.java:1: target " + virtual + " is full: limit=1", full.getMessage());
    virtual.resize(2);
    assertEquals(2, virtual.limit());
    virtual.execute("two", gate::await);
    virtual.resize(1);
    assertEquals(2, virtual.running());
    assertThrows(RejectedExecutionException.class, () -> virtual.execute("three", () -> {}));
    assertEquals(
        "target " + virtual + ": a limit of 0 blocks; it must be 1 or more",
        assertThrows(IllegalArgumentException.class, () -> virtual.resize(0)).getMessage());
    gate.countDown();
    assertEquals(List.of(), virtual.shutdown(Duration.ofMinutes(2)));
  }

  @Test
  void aPoolOfOne_doesNotStarveWhenItsThreadWaitsForItsOwnQueue() {
    Worker worker = pool(1);
    Tag tag = Tag.of(TargetKind.freshName());
    CountDownLatch queued = new CountDownLatch(1);
    AtomicInteger ran = new AtomicInteger();
    Block waiting =
        worker.submit(
            "waiting",
            () -> {
              queued.await();
              Tag.await("wait", tag.name());
              assertEquals(10, ran.get());
            });
    for (int i = 0; i < 10; i++) {
      worker.submit(tag, "inner", ran::incrementAndGet);
    }
    queued.countDown();
    assertEquals(Block.State.COMPLETED, ended(waiting).state());
  }

  @Test
  void aThousandNestedWaits_onAPoolOfOne() {
    Worker one = pool(1);
    Worker two = pool(1);
    AtomicInteger depth = new AtomicInteger();
    nest(one, two, depth);
    assertEquals(1000, depth.get());
  }

  private static void nest(Worker here, Worker there, AtomicInteger depth) {
    if (depth.get() < 1000) {
      here.call(
          "level",
          () -> {
            depth.incrementAndGet();
            nest(there, here, depth);
          });
    }
  }

  @Test
  void aBoundedQueue_refusesWhatDoesNotFit_andSaysSo() throws InterruptedException {
    Worker worker = Targets.create("small", 1, 2);
    made.add(worker);
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(1);
    worker.execute(
        "running",
        () -> {
          running.countDown();
          gate.await();
        });
    running.await();
    worker.execute("one", () -> {});
    Block two = worker.submit("two", () -> {});
    RejectedExecutionException refusal =
        assertThrows(
            RejectedExecutionException.class, () -> worker.execute("File.java:9", () -> {}));
    assertEquals(
        "block File.java:9: the queue of target small is full: limit=2", refusal.getMessage());
    two.cancel();
    worker.execute("fits again", () -> {});
    gate.countDown();
  }

  @Test
  void aRefusedBlock_leavesItsTag() {
    Worker worker = Targets.create("tiny", 1, 1);
    made.add(worker);
    CountDownLatch gate = new CountDownLatch(1);
    worker.execute("running", gate::await);
    Eventually.holds(() -> worker.queued() == 0);
    worker.execute("queued", () -> {});
    Tag tag = Tag.of("refused");
    assertThrows(RejectedExecutionException.class, () -> worker.submit(tag, "refused", () -> {}));
    Tag.await("here", "refused");
    gate.countDown();
  }

  @Test
  void shutdown_namesTheBlocksLeft_andRejectsThem() throws InterruptedException {
    Worker worker = Targets.create("closing", 1);
    CountDownLatch running = new CountDownLatch(1);
    Block first =
        worker.submit(
            "first",
            () -> {
              running.countDown();
              new CountDownLatch(1).await();
            });
    running.await();
    Block second = worker.submit("second", () -> {});
    List<Block> left = worker.shutdown(Duration.ofMillis(20));
    assertEquals(2, left.size());
    assertTrue(left.containsAll(List.of(first, second)), left::toString);
    assertThrows(RejectedExecutionException.class, second::join);
    assertThrows(InterruptedException.class, first::join);
    RejectedExecutionException refusal =
        assertThrows(RejectedExecutionException.class, () -> worker.execute("late", () -> {}));
    assertEquals("block late: target closing was shut down", refusal.getMessage());
    assertThrows(IllegalArgumentException.class, () -> Targets.of("closing"));
    made.add(Targets.create("closing", 1));
  }

  @Test
  void shutdown_byABlockOfTheTarget_isRefused() {
    Worker worker = pool(1);
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () -> worker.call("b", () -> worker.shutdown(Duration.ZERO)));
    assertEquals(
        "target " + worker + " cannot be shut down by a thread of its own", thrown.getMessage());
  }

  @Test
  void threadsIdleForLong_end_andOthersReplaceThem() {
    Worker worker = pool(2);
    worker.call("a", () -> {});
    Eventually.holds(() -> {
      worker.reaped.retireIdle(0);
      return !worker.reaped.areThere();
    });
    worker.call("b", () -> {});
    worker.reaped.retireIdle(Long.MAX_VALUE);
    assertTrue(worker.reaped.areThere());
  }

  @Test
  void sizesBelowOne_areRefused() {
    assertEquals(
        "target none: 0 threads; it needs at least 1",
        assertThrows(IllegalArgumentException.class, () -> Targets.create("none", 0)).getMessage());
    Worker worker = pool(2);
    assertThrows(IllegalArgumentException.class, () -> worker.resize(0));
    assertEquals(2, worker.size());
  }

  /**
   * Does everything at once: each block that was handed over is run, cancelled or refused, exactly
   * once.
   */
  @Test
  @Timeout(800)
  void underRandomLoad_noBlockIsLostOrRunTwice() throws InterruptedException {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("seed=" + seed);
    int rounds = Boolean.getBoolean("hocket.long") ? 5_000 : 20;
    for (int round = 0; round < rounds; round++) {
      randomRound(new Random(seed + round));
    }
  }

  private void randomRound(Random random) throws InterruptedException {
    Worker worker =
        Targets.create(
            TargetKind.freshName(),
            1 + random.nextInt(3),
            random.nextBoolean() ? QueueLength.UNLIMITED : 1 + random.nextInt(50));
    Tag tag = Tag.of("load");
    int submitters = 4;
    int each = 2_000;
    LongAdder ran = new LongAdder();
    LongAdder notRun = new LongAdder();
    Thread[] threads = new Thread[submitters];
    for (int s = 0; s < submitters; s++) {
      Random own = new Random(random.nextLong());
      threads[s] =
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 0; i < each; i++) {
                  oneStep(worker, tag, own, ran, notRun);
                }
              });
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Tag.await("end", "load");
    assertEquals(List.of(), worker.shutdown(Duration.ofMinutes(2)));
    assertEquals(submitters * each, ran.sum() + notRun.sum());
    assertEquals(0, worker.queued());
  }

  private static void oneStep(
      Worker worker, Tag tag, Random random, LongAdder ran, LongAdder notRun) {
    try {
      switch (random.nextInt(20)) {
        case 0 -> {
          worker.resize(1 + random.nextInt(4));
          worker.call("call", ran::increment);
        }
        case 1 -> {
          Block block = worker.submit("cancelled", ran::increment);
          if (block.cancel()) {
            throw new CancellationException();
          }
        }
        case 2 -> worker.call("nested", () -> worker.call("inner", ran::increment));
        case 3 -> {
          worker.submit(tag, "tagged", ran::increment);
        }
        default -> worker.execute("plain", ran::increment);
      }
    } catch (RejectedExecutionException | CancellationException refused) {
      notRun.increment();
    }
  }

  private static Block ended(Block block) {
    Eventually.holds(block::isDone);
    return block;
  }
}
