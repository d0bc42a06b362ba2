package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Block;
import dev.hocket.core.EventLoop;
import dev.hocket.core.Targets;
import dev.hocket.core.ThreadBudget;
import dev.hocket.core.Worker;
import java.awt.EventQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Regions in handlers: the number of threads they take, and the code that runs while they wait. */
@Timeout(300)
class ThreadBudgetTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static EventLoop loop;

  private final int size = ThreadBudget.size();
  private final List<Worker> pools = new ArrayList<>();

  @BeforeAll
  static void registerLoop() throws Exception {
    EventQueue.invokeAndWait(() -> loop = Targets.register("loop of teams"));
  }

  @AfterEach
  void end() throws InterruptedException {
    for (Worker pool : pools) {
      pool.shutdown(LIMIT);
    }
    ThreadBudget.resize(size);
    assertEquals(0, ThreadBudget.inUse());
  }

  private Worker pool(int threads) {
    Worker pool = Targets.create("pool " + pools.size(), threads);
    pools.add(pool);
    return pool;
  }

  @Test
  void aHundredRequestsAtOnce_neverHaveMoreTeamThreadsThanTheBudget() throws Exception {
    ThreadBudget.resize(8);
    Worker pool = pool(100);
    AtomicInteger teamThreads = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger regions = new AtomicInteger();
    List<Block> requests = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      requests.add(
          pool.submit(
              "request",
              () -> {
                for (int round = 0; round < 20; round++) {
                  regions.incrementAndGet();
                  Teams.parallel(
                      true,
                      "Request.java:1",
                      () -> {
                        if (Omp.getThreadNum() > 0) {
                          int now = teamThreads.incrementAndGet();
                          most.accumulateAndGet(now, Math::max);
                          Thread.yield();
                          teamThreads.decrementAndGet();
                        }
                      });
                }
              }));
    }
    for (Block request : requests) {
      request.join();
    }
    assertEquals(2_000, regions.get());
    assertTrue(most.get() <= 8, most::toString);
  }

  @Test
  void runningBlocksOfWorkers_countAgainstTheBudget() throws Exception {
    ThreadBudget.resize(4);
    Worker pool = pool(3);
    CountDownLatch running = new CountDownLatch(2);
    CountDownLatch release = new CountDownLatch(1);
    for (int i = 0; i < 2; i++) {
      pool.execute(
          "busy",
          () -> {
            running.countDown();
            release.await();
          });
    }
    try {
      running.await();
      awaitInUse(2);
      assertEquals(2, threadsOfARegion());
    } finally {
      release.countDown();
    }
    awaitInUse(0);
    assertEquals(4, threadsOfARegion());
  }

  /**
   * Waits for a number of threads in use. A pool thread counts until it has found that no block is
   * left.
   */
  private static void awaitInUse(int threads) {
    while (ThreadBudget.inUse() != threads) {
      Thread.yield();
    }
  }

  private static int threadsOfARegion() {
    int[] threads = {0};
    Teams.parallel(true, "Region.java:1", () -> threads[0] = Omp.getNumThreads());
    return threads[0];
  }

  @Test
  void aRegionThatAsks_getsMoreThanIsFree_upToTheLimit() {
    ThreadBudget.resize(1);
    int[] threads = {0};
    Lowered.parallel(5, () -> threads[0] = Omp.getNumThreads());
    assertEquals(5, threads[0]);
    Lowered.parallel(ThreadBudget.limit() + 9, () -> threads[0] = Omp.getNumThreads());
    assertEquals(ThreadBudget.limit(), threads[0]);
  }

  @Test
  void aRegionThatAsks_inADynamicProgram_getsWhatIsFree() {
    ThreadBudget.resize(3);
    Omp.setDynamic(true);
    try {
      int[] threads = {0};
      Lowered.parallel(5, () -> threads[0] = Omp.getNumThreads());
      assertEquals(3, threads[0]);
    } finally {
      Omp.setDynamic(false);
    }
  }

  @Test
  void insideARegion_whatIsFreeIsLess() {
    ThreadBudget.resize(5);
    Lowered.parallel(
        3,
        () -> {
          Teams.barrier("Barrier.java:1");
          if (Omp.getThreadNum() == 0) {
            assertEquals(3, threadsOfARegion());
          }
          Teams.barrier("Barrier.java:2");
        });
  }

  @Test
  void aBlockForTheEncounteringPoolOfOne_runs_whileTheRegionWaits() throws Exception {
    Worker pool = pool(1);
    Block handler =
        pool.submit(
            "handler",
            () ->
                Lowered.parallel(
                    3,
                    () -> {
                      if (Omp.getThreadNum() == 1) {
                        pool.call("block", () -> assertFalse(Omp.inParallel()));
                      }
                      Teams.barrier("Barrier.java:1");
                    }));
    handler.join();
  }

  @Test
  void aBlockForTheEncounteringLoop_runs_whereverTheLoopWaitsInTheRegion() throws Exception {
    OmpLock lock = Omp.initLock();
    CountDownLatch inside = new CountDownLatch(1);
    List<Throwable> failures = new ArrayList<>();
    EventQueue.invokeAndWait(() -> {
      try {
        Lowered.parallel(
            3,
            () -> {
              boolean first = Omp.getThreadNum() == 0;
              // This thread arrives at the barrier.
              if (!first) {
                loop.call("block", () -> assertOutside());
              }
              Teams.barrier("Barrier.java:1");
              // This thread enters critical, and sets a lock.
              if (Omp.getThreadNum() == 1) {
                Critical.of("loop").enter("Critical.java:1");
                Omp.setLock(lock);
                inside.countDown();
                loop.call("block", () -> assertOutside());
                Critical.of("loop").exit();
                loop.call("block", () -> assertOutside());
                Omp.unsetLock(lock);
              } else if (first) {
                inside.await();
                Critical.of("loop").enter("Critical.java:2");
                Critical.of("loop").exit();
                Omp.setLock(lock);
                Omp.unsetLock(lock);
              }
              // This thread waits in an ordered loop.
              Lowered.share(
                  Lowered.orderedLoop(3, Schedule.STATIC.chunk(1), "Loop.java:1"),
                  part -> {
                    while (part.next()) {
                      Lowered.ordered(() -> {
                        if (Omp.getThreadNum() > 0) {
                          loop.call("block", () -> assertOutside());
                        }
                      });
                    }
                  });
              // This thread waits at the end of the region.
              if (!first) {
                loop.call("block", () -> assertOutside());
              }
            });
      } catch (Throwable t) {
        failures.add(t);
      }
    });
    assertEquals(List.of(), failures);
  }

  private static void assertOutside() {
    assertTrue(loop.isCurrent());
    assertEquals(0, Omp.getLevel());
    assertEquals(1, Omp.getNumThreads());
  }

  @Test
  void anEncounteringThreadThatParks_passesItsPermitOn() throws Exception {
    ThreadBudget.resize(2);
    CountDownLatch parked = new CountDownLatch(1);
    Thread encountering = Thread.currentThread();
    Thread other =
        new Thread(() -> {
          while (ThreadBudget.inUse() != 1 || encountering.getState() != Thread.State.WAITING) {
            Thread.yield();
          }
          parked.countDown();
        });
    other.start();
    Lowered.parallel(
        2,
        () -> {
          if (Omp.getThreadNum() == 1) {
            parked.await();
          }
        });
    other.join();
  }
}
