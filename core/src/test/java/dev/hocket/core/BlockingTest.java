package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests waits and blocking calls that depend on the kind of target; {@link BlockingContractTest}
 * has the rest.
 */
@Timeout(600)
class BlockingTest {
  private final Gate gate = new Gate("a message");
  private final List<String> story = Collections.synchronizedList(new ArrayList<>());

  private static Stream<TargetKind> kindsWhoseThreadsMayBlock() {
    return Stream.of(
        TargetKind.POOL_OF_ONE,
        TargetKind.POOL_OF_FOUR,
        TargetKind.BOUNDED_POOL,
        TargetKind.VIRTUAL_THREADS);
  }

  private static void ends(Block block) {
    Eventually.holds(block::isDone);
    if (block.failure() != null) {
      throw new AssertionError("block " + block, block.failure());
    }
  }

  private void isWaitedFor() {
    Eventually.holds(gate::isWaitedFor);
  }

  // Blocking calls.

  @ParameterizedTest
  @MethodSource("kindsWhoseThreadsMayBlock")
  void aBlockingCall_throwsWhatItsBodyThrows(TargetKind kind) {
    try (var made = kind.make()) {
      IOException failure = new IOException("reset by peer");
      Body body = () -> Blocking.run("a socket", () -> TargetContractTest.throwIt(failure));
      assertSame(failure, assertThrows(IOException.class, () -> made.target().call("b", body)));
    }
  }

  @ParameterizedTest
  @MethodSource("kindsWhoseThreadsMayBlock")
  void aBlockingCallThatIsInterrupted_throwsWhatItsBodyThrows(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      CountDownLatch begun = new CountDownLatch(1);
      Block block =
          made.target()
              .submit(
                  "b",
                  () ->
                      Blocking.run(
                          "a latch",
                          () -> {
                            begun.countDown();
                            new CountDownLatch(1).await();
                          }));
      begun.await();
      block.cancel();
      assertThrows(InterruptedException.class, block::join);
    }
  }

  @ParameterizedTest
  @MethodSource("kindsWhoseThreadsMayBlock")
  void aReport_namesTheBlockingCallThatABlockIsIn(TargetKind kind) {
    try (var made = kind.make()) {
      CompletableFuture<Integer> answer = new CompletableFuture<>();
      Block block =
          made.target().submit("A.java:1", () -> Blocking.call("the server's answer", answer::get));
      String waiting = "A.java:1 on " + made.target() + " (running, waits for the server's answer)";
      Eventually.holds(() -> block.toString().equals(waiting));
      answer.complete(1);
      ends(block);
    }
  }

  @Test
  void onAThreadOfNoTarget_waitsParkAndCallsRun() throws Exception {
    Thread partner =
        Thread.ofPlatform()
            .start(() -> {
              isWaitedFor();
              gate.open();
            });
    Blocking.await(gate);
    partner.join();
    Blocking.checkMayBlock("a socket");
    assertEquals(5, Blocking.call("a socket", () -> 5));
  }

  // Pools.

  @Test
  void waitsInsideABlockingCall_passThePermitOnOnce() throws Exception {
    try (var made = TargetKind.POOL_OF_ONE.make()) {
      Worker pool = (Worker) made.target();
      AtomicInteger running = new AtomicInteger();
      AtomicInteger peak = new AtomicInteger();
      CountDownLatch rest = new CountDownLatch(1);
      Block outer =
          pool.submit(
              "outer",
              () ->
                  Blocking.run(
                      "a call",
                      () -> {
                        Blocking.run("a call in the middle", () -> {});
                        Blocking.await(gate);
                        rest.await();
                      }));
      isWaitedFor();
      List<Block> others = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        others.add(
            pool.submit(
                "other",
                () -> {
                  peak.accumulateAndGet(running.incrementAndGet(), Math::max);
                  Thread.yield();
                  running.decrementAndGet();
                }));
      }
      others.forEach(BlockingTest::ends);
      gate.open();
      rest.countDown();
      ends(outer);
      assertEquals(1, peak.get());
    }
  }

  @Test
  void atTheLimitOfWaitingThreads_aWaitIsRefusedBeforeItBegins() throws Exception {
    try (var made = TargetKind.POOL_OF_ONE.make()) {
      Worker pool = (Worker) made.target();
      List<Gate> gates = new ArrayList<>();
      for (int i = 0; i < Worker.MOST_WAITING; i++) {
        Gate one = new Gate("gate " + i);
        gates.add(one);
        pool.execute("waits", () -> Blocking.awaitUninterruptibly(one));
      }
      gates.forEach(one -> Eventually.holds(one::isWaitedFor));
      String refusal =
          "target " + pool + ": 4000 of its threads wait already; let fewer blocks wait at a time";
      AtomicInteger calls = new AtomicInteger();
      pool.call(
          "one too many",
          () -> {
            List<Body> waits =
                List.of(
                    Blocking::checkRoom,
                    () -> Blocking.checkMayBlock("a socket"),
                    () -> Blocking.run("a socket", calls::incrementAndGet),
                    () -> Blocking.await(gate),
                    () -> pool.submit("elsewhere", () -> {}).join());
            for (Body wait : waits) {
              IllegalStateException thrown = assertThrows(IllegalStateException.class, wait::run);
              assertEquals(refusal, thrown.getMessage());
            }
            Gate open = new Gate("an open gate");
            open.open();
            Blocking.await(open);
          });
      assertEquals(0, calls.get());
      assertTrue(gate.isWithdrawn());
      gates.forEach(Gate::open);
      pool.call("there is room again", Blocking::checkRoom);
    }
  }

  @Test
  void aLockThatAQueuedBlockHolds_isTaken_becauseTheBlockCanRun() {
    try (var made = TargetKind.POOL_OF_ONE.make()) {
      ReentrantLock ledger = new ReentrantLock();
      Block holder =
          made.target()
              .submit(
                  "holder",
                  () -> {
                    ledger.lock();
                    try {
                      Blocking.await(gate);
                    } finally {
                      ledger.unlock();
                    }
                  });
      isWaitedFor();
      Block next =
          made.target()
              .submit(
                  "next",
                  () -> {
                    Blocking.run("lock of the ledger", ledger::lockInterruptibly);
                    ledger.unlock();
                  });
      Eventually.holds(ledger::hasQueuedThreads);
      made.target().submit("partner", gate::open);
      ends(holder);
      ends(next);
    }
  }

  // Loops.

  @Test
  void onALoop_aWaitInsideAWait_endsFirst_andBothAreNamed() {
    try (var made = TargetKind.HOME_MADE_LOOP.make()) {
      Gate inner = new Gate("an inner message");
      Block first =
          made.target()
              .submit(
                  "first",
                  () -> {
                    Blocking.await(gate);
                    story.add("first");
                  });
      isWaitedFor();
      Block second =
          made.target()
              .submit(
                  "second",
                  () -> {
                    Blocking.await(inner);
                    story.add("second");
                  });
      Eventually.holds(inner::isWaitedFor);
      Eventually.holds(() -> second.toString().endsWith("(running, waits for an inner message)"));
      assertTrue(first.toString().endsWith("(running, waits for a message)"), first::toString);
      gate.open();
      inner.open();
      ends(first);
      ends(second);
      assertEquals(List.of("second", "first"), story);
    }
  }

  @Test
  void onALoop_anInterruptDuringANestedBlock_reachesThatBlockOrTheWait() throws Exception {
    try (var made = TargetKind.HOME_MADE_LOOP.make()) {
      Block outer = made.target().submit("outer", () -> Blocking.await(gate));
      isWaitedFor();
      CountDownLatch inMiddle = new CountDownLatch(1);
      Block middle =
          made.target()
              .submit(
                  "middle",
                  () -> {
                    inMiddle.countDown();
                    Eventually.holds(outer::isInterrupted);
                    Thread.interrupted();
                  });
      inMiddle.await();
      outer.cancel();
      ends(middle);
      assertThrows(InterruptedException.class, outer::join);
      assertTrue(gate.isWithdrawn());
    }
  }

  @Test
  void aVirtualThreadThatDrivesALoop_runsItsBlocksWhileItWaits() {
    BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    AtomicReference<EventLoop> registered = new AtomicReference<>();
    String name = TargetKind.freshName();
    Thread driver =
        Thread.ofVirtual()
            .start(() -> {
              registered.set(Targets.register(name, tasks::add));
              Blocking.awaitUninterruptibly(gate);
            });
    Eventually.holds(() -> registered.get() != null);
    Block block = registered.get().submit("ends the wait", gate::open);
    ends(block);
    Eventually.holds(() -> !driver.isAlive());
    Targets.free(registered.get());
  }

  @Test
  void aDeadlock_namesTheOtherWaitOfTheCycle() {
    try (var made = TargetKind.HOME_MADE_LOOP.make();
        var other = TargetKind.POOL_OF_ONE.make()) {
      Block outer = made.target().submit("A.java:1", () -> Blocking.await(gate));
      isWaitedFor();
      Block middle =
          made.target().submit("A.java:2", () -> other.target().call("B.java:1", outer::join));
      Eventually.holds(middle::isDone);
      String loopThread = made.target() + "-loop";
      String message = middle.failure().getMessage();
      // The message begins with the last wait, which may be either.
      try {
        assertTrue(
            message.contains(
                "block A.java:1, which runs on thread \""
                    + loopThread
                    + "\" (where it waits for a message)"),
            message);
        assertTrue(message.contains("waits (block B.java:1) for block B.java:1"), message);
        assertFalse(outer.isDone());
      } finally {
        gate.open();
      }
      ends(outer);
    }
  }
}
