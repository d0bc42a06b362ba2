package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.ThreadBudget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Regions that only share work, while their helpers do not run. The threads that the pool hires
 * first are never started, as if the machine had no processor for them.
 */
@Timeout(300)
class HelpersTest {
  private static final int TRIPS = 100;

  private final List<TeamThread> heldBack = new ArrayList<>();

  @AfterEach
  void startAll() {
    assertEquals(0, ThreadBudget.inUse());
    heldBack.forEach(Thread::start);
  }

  private void holdBack(int threads) {
    for (int i = 0; i < threads; i++) {
      heldBack.add(TeamThreads.make(thread -> {}));
    }
    TeamThreads.release(heldBack.toArray(TeamThread[]::new));
  }

  static Stream<Arguments> schedulesAndThreads() {
    return Stream.of(Schedule.STATIC, Schedule.STATIC.chunk(3), Schedule.DYNAMIC, Schedule.GUIDED)
        .flatMap(schedule -> Stream.of(2, 4, 7).map(n -> Arguments.of(schedule, n)));
  }

  @ParameterizedTest
  @MethodSource("schedulesAndThreads")
  void aLoopWhoseHelpersDoNotRun_runsOnTheEncounteringThread(Schedule schedule, int threads) {
    holdBack(threads - 1);
    AtomicIntegerArray runs = new AtomicIntegerArray(TRIPS);
    Set<Thread> on = ConcurrentHashMap.newKeySet();
    Lowered.parallelLoop(
        threads,
        schedule,
        TRIPS,
        i -> {
          runs.incrementAndGet((int) i);
          on.add(Thread.currentThread());
          assertEquals(threads, Omp.getNumThreads());
        });
    assertEquals(Set.of(Thread.currentThread()), on);
    for (int i = 0; i < TRIPS; i++) {
      assertEquals(1, runs.get(i), "iteration " + i);
    }
    assertEquals(0, Omp.getLevel());
  }

  @Test
  void thePartOfAHelper_keepsItsNumberAndItsIterations() {
    holdBack(3);
    int[] numbers = new int[8];
    Lowered.parallelLoop(4, Schedule.STATIC, 8, i -> numbers[(int) i] = Omp.getThreadNum());
    assertEquals("[0, 0, 1, 1, 2, 2, 3, 3]", Arrays.toString(numbers));
  }

  @Test
  void contributions_areThoseOfAllParts() {
    holdBack(2);
    List<Object> seen = new ArrayList<>();
    Teams.parallelWork(
        3,
        true,
        "Region.java:1",
        () ->
            Lowered.share(
                Lowered.loop(3, Schedule.STATIC, "Region.java:1"),
                true,
                loop -> {
                  long[] mine = {0};
                  Lowered.iterate(loop, i -> mine[0] = 10 + i);
                  Partials all = loop.combine(mine[0]);
                  for (int t = 0; t < all.threads(); t++) {
                    seen.add(all.get(t, 0));
                  }
                }));
    assertEquals(List.of(10L, 11L, 12L), seen);
  }

  @Test
  void aHelperThatRunsWhenTheRegionHasEnded_doesNothing_andServesLaterOnes() {
    holdBack(1);
    AtomicInteger runs = new AtomicInteger();
    Lowered.parallelLoop(2, Schedule.STATIC, 2, i -> runs.incrementAndGet());
    TeamThread helper = heldBack.removeFirst();
    helper.start();
    Set<Thread> on = ConcurrentHashMap.newKeySet();
    Lowered.parallel(
        2,
        () -> {
          on.add(Thread.currentThread());
          Teams.barrier("Barrier.java:1");
        });
    assertEquals(Set.of(Thread.currentThread(), helper), on);
    assertEquals(2, runs.get());
  }

  @Test
  void anExceptionInThePartOfAHelper_leavesTheRegion() {
    holdBack(3);
    AtomicInteger runs = new AtomicInteger();
    IllegalStateException thrown = new IllegalStateException("two");
    IllegalStateException caught =
        assertThrows(
            IllegalStateException.class,
            () ->
                Lowered.parallelLoop(
                    4,
                    Schedule.STATIC,
                    8,
                    i -> {
                      runs.incrementAndGet();
                      if (i == 2) {
                        throw thrown;
                      }
                    }));
    assertSame(thrown, caught);
    // The thread runs two iterations of its own, and one of the first part that it takes over; no
    // other iterations begin.
    assertEquals(3, runs.get());
  }

  @Test
  void anOrderedLoop_continuesThroughThePartsOfHelpersThatDoNotRun() {
    holdBack(3);
    List<Long> order = new ArrayList<>();
    Teams.parallelWork(
        4,
        true,
        "Region.java:1",
        () ->
            Lowered.share(
                Lowered.orderedLoop(12, Schedule.STATIC, "Region.java:1"),
                true,
                loop -> {
                  while (loop.next()) {
                    for (long i = loop.first(); i < loop.first() + loop.size(); i++) {
                      long number = i;
                      Lowered.ordered(() -> order.add(number));
                    }
                  }
                }));
    assertEquals(LongStream.range(0, 12).boxed().toList(), order);
  }

  @Test
  void tasksOfAPartWhoseHelperDoesNotRun_areRun() {
    holdBack(3);
    AtomicInteger runs = new AtomicInteger();
    Lowered.parallelLoop(
        4,
        Schedule.STATIC,
        40,
        i -> Tasks.create(true, false, "Task.java:1", runs::incrementAndGet));
    assertEquals(40, runs.get());
  }

  @Test
  void aRegionThatAskedForThreads_callsAllOfThemAtOnce() {
    for (int round = 0; round < 50; round++) {
      CyclicBarrier all = new CyclicBarrier(3);
      Lowered.parallelLoop(
          3,
          Schedule.STATIC,
          3,
          i -> {
            try {
              all.await();
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          });
    }
  }

  @Test
  void aBarrierInAPartThatHasBeenTakenOver_isRefused() {
    holdBack(1);
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () ->
                Teams.parallelWork(
                    2,
                    true,
                    "Region.java:1",
                    () -> {
                      if (Omp.getThreadNum() == 1) {
                        Teams.barrier("Barrier.java:1");
                      }
                    }));
    assertTrue(refused.getMessage().contains("has left the region"), refused.getMessage());
  }
}
