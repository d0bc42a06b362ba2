package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.exit.Resting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;

/** Tests the contract of every target, of any kind. */
@Timeout(300)
class TargetContractTest {
  private static final String LABEL = "Test.java:1";

  @OnEveryKind
  void call_returnsAfterTheBlockRanOnAThreadOfTheTarget(TargetKind kind) {
    try (var made = kind.make()) {
      Target target = made.target();
      AtomicReference<Target> seen = new AtomicReference<>();
      AtomicReference<Thread> thread = new AtomicReference<>();
      target.call(
          LABEL,
          () -> {
            thread.set(Thread.currentThread());
            seen.set(Targets.current().orElseThrow());
          });
      assertSame(target, seen.get());
      assertNotSame(Thread.currentThread(), thread.get());
      assertFalse(target.isCurrent());
    }
  }

  @OnEveryKind
  void call_throwsTheSameObjectThatTheBlockThrew_withTheWaitingPositionAttached(TargetKind kind) {
    try (var made = kind.make()) {
      IOException failure = new IOException("disk");
      Throwable thrown =
          assertThrows(IOException.class, () -> made.target().call(LABEL, () -> throwIt(failure)));
      assertSame(failure, thrown);
      assertEquals(1, thrown.getSuppressed().length);
      assertEquals(
          "thrown by the block Test.java:1 on target " + made.target() + ", waited for",
          thrown.getSuppressed()[0].toString());
    }
  }

  @OnEveryKind
  void aFailureThrownRepeatedly_namesEachPlaceOnce(TargetKind kind) {
    try (var made = kind.make()) {
      IOException failure = new IOException("always the same");
      for (int i = 0; i < 5; i++) {
        assertThrows(IOException.class, () -> made.target().call(LABEL, () -> throwIt(failure)));
      }
      assertEquals(1, failure.getSuppressed().length);
    }
  }

  @OnEveryKind
  void submit_returnsAtOnce_andJoinThrowsTheFailure(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      CountDownLatch gate = new CountDownLatch(1);
      Block good = made.target().submit(LABEL, gate::await);
      assertFalse(good.isDone());
      gate.countDown();
      good.join();
      assertEquals(Block.State.COMPLETED, good.state());
      Error failure = new Error("bad");
      Block bad = made.target().submit(LABEL, () -> throwIt(failure));
      assertSame(failure, assertThrows(Error.class, bad::join));
      assertSame(failure, bad.failure());
      assertEquals(Block.State.FAILED, bad.state());
    }
  }

  @OnEveryKind
  void execute_givesAFailureToTheUncaughtHandler_andTheTargetContinues(TargetKind kind)
      throws Exception {
    try (var made = kind.make()) {
      CompletableFuture<Throwable> heard = new CompletableFuture<>();
      made.target().setUncaughtHandler((block, failure) -> heard.complete(failure));
      IOException failure = new IOException("nobody waits");
      made.target().execute(LABEL, () -> throwIt(failure));
      assertSame(failure, heard.get());
      made.target().call(LABEL, () -> {});
    }
  }

  @OnEveryKind
  void onAThreadOfTheTarget_everyVerbRunsInPlace_underTheSameFailureRules(TargetKind kind) {
    try (var made = kind.make()) {
      Target target = made.target();
      AtomicReference<Throwable> uncaught = new AtomicReference<>();
      target.setUncaughtHandler((block, failure) -> uncaught.set(failure));
      List<String> order = new ArrayList<>();
      target.call(
          "outer",
          () -> {
            Thread outer = Thread.currentThread();
            target.call("a", () -> order.add("call " + (Thread.currentThread() == outer)));
            target.execute("b", () -> order.add("execute " + (Thread.currentThread() == outer)));
            Block block =
                target.submit("c", () -> order.add("submit " + (Thread.currentThread() == outer)));
            assertTrue(block.isDone());
            IOException failure = new IOException();
            target.execute("d", () -> throwIt(failure));
            assertSame(failure, uncaught.get());
            assertSame(failure, target.submit("e", () -> throwIt(failure)).failure());
            assertSame(
                failure,
                assertThrows(IOException.class, () -> target.call("f", () -> throwIt(failure))));
            order.add("end");
          });
      assertEquals(List.of("call true", "execute true", "submit true", "end"), order);
    }
  }

  @OnEveryKind
  void theInPlaceVerbs_runOnAnyThread(TargetKind kind) {
    try (var made = kind.make()) {
      Thread here = Thread.currentThread();
      AtomicReference<Thread> ran = new AtomicReference<>();
      made.target().call(Place.HERE, LABEL, () -> ran.set(Thread.currentThread()));
      assertSame(here, ran.getAndSet(null));
      made.target().execute(Place.HERE, LABEL, () -> ran.set(Thread.currentThread()));
      assertSame(here, ran.getAndSet(null));
      made.target()
          .submit(Place.HERE, Tag.of("here"), LABEL, () -> ran.set(Thread.currentThread()));
      assertSame(here, ran.get());
    }
  }

  @OnEveryKind
  void blocksThatCallBackAndForth_neverDeadlock(TargetKind kind) {
    try (var made = kind.make();
        var other = TargetKind.POOL_OF_ONE.make();
        var loop = TargetKind.HOME_MADE_LOOP.make()) {
      AtomicInteger depth = new AtomicInteger();
      List<Target> targets = List.of(made.target(), other.target(), loop.target());
      descend(targets, depth, 30);
      assertEquals(30, depth.get());
    }
  }

  private static void descend(List<Target> targets, AtomicInteger depth, int most) {
    int level = depth.get();
    if (level < most) {
      targets
          .get(level % targets.size())
          .call(
              "level " + level,
              () -> {
                depth.incrementAndGet();
                descend(targets, depth, most);
              });
    }
  }

  @OnEverySequentialKind
  void aSequentialTarget_runsBlocksInTheOrderOfTheHandOver(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        int number = i;
        made.target().execute(LABEL, () -> order.add(number));
      }
      made.target().call(LABEL, () -> {});
      assertEquals(java.util.stream.IntStream.range(0, 1000).boxed().toList(), order);
    }
  }

  @OnEveryKind
  void anInterruptedCall_interruptsTheRunningBlock_andReturnsAfterItsEnd(TargetKind kind)
      throws Exception {
    try (var made = kind.make()) {
      CountDownLatch running = new CountDownLatch(1);
      AtomicBoolean blockEnded = new AtomicBoolean();
      CompletableFuture<String> outcome = new CompletableFuture<>();
      Thread caller =
          new Thread(() -> {
            try {
              made.target()
                  .call(
                      LABEL,
                      () -> {
                        running.countDown();
                        try {
                          new CountDownLatch(1).await();
                        } finally {
                          blockEnded.set(true);
                        }
                      });
              outcome.complete("returned");
            } catch (Throwable t) {
              outcome.complete(
                  t.getClass().getSimpleName()
                      + " ended="
                      + blockEnded.get()
                      + " interrupted="
                      + Thread.currentThread().isInterrupted());
            }
          });
      caller.start();
      running.await();
      caller.interrupt();
      assertEquals("InterruptedException ended=true interrupted=true", outcome.get());
      caller.join();
      AtomicBoolean leaked = new AtomicBoolean();
      made.target().call(LABEL, () -> leaked.set(Thread.currentThread().isInterrupted()));
      assertFalse(leaked.get(), "the interrupt reached the next block");
    }
  }

  @OnEverySequentialKind
  void aQueuedBlockThatIsCancelled_neverRuns(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      CountDownLatch gate = new CountDownLatch(1);
      Block first = made.target().submit("first", gate::await);
      AtomicBoolean ran = new AtomicBoolean();
      Block second = made.target().submit("second", () -> ran.set(true));
      assertTrue(second.cancel());
      assertFalse(second.cancel());
      assertThrows(CancellationException.class, second::join);
      gate.countDown();
      first.join();
      made.target().call("third", () -> {});
      assertFalse(ran.get());
      assertEquals(Block.State.CANCELLED, second.state());
    }
  }

  @OnEveryKind
  void whenDone_runsOnceAtTheEnd_orAtOnceAfterIt(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      CountDownLatch gate = new CountDownLatch(1);
      AtomicInteger times = new AtomicInteger();
      Block block = made.target().submit(LABEL, gate::await);
      block.whenDone(times::incrementAndGet);
      assertEquals(0, times.get());
      gate.countDown();
      block.join();
      Eventually.holds(() -> times.get() == 1);
      block.whenDone(times::incrementAndGet);
      assertEquals(2, times.get());
    }
  }

  @OnEveryKind
  void asAnExecutor_itRunsTheCommand(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      assertTrue(
          CompletableFuture.supplyAsync(() -> made.target().isCurrent(), made.target()).get());
    }
  }

  @OnEveryKind
  void encounterHappensBeforeTheBlock_andTheBlockBeforeTheReturn(TargetKind kind) {
    try (var made = kind.make()) {
      int[] plain = new int[1];
      for (int i = 0; i < 2000; i++) {
        int before = i;
        plain[0] = before;
        made.target()
            .call(
                LABEL,
                () -> {
                  assertEquals(before, plain[0]);
                  plain[0] = -before;
                });
        assertEquals(-before, plain[0]);
      }
    }
  }

  @OnEveryKind
  void anInterruptBeforeJoin_throwsAndLeavesTheBlockAlone(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      CountDownLatch gate = new CountDownLatch(1);
      Block block = made.target().submit(LABEL, gate::await);
      Thread.currentThread().interrupt();
      InterruptedException thrown = assertThrows(InterruptedException.class, block::join);
      assertEquals("join of block Test.java:1", thrown.getMessage());
      assertFalse(Thread.currentThread().isInterrupted());
      gate.countDown();
      block.join();
      assertInstanceOf(Target.class, block.target());
    }
  }

  @OnEveryKind
  void queued_isTheNumberOfBlocksWithoutAThread(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      Target target = made.target();
      CountDownLatch gate = new CountDownLatch(1);
      AtomicInteger begun = new AtomicInteger();
      List<Block> blocks = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        blocks.add(
            target.submit(
                LABEL,
                () -> {
                  begun.incrementAndGet();
                  gate.await();
                }));
      }
      Eventually.holds(() -> begun.get() > 0 && begun.get() + target.queued() == 9);
      gate.countDown();
      for (Block block : blocks) {
        block.join();
      }
      Eventually.holds(() -> target.queued() == 0);
    }
  }

  @OnEveryKind
  void aTargetThatBecomesIdle_wakesAKeeperThatRests(TargetKind kind) {
    try (var made = kind.make()) {
      Resting.begin(JvmLife.KEEPER);
      Eventually.holds(() -> {
        made.target().call(LABEL, () -> {});
        return !Resting.isGoingOn(JvmLife.KEEPER);
      });
    } finally {
      Resting.end(JvmLife.KEEPER);
    }
  }

  static void throwIt(Throwable failure) throws Throwable {
    throw failure;
  }
}
