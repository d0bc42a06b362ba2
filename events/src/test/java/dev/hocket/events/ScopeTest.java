package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.timeOutEvt;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Block;
import dev.hocket.core.DeadlockException;
import dev.hocket.core.Eventually;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that no process outlives its scope, and that no failure is lost. */
@Timeout(300)
class ScopeTest {
  private final Channel<Integer> c = new Channel<>("c");
  private final Channel<Void> never = new Channel<>("never");

  @Test
  void join_byAProcessOfTheScope_isRefused() throws Exception {
    try (Scope scope = Scope.open("one")) {
      scope.spawn(scope::join);
      IllegalStateException refusal = assertThrows(IllegalStateException.class, scope::join);
      assertEquals(
          "process one-1 of scope one would wait for its own end; join from outside, or open a"
              + " scope for what it waits for",
          refusal.getMessage());
    }
  }

  @Test
  void join_waitsForAllProcesses() throws Exception {
    AtomicInteger ended = new AtomicInteger();
    try (Scope scope = Scope.open("adders")) {
      for (int i = 0; i < 100; i++) {
        scope.spawn(() -> {
          Thread.yield();
          ended.incrementAndGet();
        });
      }
      scope.join();
      assertEquals(100, ended.get());
    }
  }

  @Test
  void aScopeWithoutProcesses_isDone() throws Exception {
    try (Scope scope = Scope.open("empty")) {
      scope.join();
      scope.doneEvt().sync();
    }
  }

  @Test
  void close_interruptsRunningProcessesAndWaitsForThem() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    AtomicInteger cleanedUp = new AtomicInteger();
    try (Scope scope = Scope.open("servers")) {
      for (int i = 0; i < 10; i++) {
        threads.add(
            scope.spawn(() -> {
              try {
                c.recv();
              } finally {
                cleanedUp.incrementAndGet();
              }
            }));
      }
      Eventually.holds(() -> c.waiting() == 10);
    }
    assertEquals(10, cleanedUp.get());
    assertEquals(0, c.waiting());
    Eventually.holds(() -> threads.stream().noneMatch(Thread::isAlive));
  }

  @Test
  void aProcessThatIgnoresItsInterrupt_delaysTheClose() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    AtomicInteger ended = new AtomicInteger();
    Running<Integer> closer =
        Running.start(() -> {
          Scope scope = Scope.open("stubborn");
          scope.spawn(() -> {
            while (release.getCount() > 0) {
              try {
                release.await();
              } catch (InterruptedException ignored) {
                interrupted.countDown();
              }
            }
            ended.incrementAndGet();
          });
          scope.close();
          return ended.get();
        });
    interrupted.await();
    assertFalse(closer.isDone());
    release.countDown();
    assertEquals(1, closer.get());
  }

  @Test
  void anInterruptOfTheClose_isKeptAndDoesNotEndIt() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch closing = new CountDownLatch(1);
    Running<Boolean> closer =
        Running.start(() -> {
          Scope scope = Scope.open("slow");
          Thread process =
              scope.spawn(() -> {
                while (release.getCount() > 0) {
                  try {
                    release.await();
                  } catch (InterruptedException ignored) {
                    closing.countDown();
                  }
                }
              });
          scope.close();
          Eventually.holds(() -> !process.isAlive());
          return Thread.currentThread().isInterrupted();
        });
    closing.await();
    closer.thread.interrupt();
    assertFalse(closer.isDone());
    release.countDown();
    assertTrue(closer.get());
  }

  @Test
  void anInterruptedJoin_leavesTheProcesses() throws Exception {
    Running<Boolean> joiner =
        Running.start(() -> {
          try (Scope scope = Scope.open("joined")) {
            Thread process = scope.spawn(never::recv);
            assertThrows(InterruptedException.class, scope::join);
            return process.isAlive();
          }
        });
    Eventually.holds(() -> never.waiting() == 1);
    Eventually.holds(() -> joiner.thread.getState() == Thread.State.WAITING);
    joiner.thread.interrupt();
    assertTrue(joiner.get());
    assertEquals(0, never.waiting());
  }

  @Test
  void theFirstFailure_cancelsTheOthersAndIsThrownByJoin() {
    IllegalStateException failure = new IllegalStateException("the first");
    List<Throwable> seen = new ArrayList<>();
    try (Scope scope = Scope.open("failing")) {
      for (int i = 0; i < 5; i++) {
        scope.spawn(never::recv);
      }
      Eventually.holds(() -> never.waiting() == 5);
      scope.spawn(() -> {
        throw failure;
      });
      seen.add(assertThrows(IllegalStateException.class, scope::join));
      assertEquals(0, never.waiting());
    }
    // close() does not throw again what join() has thrown.
    assertSame(failure, seen.getFirst());
  }

  @Test
  void aFailureWithoutAJoin_isThrownByClose() {
    Error failure = new AssertionError("lost?");
    Scope scope = Scope.open("failing");
    Thread process =
        scope.spawn(() -> {
          throw failure;
        });
    Eventually.holds(() -> !process.isAlive());
    assertSame(failure, assertThrows(AssertionError.class, scope::close));
    scope.close();
  }

  @Test
  void anExceptionOfTheBody_precedesAFailureOfAProcess() {
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () -> {
              try (Scope scope = Scope.open("both")) {
                Thread process =
                    scope.spawn(() -> {
                      throw new IllegalArgumentException("of a process");
                    });
                Eventually.holds(() -> !process.isAlive());
                throw new IllegalStateException("of the body");
              }
            });
    assertEquals("of the body", thrown.getMessage());
    assertEquals("of a process", thrown.getSuppressed()[0].getMessage());
  }

  @Test
  void anotherThreadsInterruptReadByAProcess_isAFailureLikeAnyOther() throws Exception {
    IVar<Void> result = new IVar<>();
    InterruptedException elsewhere = new InterruptedException("elsewhere");
    result.fail(elsewhere);
    try (Scope scope = Scope.open("reading")) {
      scope.spawn(result::get);
      assertSame(elsewhere, assertThrows(CompletionException.class, scope::join).getCause());
    }
  }

  @Test
  void laterFailures_areSuppressedInTheFirst() {
    IllegalStateException first = new IllegalStateException("first");
    IllegalStateException second = new IllegalStateException("while cleaning up");
    Scope scope = Scope.open("twice");
    scope.spawn(() -> {
      try {
        never.recv();
      } catch (InterruptedException cancelled) {
        throw second;
      }
    });
    Eventually.holds(() -> never.waiting() == 1);
    scope.spawn(() -> {
      throw first;
    });
    assertSame(first, assertThrows(IllegalStateException.class, scope::join));
    assertArrayEquals(new Throwable[] {second}, first.getSuppressed());
    scope.close();
  }

  @Test
  void innerScopes_endBeforeTheProcessThatOpenedThem() {
    List<String> order = new ArrayList<>();
    try (Scope outer = Scope.open("outer")) {
      outer.spawn(() -> {
        try (Scope inner = Scope.open("inner")) {
          inner.spawn(() -> {
            try {
              never.recv();
            } finally {
              order.add("inner process");
            }
          });
          inner.join();
        } finally {
          order.add("outer process");
        }
      });
      Eventually.holds(() -> never.waiting() == 1);
    }
    assertEquals(List.of("inner process", "outer process"), order);
  }

  @Test
  void aFailureOfAnInnerScope_reachesTheOuter() {
    IllegalStateException failure = new IllegalStateException("deep");
    assertSame(
        failure,
        assertThrows(
            IllegalStateException.class,
            () -> {
              try (Scope outer = Scope.open("outer")) {
                outer.spawn(() -> {
                  try (Scope inner = Scope.open("inner")) {
                    inner.spawn(() -> {
                      throw failure;
                    });
                    inner.join();
                  }
                });
                outer.join();
              }
            }));
  }

  @Test
  void processes_canSpawnSiblings() throws Exception {
    AtomicInteger spawned = new AtomicInteger();
    try (Scope scope = Scope.open("tree")) {
      scope.spawn(() -> grow(scope, spawned, 6));
      scope.join();
    }
    assertEquals(63, spawned.get());
  }

  private static void grow(Scope scope, AtomicInteger spawned, int height) {
    spawned.incrementAndGet();
    if (height > 1) {
      scope.spawn(() -> grow(scope, spawned, height - 1));
      scope.spawn(() -> grow(scope, spawned, height - 1));
    }
  }

  @Test
  void afterACancel_noOtherProcessRuns() throws Exception {
    try (Scope scope = Scope.open("cancelled")) {
      scope.cancel();
      Thread process = scope.spawn(() -> c.aSend(1));
      scope.join();
      assertEquals(Thread.State.NEW, process.getState());
      assertEquals(0, c.pending());
    }
  }

  @Test
  void aProcessThatSpawnsDuringTheClose_makesNoMistake() {
    Thread[] spawned = {null};
    try (Scope scope = Scope.open("closing")) {
      scope.spawn(() -> {
        try {
          never.recv();
        } catch (InterruptedException cancelled) {
          spawned[0] = scope.spawn(() -> c.aSend(1));
        }
      });
      Eventually.holds(() -> never.waiting() == 1);
    }
    assertEquals(Thread.State.NEW, spawned[0].getState());
    assertEquals(0, c.pending());
  }

  @Test
  void afterTheClose_spawningIsRefused() {
    Scope scope = Scope.open("gone");
    scope.close();
    assertEquals(
        "scope gone is closed; what is spawned in it must be spawned before",
        assertThrows(IllegalStateException.class, () -> scope.spawn(never::recv)).getMessage());
  }

  @Test
  void anotherThread_cannotClose() throws Exception {
    try (Scope scope = Scope.open("mine")) {
      Running<WrongThreadException> other =
          Running.start(() -> assertThrows(WrongThreadException.class, scope::close));
      assertTrue(other.get().getMessage().startsWith("scope mine was opened by "));
    }
  }

  @Test
  void anotherThreadOfTheSameTarget_canClose_butNoneOfAnotherTarget() throws Exception {
    Worker pool = Targets.create("scopes", 2);
    Worker other = Targets.create("other scopes", 1);
    try {
      Thread[] opener = new Thread[1];
      CountDownLatch isClosed = new CountDownLatch(1);
      IVar<Scope> opened = new IVar<>();
      Block block =
          pool.submit(
              "open",
              () -> {
                opener[0] = Thread.currentThread();
                opened.put(Scope.open("shared"));
                // It keeps its thread, so that another one closes the scope.
                isClosed.await();
              });
      Scope scope = opened.get();
      scope.spawn(never::recv);
      Block wrong =
          other.submit("wrong", () -> assertThrows(WrongThreadException.class, scope::close));
      wrong.join();
      Block right =
          pool.submit(
              "close",
              () -> {
                assertNotSame(opener[0], Thread.currentThread());
                scope.close();
              });
      right.join();
      isClosed.countDown();
      block.join();
      assertEquals(0, never.waiting());
    } finally {
      pool.shutdown(Duration.ofMinutes(2));
      other.shutdown(Duration.ofMinutes(2));
    }
  }

  @Test
  void doneEvt_isABranchBesideATimeout() throws Exception {
    try (Scope scope = Scope.open("timed")) {
      scope.spawn(never::recv);
      Event<String> either =
          choose(
              scope.doneEvt().wrap(done -> "done"),
              timeOutEvt(Duration.ofMillis(20)).wrap(late -> "late"));
      assertEquals("late", either.sync());
      scope.cancel();
      assertEquals(
          "done",
          choose(
                  scope.doneEvt().wrap(done -> "done"),
                  timeOutEvt(Duration.ofMinutes(2)).wrap(late -> "late"))
              .sync());
    }
  }

  @Test
  void threads_haveTheNameOfTheScope() throws Exception {
    try (Scope scope = Scope.open("named")) {
      assertEquals("named-1", scope.spawn(() -> {}).getName());
      assertEquals("named-2", scope.spawn(() -> {}).getName());
      scope.join();
    }
  }

  @Test
  void aCloseInABlockThatAProcessWaitsFor_saysWhoWaitsForWhom() throws Exception {
    assertSaysWhoWaits("close", Scope::close);
  }

  @Test
  void aJoinInABlockThatAProcessWaitsFor_saysWhoWaitsForWhom() throws Exception {
    assertSaysWhoWaits("join", Scope::join);
  }

  @Test
  void aWaitForTheEndInABlockThatAProcessWaitsFor_saysWhoWaitsForWhom() throws Exception {
    assertSaysWhoWaits("end", scope -> scope.doneEvt().sync());
  }

  @Test
  void aWaitForTheEndInAProcessOfTheScope_saysThatItWaitsForItself() throws Exception {
    IVar<String> told = new IVar<>();
    try (Scope scope = Scope.open("self")) {
      scope.spawn(() -> {
        DeadlockException refusal =
            assertThrows(
                DeadlockException.class, () -> scope.doneEvt().wrap(none -> "done").sync());
        told.put(refusal.getMessage());
      });
      String message = told.get();
      assertTrue(message.contains("waits (end of scope self) for thread \"self-1\""), message);
      scope.join();
    }
  }

  @Test
  void aChoiceBetweenTheEndAndATimeout_isNoDeadlock() throws Exception {
    IVar<String> first = new IVar<>();
    try (Scope scope = Scope.open("timed self")) {
      scope.spawn(() ->
          first.put(
              choose(
                      scope.doneEvt().wrap(none -> "done"),
                      timeOutEvt(Duration.ofMillis(10)).wrap(late -> "late"))
                  .sync()));
      assertEquals("late", first.get());
      scope.join();
    }
  }

  /** A use of a scope. */
  private interface Use {
    void of(Scope scope) throws Exception;
  }

  /** Repeated, because either of the two waits may begin first. */
  private static void assertSaysWhoWaits(String verb, Use waits) throws Exception {
    Worker pool = Targets.create("circular scopes", 2);
    try {
      for (int i = 0; i < 200; i++) {
        pool.submit(
                "opener",
                () -> {
                  DeadlockException[] thrown = new DeadlockException[1];
                  try (Scope scope = Scope.open("circle")) {
                    scope.spawn(() ->
                        pool.call(
                            "inner",
                            () -> {
                              thrown[0] =
                                  assertThrows(DeadlockException.class, () -> waits.of(scope));
                            }));
                    scope.doneEvt().sync();
                  }
                  String message = thrown[0].getMessage();
                  assertTrue(message.contains("waits (" + verb + " of scope circle)"), message);
                  assertTrue(message.contains("for thread \"circle-1\""), message);
                  assertTrue(message.contains("for block inner, which runs on thread"), message);
                })
            .join();
      }
    } finally {
      pool.shutdown(Duration.ofMinutes(2));
    }
  }

  @Test
  void aCloseAndAProcessThatWaitForEachOther_areNotBothRefused() throws Exception {
    Worker pool = Targets.create("circular scopes too", 2);
    try {
      CountDownLatch opened = new CountDownLatch(1);
      CountDownLatch interrupted = new CountDownLatch(1);
      IVar<Block> closing = new IVar<>();
      Collection<String> refused = new ConcurrentLinkedQueue<>();
      Block closer =
          pool.submit(
              "closer",
              () -> {
                Scope scope = Scope.open("circle");
                scope.spawn(() -> {
                  try {
                    opened.countDown();
                    new CountDownLatch(1).await();
                  } catch (InterruptedException closes) {
                    interrupted.countDown();
                  }
                  noteRefusal(closing.get()::join, refused);
                });
                opened.await();
                noteRefusal(scope::close, refused);
              });
      interrupted.await();
      closing.put(closer);
      closer.join();
      assertEquals(1, refused.size(), refused::toString);
      String message = refused.iterator().next();
      assertTrue(message.contains("waits (close of scope circle)"), message);
    } finally {
      pool.shutdown(Duration.ofMinutes(2));
    }
  }

  /** A wait. */
  private interface Waits {
    void run() throws InterruptedException;
  }

  private static void noteRefusal(Waits wait, Collection<String> refused)
      throws InterruptedException {
    try {
      wait.run();
    } catch (DeadlockException refusal) {
      refused.add(refusal.getMessage());
    }
  }

  @Test
  void anInterruptBeforeACloseThatIsRefused_isKept() throws Exception {
    try (ToyLoop loop = new ToyLoop()) {
      CountDownLatch ends = new CountDownLatch(1);
      boolean[] kept = new boolean[1];
      loop.target.call(
          "close",
          () -> {
            Scope scope = Scope.open("on a loop");
            scope.spawn(() -> awaitUninterruptibly(ends));
            Thread.currentThread().interrupt();
            assertThrows(IllegalStateException.class, scope::close);
            kept[0] = Thread.interrupted();
            ends.countDown();
            Eventually.holds(() -> isDone(scope));
            scope.close();
          });
      assertTrue(kept[0]);
    }
  }

  private static boolean isDone(Scope scope) {
    try {
      return scope.doneEvt().poll(done -> {});
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException again) {
        // It waits on.
      }
    }
  }
}
