package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exceptions that leave a construct or a region, and the reaction of the other threads. */
@Timeout(300)
class TeamFailureTest {
  private static final class Checked extends Exception {
    private static final long serialVersionUID = 1L;

    Checked(int thread) {
      super("thread " + thread);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void anExceptionOfOneThread_isRethrown_theObjectItself_whileOthersWaitAtABarrier(int thrower) {
    Checked failure = new Checked(thrower);
    AtomicInteger finallies = new AtomicInteger();
    Throwable thrown =
        assertThrows(
            Throwable.class,
            () ->
                Lowered.parallel(
                    4,
                    () -> {
                      if (Omp.getThreadNum() == thrower) {
                        throw failure;
                      }
                      try {
                        Teams.barrier("Barrier.java:1");
                        throw new AssertionError("passed the barrier");
                      } finally {
                        finallies.incrementAndGet();
                      }
                    }));
    assertSame(failure, thrown);
    assertEquals(3, finallies.get());
    String[] places =
        Stream.of(thrown.getSuppressed()).map(Throwable::toString).toArray(String[]::new);
    assertEquals(thrower == 0 ? 0 : 1, places.length);
    if (thrower != 0) {
      assertEquals("thrown in the region Region.java:1", places[0]);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, false", "0, true", "2, false", "2, true"})
  void aThreadThatLeavesWithoutComingToABarrier_failsTheRegion(int absent, boolean isLast) {
    CountDownLatch waiting = new CountDownLatch(2);
    CountDownLatch gone = new CountDownLatch(1);
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () ->
                Lowered.parallel(
                    3,
                    () -> {
                      if (Omp.getThreadNum() == absent) {
                        if (isLast) {
                          waiting.await();
                        }
                        gone.countDown();
                        return;
                      }
                      if (isLast) {
                        waiting.countDown();
                      } else {
                        gone.await();
                      }
                      Teams.barrier("Barrier.java:1");
                    }));
    assertEquals(
        "a thread has left the region at Region.java:1 without coming to the barrier at"
            + " Barrier.java:1, where another one waits; let all threads of the team come to it",
        thrown.getMessage());
  }

  @Test
  void exceptionsOfOtherThreads_areSuppressed_andNoneIsLost() {
    CountDownLatch all = new CountDownLatch(4);
    Throwable first =
        assertThrows(
            Checked.class,
            () ->
                Lowered.parallel(
                    4,
                    () -> {
                      all.countDown();
                      all.await();
                      throw new Checked(Omp.getThreadNum());
                    }));
    Set<String> messages = new HashSet<>(Set.of(first.getMessage()));
    for (Throwable suppressed : first.getSuppressed()) {
      messages.add(suppressed.getMessage());
    }
    messages.remove("in the region Region.java:1");
    assertEquals(Set.of("thread 0", "thread 1", "thread 2", "thread 3"), messages);
  }

  @Test
  void oneObjectThrownByAll_isRethrown() {
    IOException failure = new IOException();
    CountDownLatch all = new CountDownLatch(3);
    assertSame(
        failure,
        assertThrows(
            IOException.class,
            () ->
                Lowered.parallel(
                    3,
                    () -> {
                      all.countDown();
                      all.await();
                      throw failure;
                    })));
  }

  @Test
  void chunksNotBegun_areDropped_whereOneHasFailed() {
    AtomicInteger begun = new AtomicInteger();
    assertThrows(
        Checked.class,
        () ->
            Lowered.parallel(
                4,
                () ->
                    Lowered.share(
                        Lowered.loop(20_000_000, Schedule.DYNAMIC, "Loop.java:1"),
                        loop -> {
                          while (loop.next()) {
                            if (begun.incrementAndGet() == 100) {
                              throw new Checked(0);
                            }
                          }
                        })));
    assertTrue(begun.get() < 20_000_000, begun::toString);
  }

  @Test
  void threadsOutsideTheFailedLoop_stopAtTheirNextChunk() {
    CountDownLatch failed = new CountDownLatch(1);
    AtomicInteger others = new AtomicInteger();
    assertThrows(
        Checked.class,
        () ->
            Lowered.parallel(
                2,
                () -> {
                  Loop loop = Lowered.loop(Long.MAX_VALUE, Schedule.STATIC.chunk(1), "Loop.java:1");
                  if (Omp.getThreadNum() == 0) {
                    failed.countDown();
                    loop.endNowait();
                    throw new Checked(0);
                  }
                  failed.await();
                  Lowered.share(
                      loop,
                      part -> {
                        while (part.next()) {
                          others.incrementAndGet();
                        }
                      });
                }));
  }

  @Test
  void aThrowableCaughtInsideTheRegion_arrivesAtTheBarrierFirst_andTheRegionContinues() {
    AtomicInteger caught = new AtomicInteger();
    AtomicInteger after = new AtomicInteger();
    Lowered.parallel(
        4,
        () -> {
          for (int round = 0; round < 100; round++) {
            int now = round;
            try {
              Lowered.each(
                  Lowered.loop(8, Schedule.STATIC, "Loop.java:1"),
                  i -> {
                    if (i == 5) {
                      throw new IllegalStateException("round " + now);
                    }
                  });
            } catch (IllegalStateException expected) {
              assertEquals("round " + now, expected.getMessage());
              caught.incrementAndGet();
            }
            after.incrementAndGet();
            Teams.barrier("Barrier.java:1");
            assertEquals(4 * (now + 1), after.get());
            Teams.barrier("Barrier.java:2");
          }
        });
    assertEquals(100, caught.get());
  }

  @Test
  void aFailedLoop_combinesNothing_andNoThreadWaitsForTheContribution() {
    AtomicInteger combined = new AtomicInteger();
    Lowered.parallel(
        4,
        () -> {
          for (int round = 0; round < 50; round++) {
            boolean shares = round % 2 == 0;
            try {
              Lowered.share(
                  Lowered.loop(4, Schedule.STATIC, "Loop.java:1"),
                  loop -> {
                    Lowered.iterate(
                        loop,
                        i -> {
                          if (i == 2) {
                            throw new IllegalStateException();
                          }
                        });
                    Partials all = shares ? loop.share(1) : loop.combine(1);
                    combined.addAndGet(all.threads());
                  });
            } catch (IllegalStateException expected) {
              assertEquals(2, Omp.getThreadNum());
            }
          }
        });
    assertEquals(0, combined.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 19})
  void orderedStatementsAfterAFailedIteration_areNotEntered_thoseBeforeAre(int failing) {
    for (Schedule schedule :
        new Schedule[] {Schedule.STATIC.chunk(1), Schedule.DYNAMIC, Schedule.STATIC}) {
      Set<Long> entered = Collections.synchronizedSet(new HashSet<>());
      assertThrows(
          IllegalStateException.class,
          () ->
              Lowered.parallel(
                  4,
                  () ->
                      Lowered.share(
                          Lowered.orderedLoop(20, schedule, "Loop.java:1"),
                          loop -> {
                            while (loop.next()) {
                              for (int k = 0; k < loop.size(); k++) {
                                long i = loop.first() + k;
                                Lowered.ordered(() -> {
                                  if (i == failing) {
                                    throw new IllegalStateException();
                                  }
                                  entered.add(i);
                                });
                              }
                            }
                          })));
      for (long i = 0; i < 20; i++) {
        assertEquals(i < failing, entered.contains(i), schedule + ": iteration " + i);
      }
    }
  }

  @Test
  void criticalAndSingle_endWithTheirException() {
    assertThrows(
        Checked.class,
        () ->
            Lowered.parallel(
                4,
                () ->
                    Lowered.critical(() -> {
                      throw new Checked(Omp.getThreadNum());
                    })));
    assertThrows(
        Checked.class,
        () ->
            Lowered.parallel(
                4,
                () ->
                    Lowered.single(() -> {
                      throw new Checked(Omp.getThreadNum());
                    })));
    AtomicInteger count = new AtomicInteger();
    Lowered.parallel(4, () -> Lowered.critical(count::incrementAndGet));
    assertEquals(4, count.get());
  }

  @Test
  void anIteratorThatThrows_failsTheLoop_onItsThreadAlone() {
    Iterable<Integer> elements =
        () -> {
          throw new IllegalStateException("iterator");
        };
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () -> Lowered.parallel(4, () -> Lowered.eachOf(elements, Schedule.STATIC, i -> {})));
    assertEquals("iterator", thrown.getMessage());
  }

  @Test
  void anInterruptedEncounteringThread_completesTheRegion_withItsFlagStillSet() {
    AtomicInteger passed = new AtomicInteger();
    Thread.currentThread().interrupt();
    Lowered.parallel(
        4,
        () -> {
          for (int i = 0; i < 100; i++) {
            Teams.barrier("Barrier.java:1");
          }
          passed.incrementAndGet();
        });
    assertTrue(Thread.interrupted());
    assertEquals(4, passed.get());
  }

  @Test
  void anInterruptOfATeamThread_staysInItsRegion() {
    Lowered.parallel(4, () -> Thread.currentThread().interrupt());
    assertTrue(Thread.interrupted());
    AtomicInteger interrupted = new AtomicInteger();
    Lowered.parallel(
        4,
        () -> {
          if (Thread.currentThread().isInterrupted()) {
            interrupted.incrementAndGet();
          }
        });
    assertEquals(0, interrupted.get());
  }

  @Test
  void aFailedRegion_leavesThreadsForTheNext() {
    int made = TeamThreads.made();
    for (int i = 0; i < 200; i++) {
      assertThrows(
          Checked.class,
          () ->
              Lowered.parallel(
                  4,
                  () -> {
                    Teams.barrier("Barrier.java:1");
                    if (Omp.getThreadNum() == 2) {
                      throw new Checked(2);
                    }
                    Teams.barrier("Barrier.java:2");
                  }));
    }
    assertFalse(Omp.inParallel());
    assertTrue(TeamThreads.made() <= made + 3);
  }
}
