package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The library routines. */
@Timeout(300)
class OmpTest {
  @Test
  void outsideEveryRegion_routinesAnswerForATeamOfOne() {
    assertEquals(0, Omp.getThreadNum());
    assertEquals(1, Omp.getNumThreads());
    assertEquals(0, Omp.getLevel());
    assertEquals(0, Omp.getActiveLevel());
    assertEquals(0, Omp.getAncestorThreadNum(0));
    assertEquals(-1, Omp.getAncestorThreadNum(1));
    assertEquals(1, Omp.getTeamSize(0));
    assertFalse(Omp.inParallel());
    assertTrue(Omp.isInitialDevice());
  }

  @Test
  void aLock_isHeldByOneThreadAtATime() {
    OmpLock lock = Omp.initLock();
    int[] count = {0};
    Lowered.parallel(
        4,
        () -> {
          for (int i = 0; i < 1_000; i++) {
            Omp.setLock(lock);
            count[0]++;
            Omp.unsetLock(lock);
          }
        });
    assertEquals(4_000, count[0]);
    Omp.destroyLock(lock);
    assertThrows(IllegalStateException.class, () -> Omp.setLock(lock));
  }

  @Test
  void aLockSetTwice_isRefused_whereItWouldWaitForItself() {
    OmpLock lock = Omp.initLock();
    Omp.setLock(lock);
    assertThrows(IllegalStateException.class, () -> Omp.setLock(lock));
    assertFalse(Omp.testLock(lock));
    Omp.unsetLock(lock);
    assertTrue(Omp.testLock(lock));
    Lowered.parallel(
        2,
        () -> {
          if (Omp.getThreadNum() == 1) {
            assertFalse(Omp.testLock(lock));
            assertThrows(IllegalMonitorStateException.class, () -> Omp.unsetLock(lock));
          }
        });
    Omp.unsetLock(lock);
  }

  @Test
  void aNestableLock_countsItsOwnersEntries() {
    OmpLock lock = Omp.initNestLock();
    Omp.setNestLock(lock);
    assertEquals(2, Omp.testNestLock(lock));
    Omp.setNestLock(lock);
    Omp.unsetNestLock(lock);
    Omp.unsetNestLock(lock);
    Lowered.parallel(
        2,
        () -> {
          if (Omp.getThreadNum() == 1) {
            assertEquals(0, Omp.testNestLock(lock));
          }
        });
    Omp.unsetNestLock(lock);
    assertEquals(1, Omp.testNestLock(lock));
    Omp.unsetNestLock(lock);
  }

  @Test
  void time_advancesInSeconds() {
    double start = Omp.getWtime();
    long nanos = System.nanoTime();
    while (System.nanoTime() - nanos < 2_000_000) {
      Thread.onSpinWait();
    }
    double passed = Omp.getWtime() - start;
    assertTrue(passed >= 0.002, () -> "passed: " + passed);
    assertEquals(1e-9, Omp.getWtick());
  }

  @Test
  void aRuntimeSchedule_isTheLastOneSet() {
    Schedule before = Omp.getSchedule();
    try {
      Omp.setSchedule(Schedule.DYNAMIC.chunk(4));
      assertEquals("dynamic,4", Omp.getSchedule().toString());
      int[] sizes = new int[2];
      Lowered.parallel(
          1,
          () -> {
            Omp.setSchedule(Schedule.STATIC.chunk(5));
            Loop loop = Lowered.loop(7, Schedule.RUNTIME, "Loop.java:1");
            for (int i = 0; loop.next(); i++) {
              sizes[i] = loop.size();
            }
            loop.end();
          });
      assertArrayEquals(new int[] {5, 2}, sizes);
    } finally {
      Omp.setSchedule(before);
    }
  }

  @Test
  void environmentVariables_areReadAsOpenMpWritesThem() {
    assertArrayEquals(new int[] {4, 2}, Settings.parseThreads("4, 2"));
    assertEquals("dynamic,8", Settings.parseSchedule("DYNAMIC, 8").toString());
    assertEquals("guided", Settings.parseSchedule("monotonic:guided").toString());
    assertThrows(IllegalArgumentException.class, () -> Settings.parseThreads("4,x"));
    assertThrows(IllegalArgumentException.class, () -> Settings.parseThreads("0"));
    assertThrows(IllegalArgumentException.class, () -> Settings.parseSchedule("fast"));
  }

  @Tag("every-size")
  @Test
  void numThreadsOfTheEnvironment_isTheSizeOfARegionWithoutNumThreads() {
    String variable = System.getenv("OMP_NUM_THREADS");
    int[] threads = {0};
    Lowered.parallel(() -> threads[0] = Omp.getNumThreads());
    if (variable == null) {
      assertTrue(threads[0] >= 1 && threads[0] <= Omp.getNumProcs());
    } else {
      int expected = Integer.parseInt(variable);
      assertEquals(expected, threads[0]);
      assertEquals(expected, Omp.getMaxThreads());
    }
  }
}
