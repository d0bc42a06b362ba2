package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.ThreadBudget;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The threads that run a region, and their numbers and levels. */
@Timeout(300)
class TeamRegionTest {
  private final int[] before = {Omp.getMaxActiveLevels(), ThreadBudget.size()};

  @AfterEach
  void restore() {
    Omp.setMaxActiveLevels(before[0]);
    ThreadBudget.resize(before[1]);
    assertEquals(0, Omp.getLevel());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7, 64})
  void aRegion_runsOnceOnEachOfTheRequestedThreads(int threads) {
    for (int round = 0; round < 20; round++) {
      Set<Thread> distinct = ConcurrentHashMap.newKeySet();
      Set<Integer> numbers = ConcurrentHashMap.newKeySet();
      AtomicInteger runs = new AtomicInteger();
      Lowered.parallel(
          threads,
          () -> {
            runs.incrementAndGet();
            distinct.add(Thread.currentThread());
            numbers.add(Omp.getThreadNum());
            assertEquals(threads, Omp.getNumThreads());
            Teams.barrier("Barrier.java:1");
          });
      assertEquals(threads, runs.get());
      assertEquals(threads, distinct.size());
      assertEquals(threads, numbers.size());
      assertTrue(distinct.contains(Thread.currentThread()));
    }
  }

  @Test
  void theEncounteringThread_isNumberZero() {
    Thread me = Thread.currentThread();
    Lowered.parallel(3, () -> assertEquals(Thread.currentThread() == me, Omp.getThreadNum() == 0));
  }

  @Tag("every-size")
  @Test
  void aRegionWhoseConditionIsFalse_runsOnTheEncounteringThreadAlone() {
    List<Thread> ran = new CopyOnWriteArrayList<>();
    Teams.parallel(4, false, "Region.java:1", () -> ran.add(Thread.currentThread()));
    Teams.parallel(false, "Region.java:2", () -> ran.add(Thread.currentThread()));
    assertEquals(List.of(Thread.currentThread(), Thread.currentThread()), ran);
  }

  @Test
  void lessThanOneThread_isRefused_withThePlace() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> Teams.parallel(0, true, "Region.java:7", () -> {}));
    assertEquals(
        "num_threads(0) at Region.java:7: a team has at least 1 thread", refused.getMessage());
  }

  @Test
  void nestedRegions_haveTeamsAndLevelsOfTheirOwn() {
    AtomicInteger inner = new AtomicInteger();
    Lowered.parallel(
        2,
        () -> {
          int outer = Omp.getThreadNum();
          assertEquals(1, Omp.getLevel());
          Lowered.parallel(
              3,
              () -> {
                inner.incrementAndGet();
                assertEquals(2, Omp.getLevel());
                assertEquals(2, Omp.getActiveLevel());
                assertEquals(outer, Omp.getAncestorThreadNum(1));
                assertEquals(Omp.getThreadNum(), Omp.getAncestorThreadNum(2));
                assertEquals(-1, Omp.getAncestorThreadNum(3));
                assertEquals(2, Omp.getTeamSize(1));
                assertEquals(3, Omp.getTeamSize(2));
                assertEquals(1, Omp.getTeamSize(0));
                Teams.barrier("Barrier.java:1");
              });
          assertEquals(1, Omp.getLevel());
          Teams.barrier("Barrier.java:2");
        });
    assertEquals(6, inner.get());
  }

  @Test
  void beyondTheActiveLevels_aRegionHasOneThread() {
    Omp.setMaxActiveLevels(1);
    Lowered.parallel(
        2,
        () ->
            Lowered.parallel(
                2,
                () -> {
                  assertEquals(1, Omp.getNumThreads());
                  assertEquals(2, Omp.getLevel());
                  assertEquals(1, Omp.getActiveLevel());
                  assertTrue(Omp.inParallel());
                }));
    Omp.setMaxActiveLevels(0);
    Lowered.parallel(2, () -> assertFalse(Omp.inParallel()));
  }

  @Tag("every-size")
  @Test
  void setNumThreads_insideARegion_isForTheRegionsOfThatThreadInThere() {
    Lowered.parallel(
        2,
        () -> {
          Omp.setNumThreads(2 + Omp.getThreadNum());
          int expected = 2 + Omp.getThreadNum();
          Lowered.parallel(() -> assertEquals(expected, Omp.getNumThreads()));
        });
  }

  @Test
  void earlierWrites_areVisibleInTheRegion_andItsWritesAfterIt() {
    int[] plain = new int[8];
    for (int round = 1; round < 500; round++) {
      int now = round;
      plain[7] = round;
      Lowered.parallel(
          4,
          () -> {
            assertEquals(now, plain[7]);
            plain[Omp.getThreadNum()] += 1;
          });
      assertEquals(4 * round, Arrays.stream(plain, 0, 4).sum());
    }
  }

  @Test
  void teamThreads_haveTheContextClassLoaderOfTheEncounteringOne() throws Exception {
    ClassLoader mine = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader other = new URLClassLoader(new URL[0], mine)) {
      Thread.currentThread().setContextClassLoader(other);
      Lowered.parallel(4, () -> assertSame(other, Thread.currentThread().getContextClassLoader()));
    } finally {
      Thread.currentThread().setContextClassLoader(mine);
    }
    Lowered.parallel(4, () -> assertSame(mine, Thread.currentThread().getContextClassLoader()));
  }

  @Test
  void regionsInSteadyState_makeNoThreads() {
    Lowered.parallel(4, () -> Teams.barrier("Barrier.java:1"));
    int made = TeamThreads.made();
    for (int i = 0; i < 5_000; i++) {
      Lowered.parallel(4, () -> {});
    }
    assertEquals(made, TeamThreads.made());
  }

  @Test
  void anIdleTeam_parks_andUsesNoProcessor_evenIfInterrupted() {
    Set<Thread> team = ConcurrentHashMap.newKeySet();
    Lowered.parallel(4, () -> team.add(Thread.currentThread()));
    team.remove(Thread.currentThread());
    ThreadMXBean times = ManagementFactory.getThreadMXBean();
    for (Thread thread : team) {
      awaitParked(thread);
      thread.interrupt();
      while (thread.isInterrupted()) {
        Thread.onSpinWait();
      }
      awaitParked(thread);
      assertTrue(comesToRest(thread, times), thread + " uses processor time while parked");
      assertNull(thread.getContextClassLoader());
    }
  }

  /**
   * Whether a thread's processor time stops growing. A thread is WAITING a few instructions before
   * it really sleeps, so its first processor times may differ.
   */
  private static boolean comesToRest(Thread thread, ThreadMXBean times) {
    for (int look = 0; look < 100; look++) {
      long used = times.getThreadCpuTime(thread.threadId());
      long work = 0;
      for (int i = 0; i < 5_000_000; i++) {
        work += i;
      }
      assertTrue(work > 0);
      if (times.getThreadCpuTime(thread.threadId()) == used) {
        return true;
      }
    }
    return false;
  }

  private static void awaitParked(Thread thread) {
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  private static final class Initialized {
    static final List<Thread> RAN = new ArrayList<>();

    static {
      Lowered.parallel(4, () -> add(Thread.currentThread()));
    }

    private static void add(Thread thread) {
      RAN.add(thread);
    }
  }

  @Test
  void aRegionInAStaticInitializer_runsOnTheEncounteringThreadAlone() {
    Lowered.parallel(4, () -> {});
    assertEquals(List.of(Thread.currentThread()), Initialized.RAN);
  }

  @Test
  void manyThreadsAtOnce_haveTheirOwnTeams() throws Exception {
    List<Thread> threads = new ArrayList<>();
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    int made = TeamThreads.made();
    for (int t = 0; t < 8; t++) {
      Thread thread =
          new Thread(() -> {
            for (int i = 0; i < 300; i++) {
              int[] sum = new int[3];
              Lowered.parallel(3, () -> sum[Omp.getThreadNum()]++);
              if (!Arrays.equals(new int[] {1, 1, 1}, sum)) {
                failures.add(new AssertionError(Arrays.toString(sum)));
              }
            }
          });
      thread.setUncaughtExceptionHandler((failed, thrown) -> failures.add(thrown));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(List.of(), failures);
    assertTrue(TeamThreads.made() <= made + 8 * 2);
  }

  @Test
  void aVirtualThread_hasTeamsToo() throws Exception {
    Set<Thread> ran = Collections.synchronizedSet(new HashSet<>());
    Thread.ofVirtual()
        .start(() ->
            Lowered.parallel(
                3,
                () -> {
                  ran.add(Thread.currentThread());
                  Teams.barrier("Barrier.java:1");
                }))
        .join();
    assertEquals(3, ran.size());
  }

  @Tag("every-size")
  @Test
  void aRegionWhoseConditionIsFalse_isATeamOfOne_howeverDeep() {
    Lowered.parallel(
        2,
        () ->
            Teams.parallel(
                false,
                "Inner.java:1",
                () ->
                    Teams.parallel(
                        false,
                        "Innermost.java:1",
                        () -> {
                          assertEquals(
                              List.of(0, 1, 3, 1),
                              List.of(
                                  Omp.getThreadNum(),
                                  Omp.getNumThreads(),
                                  Omp.getLevel(),
                                  Omp.getActiveLevel()));
                          Lowered.each(
                              Lowered.loop(1, Schedule.STATIC, "Loop.java:1"),
                              i -> assertEquals(0, i));
                        })));
    assertEquals(0, Omp.getLevel());
  }

  @Tag("every-size")
  @Test
  void aRegionWhoseConditionIsFalse_throwsWhatItsCodeThrows_andMayBeginAgain() {
    for (int i = 0; i < 3; i++) {
      java.io.IOException thrown = new java.io.IOException();
      assertSame(
          thrown,
          assertThrows(
              java.io.IOException.class,
              () ->
                  Teams.parallel(
                      false,
                      "Region.java:1",
                      () -> {
                        Omp.setNumThreads(3);
                        throw thrown;
                      })));
      assertEquals(0, Omp.getLevel());
    }
  }

  @Tag("every-size")
  @Test
  void aRegionInsideOneWhoseConditionIsFalse_countsItsThreads() {
    int before = ThreadBudget.inUse();
    Teams.parallel(
        false,
        "Region.java:1",
        () ->
            Lowered.parallel(
                3,
                () -> {
                  Teams.barrier("Barrier.java:1");
                  // The encountering thread does not count while it is parked.
                  if (Omp.getThreadNum() == 0) {
                    assertEquals(before + 3, ThreadBudget.inUse());
                  }
                  Teams.barrier("Barrier.java:2");
                }));
    assertEquals(before, ThreadBudget.inUse());
  }
}
