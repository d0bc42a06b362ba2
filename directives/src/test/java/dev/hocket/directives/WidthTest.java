package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Block;
import dev.hocket.core.Eventually;
import dev.hocket.core.Targets;
import dev.hocket.core.ThreadBudget;
import dev.hocket.core.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Regions that share the budget while they run. */
@Timeout(300)
class WidthTest {
  private static final int BUDGET = 4;
  private static final AtomicInteger POOLS = new AtomicInteger();

  private final int size = ThreadBudget.size();
  private final Worker pool = Targets.create("width " + POOLS.incrementAndGet(), 50);

  @BeforeEach
  void share() {
    ThreadBudget.resize(BUDGET);
    ThreadBudget.shareWidths(true);
  }

  @AfterEach
  void end() throws InterruptedException {
    assertEquals(List.of(), pool.shutdown(Duration.ofMinutes(2)));
    ThreadBudget.resize(size);
    ThreadBudget.shareWidths(false);
    assertEquals(0, ThreadBudget.inUse());
  }

  /** A region whose iterations end only when the test permits it. */
  private final class Held {
    final AtomicInteger running = new AtomicInteger();
    final Semaphore ends = new Semaphore(0);
    final Block block;
    private final RuntimeException thrown;
    volatile boolean fails;

    Held(int iterations) {
      this(iterations, null);
    }

    Held(int iterations, RuntimeException thrown) {
      this.thrown = thrown;
      block =
          pool.submit(
              "region",
              () ->
                  Teams.parallelWork(
                      true,
                      "Region.java:1",
                      () -> Lowered.loopOfRegion(Schedule.DYNAMIC, iterations, i -> iterate())));
    }

    private void iterate() {
      running.incrementAndGet();
      ends.acquireUninterruptibly();
      running.decrementAndGet();
      if (fails) {
        throw thrown;
      }
    }

    /**
     * Permits one iteration after another to end until {@code threads} threads run: the region
     * changes its width between two chunks.
     */
    void untilItRuns(int threads) {
      Eventually.holds(() -> {
        if (ends.availablePermits() == 0 && running.get() != threads) {
          ends.release();
        }
        return ends.availablePermits() == 0 && running.get() == threads;
      });
    }

    void end() throws Throwable {
      ends.release(1_000_000);
      block.join();
    }
  }

  @Test
  void widthFollowsTheRegionsThatRun() throws Throwable {
    Held first = new Held(10_000);
    first.untilItRuns(4);
    Held second = new Held(10_000);
    first.untilItRuns(2);
    second.untilItRuns(2);
    Held third = new Held(10_000);
    second.untilItRuns(1);
    third.untilItRuns(1);
    first.untilItRuns(2);
    second.end();
    third.end();
    first.untilItRuns(4);
    first.end();
  }

  @Test
  void blockWithoutARegion_takesAThread_fromTheRegion() throws Throwable {
    Held region = new Held(100_000);
    region.untilItRuns(4);
    Semaphore ends = new Semaphore(0);
    Block busy = pool.submit("busy", () -> ends.acquireUninterruptibly());
    region.untilItRuns(3);
    ends.release();
    busy.join();
    region.end();
  }

  @ParameterizedTest
  @ValueSource(strings = {"static", "static,3", "dynamic", "dynamic,7", "guided", "auto"})
  void everyIterationRunsOnce_whileRegionsBeginAndEnd(String schedule) throws Throwable {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    Schedule dealt = Settings.parseSchedule(schedule);
    List<Block> blocks = new ArrayList<>();
    List<AtomicIntegerArray> counts = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 300; i++) {
      int iterations = random.nextInt(400);
      AtomicIntegerArray count = new AtomicIntegerArray(iterations);
      counts.add(count);
      blocks.add(
          pool.submit(
              "region",
              () ->
                  Teams.parallelWork(
                      true,
                      "Region.java:1",
                      () ->
                          Lowered.loopOfRegion(
                              dealt, iterations, n -> count.incrementAndGet((int) n)))));
    }
    for (Block block : blocks) {
      block.join();
    }
    for (AtomicIntegerArray count : counts) {
      for (int i = 0; i < count.length(); i++) {
        assertEquals(1, count.get(i));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"static", "static,1", "dynamic,2", "guided"})
  void orderedLoop_keepsItsOrder_andEnds(String schedule) throws Throwable {
    List<Block> blocks = new ArrayList<>();
    List<List<Long>> orders = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      List<Long> order = new CopyOnWriteArrayList<>();
      orders.add(order);
      blocks.add(
          pool.submit(
              "region",
              () ->
                  Teams.parallelWork(
                      true,
                      "Region.java:1",
                      () ->
                          Lowered.share(
                              Lowered.orderedLoop(
                                  100, Settings.parseSchedule(schedule), "Region.java:1"),
                              true,
                              part -> {
                                while (part.next()) {
                                  for (int k = 0; k < part.size(); k++) {
                                    long iteration = part.first() + k;
                                    Lowered.ordered(() -> order.add(iteration));
                                  }
                                }
                              }))));
    }
    for (Block block : blocks) {
      block.join();
    }
    List<Long> all = new ArrayList<>();
    for (long i = 0; i < 100; i++) {
      all.add(i);
    }
    orders.forEach(order -> assertEquals(all, order));
  }

  @Test
  void everyPartContributesOnce_toAReduction() throws Throwable {
    AtomicInteger parts = new AtomicInteger();
    AtomicInteger combined = new AtomicInteger();
    Teams.parallelWork(
        true,
        "Region.java:1",
        () -> {
          parts.incrementAndGet();
          assertEquals(BUDGET, Omp.getNumThreads());
          Lowered.loopOfRegion(Schedule.DYNAMIC, 100, i -> {});
          if (Teams.combine(1) != Partials.NONE) {
            combined.incrementAndGet();
          }
        });
    assertEquals(BUDGET, parts.get());
    assertEquals(1, combined.get());
  }

  @Test
  void exceptionOnAnyThread_endsTheRegion_alsoWhereOthersHavePaused() throws Throwable {
    IllegalStateException thrown = new IllegalStateException("in an iteration");
    Held failing = new Held(10_000, thrown);
    failing.untilItRuns(4);
    Held other = new Held(10_000);
    failing.untilItRuns(2);
    failing.fails = true;
    failing.ends.release(1_000_000);
    Throwable failure = assertThrows(Throwable.class, failing.block::join);
    assertTrue(failure == thrown || failure.getCause() == thrown, failure::toString);
    other.end();
  }

  @Test
  void regionThatAsksForThreads_keepsThem() throws Throwable {
    AtomicInteger threads = new AtomicInteger();
    Lowered.parallelLoop(
        3, Schedule.STATIC, 3, i -> threads.accumulateAndGet(Omp.getNumThreads(), Math::max));
    assertEquals(3, threads.get());
  }

  @Test
  void innerRegion_getsWhatIsFree() throws Throwable {
    AtomicInteger sum = new AtomicInteger();
    Teams.parallelWork(
        true,
        "Region.java:1",
        () ->
            Lowered.loopOfRegion(
                Schedule.DYNAMIC,
                20,
                i ->
                    Teams.parallelWork(
                        true,
                        "Region.java:2",
                        () ->
                            Lowered.loopOfRegion(
                                Schedule.STATIC, 10, j -> sum.incrementAndGet()))));
    assertEquals(200, sum.get());
  }

  @Test
  void regionInAStaticInitialiser_hasItsThreadAlone() {
    assertSame(Thread.currentThread(), InInitialiser.RAN_ON);
  }

  private static final class InInitialiser {
    static final Thread RAN_ON;

    static {
      List<Thread> threads = new CopyOnWriteArrayList<>();
      Teams.parallelWork(
          true,
          "Region.java:1",
          () ->
              Lowered.loopOfRegion(Schedule.DYNAMIC, 50, i -> threads.add(Thread.currentThread())));
      RAN_ON = threads.stream().distinct().count() == 1 ? threads.getFirst() : null;
    }
  }
}
