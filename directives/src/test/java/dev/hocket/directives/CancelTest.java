package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Body;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The constructs that {@code cancel} ends, and the code that runs afterwards. */
@Timeout(300)
class CancelTest {
  private static void soon(CountDownLatch latch) throws InterruptedException {
    assertTrue(latch.await(200, TimeUnit.SECONDS));
  }

  /** The body of a loop; an iteration cancels the loop if it returns true. */
  private interface Iteration {
    boolean cancels(Loop loop, long i) throws Throwable;
  }

  private static void loop(Schedule schedule, long count, Iteration body) throws Throwable {
    Loop loop = Teams.loop("Loop.java:1");
    try {
      loop.deal(schedule, count);
      chunks:
      while (loop.next()) {
        for (int k = 0; k < loop.size(); k++) {
          if (body.cancels(loop, loop.first() + k) && loop.cancel()) {
            break chunks;
          }
        }
      }
    } catch (Throwable thrown) {
      if (loop.failed(thrown)) {
        throw thrown;
      }
    } finally {
      loop.end();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void aCancelledLoop_beginsNoFurtherChunk_andAllThreadsContinueAfterIt(int threads) {
    AtomicInteger run = new AtomicInteger();
    AtomicInteger inNext = new AtomicInteger();
    Lowered.parallel(
        threads,
        () -> {
          loop(
              Schedule.DYNAMIC,
              Long.MAX_VALUE,
              (loop, i) -> {
                run.incrementAndGet();
                return i == 1_000;
              });
          loop(Schedule.STATIC, 100, (loop, i) -> inNext.incrementAndGet() < 0);
        });
    // Chunks that other threads claimed before the 1,000th, and have not begun, are cancelled too.
    assertTrue(run.get() > 1_001 - threads, "iterations: " + run);
    assertEquals(100, inNext.get(), "the next loop is not cancelled");
  }

  @Test
  void aCancellationPoint_notifiesTheOtherThreads() {
    CountDownLatch waiting = new CountDownLatch(1);
    Lowered.parallel(
        2,
        () ->
            loop(
                Schedule.STATIC,
                2,
                (loop, i) -> {
                  if (i == 0) {
                    soon(waiting);
                    return true;
                  }
                  assertFalse(loop.isCancelled());
                  waiting.countDown();
                  while (!loop.isCancelled()) {
                    Thread.onSpinWait();
                  }
                  return true;
                }));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void aCancelledRegion_isLeftAtBarriers(int threads) {
    AtomicInteger behind = new AtomicInteger();
    for (int round = 0; round < 50; round++) {
      Lowered.parallel(
          threads,
          () -> {
            if (Omp.getThreadNum() == threads - 1) {
              assertTrue(Teams.cancel());
              return;
            }
            Teams.barrier("Barrier.java:1");
            behind.incrementAndGet();
          });
    }
    assertEquals(0, behind.get());
  }

  @Test
  void aCancelledRegionOfOneThread_isCancelledOnce() {
    for (int round = 0; round < 3; round++) {
      boolean[] cancelled = new boolean[2];
      Teams.parallel(
          false,
          "Region.java:1",
          () -> {
            cancelled[0] = Teams.isCancelled();
            Teams.cancel();
            cancelled[1] = Teams.isCancelled();
            Teams.barrier("Barrier.java:1");
          });
      assertFalse(cancelled[0], "round " + round);
      assertTrue(cancelled[1], "round " + round);
    }
  }

  @Test
  void tasksOfACancelledRegion_areDropped() {
    AtomicInteger run = new AtomicInteger();
    Lowered.parallel(
        1,
        () -> {
          Teams.cancel();
          Tasks.create(true, false, "Task.java:1", run::incrementAndGet);
        });
    assertEquals(0, run.get());
  }

  @Test
  void anException_isStrongerThanACancel() {
    IllegalStateException failure = new IllegalStateException();
    assertSame(
        failure,
        assertThrows(
            IllegalStateException.class,
            () ->
                Lowered.parallel(
                    2,
                    () -> {
                      if (Omp.getThreadNum() == 0) {
                        Teams.cancel();
                        throw failure;
                      }
                      Teams.barrier("Barrier.java:1");
                    })));
  }

  private static void inGroup(int threads, Body body) {
    Lowered.parallel(
        threads,
        () ->
            Lowered.single(() -> {
              TaskGroup group = Tasks.group("Group.java:1");
              try {
                body.run();
              } catch (Throwable thrown) {
                group.failed(thrown);
                throw thrown;
              } finally {
                group.end();
              }
            }));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void tasksOfACancelledGroup_areDropped_andLaterGroupsRun(int threads) {
    AtomicInteger late = new AtomicInteger();
    AtomicInteger behind = new AtomicInteger();
    inGroup(
        threads,
        () -> {
          TaskGroup group = Tasks.group("Group.java:2");
          CountDownLatch cancelled = new CountDownLatch(1);
          Tasks.create(
              true,
              false,
              "Task.java:1",
              () -> {
                assertTrue(Tasks.cancel("Cancel.java:1"));
                cancelled.countDown();
              });
          if (threads == 1) {
            soon(cancelled);
          } else {
            Tasks.create(true, false, "Task.java:2", () -> soon(cancelled));
          }
          Tasks.await("Wait.java:1");
          for (int i = 0; i < 100; i++) {
            Tasks.create(true, false, "Task.java:3", late::incrementAndGet);
          }
          TaskGroup inner = Tasks.group("Group.java:3");
          Tasks.create(true, false, "Task.java:4", late::incrementAndGet);
          inner.end();
          group.end();
          Tasks.create(true, false, "Task.java:5", behind::incrementAndGet);
        });
    assertEquals(0, late.get());
    assertEquals(1, behind.get());
  }

  @Test
  void tasksThatDependOnADroppedOne_areDropped_andTheGroupEnds() {
    Shared.Int x = new Shared.Int();
    AtomicInteger late = new AtomicInteger();
    inGroup(
        2,
        () -> {
          for (int i = 0; i < 50; i++) {
            Tasks.create(
                true,
                false,
                "Task.java:1",
                new Depends().variable("inout", x, null),
                () -> {
                  late.incrementAndGet();
                  Tasks.cancel("Cancel.java:1");
                });
          }
        });
    assertEquals(1, late.get());
  }

  @Test
  void aTaskOfNoGroup_cannotCancelOne() {
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () ->
                Lowered.parallel(
                    1,
                    () ->
                        Tasks.create(
                            true, false, "Task.java:1", () -> Tasks.cancel("Cancel.java:7"))));
    assertTrue(thrown.getMessage().contains("at Cancel.java:7 was created in no taskgroup"));
  }
}
