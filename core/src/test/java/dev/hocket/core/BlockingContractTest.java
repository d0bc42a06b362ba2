package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;

/**
 * Tests the contract of waits, inside a block, for something that is not a block, on any kind of
 * target.
 */
@Timeout(300)
class BlockingContractTest {
  private static final Duration LONG = Duration.ofDays(1);
  private static final Duration SHORT = Duration.ofMillis(1);

  private final Gate gate = new Gate("a message");
  private final List<String> story = Collections.synchronizedList(new ArrayList<>());

  private static void ends(Block block) {
    Eventually.holds(block::isDone);
    if (block.failure() != null) {
      throw new AssertionError("block " + block, block.failure());
    }
  }

  private void isWaitedFor() {
    Eventually.holds(gate::isWaitedFor);
  }

  // Waits that a partner ends.

  @OnEveryKind
  void aBlockThatWaits_letsTheNextBlockEndItsWait(TargetKind kind) {
    try (var made = kind.make()) {
      int[] plain = new int[1];
      Block first =
          made.target()
              .submit(
                  "first",
                  () -> {
                    Blocking.await(gate);
                    story.add("went on with " + plain[0]);
                  });
      isWaitedFor();
      Block second =
          made.target()
              .submit(
                  "second",
                  () -> {
                    story.add("ends the wait");
                    plain[0] = 7;
                    gate.open();
                  });
      ends(first);
      ends(second);
      assertEquals(List.of("ends the wait", "went on with 7"), story);
    }
  }

  @OnEveryKind
  void aBlockThatWaitsUninterruptibly_letsTheNextBlockEndItsWait(TargetKind kind) {
    try (var made = kind.make()) {
      Block first = made.target().submit("first", () -> Blocking.awaitUninterruptibly(gate));
      isWaitedFor();
      Block second = made.target().submit("second", gate::open);
      ends(second);
      ends(first);
    }
  }

  @OnEveryKind
  void aWaitThatIsOverBeforeItBegins_returnsAtOnce(TargetKind kind) {
    try (var made = kind.make()) {
      gate.open();
      made.target().call("b", () -> Blocking.await(gate));
      Gate other = new Gate("another");
      other.open();
      made.target().call("b", () -> assertTrue(Blocking.await(other, Duration.ZERO)));
    }
  }

  @OnEveryKind
  void spuriousUnparks_doNotEndAWait(TargetKind kind) {
    try (var made = kind.make()) {
      AtomicBoolean mayEnd = new AtomicBoolean();
      Block block =
          made.target()
              .submit(
                  "b",
                  () -> {
                    Blocking.await(gate);
                    assertTrue(mayEnd.get());
                  });
      isWaitedFor();
      for (int i = 0; i < 1_000; i++) {
        gate.startle();
        Thread.yield();
      }
      mayEnd.set(true);
      gate.open();
      ends(block);
    }
  }

  @OnEveryKind
  void anInterruptedWait_isWithdrawn_andThrows(TargetKind kind) {
    try (var made = kind.make()) {
      Block block =
          made.target()
              .submit(
                  "b",
                  () -> {
                    Exception thrown =
                        assertThrows(InterruptedException.class, () -> Blocking.await(gate, LONG));
                    story.add(thrown.getMessage());
                    story.add("withdrawn " + gate.isWithdrawn());
                    story.add("interrupted " + Thread.currentThread().isInterrupted());
                  });
      isWaitedFor();
      block.cancel();
      ends(block);
      assertEquals(
          List.of("interrupted while waiting for a message", "withdrawn true", "interrupted false"),
          story);
    }
  }

  @OnEveryKind
  void anInterruptThatComesAfterThePartner_staysSetForTheNextWait(TargetKind kind) {
    try (var made = kind.make()) {
      made.target()
          .call(
              "b",
              () -> {
                Thread.currentThread().interrupt();
                Blocking.await(new OpenedWhenWithdrawn());
                assertThrows(
                    InterruptedException.class, () -> Blocking.await(new Gate("never"), LONG));
              });
    }
  }

  @OnEveryKind
  void anUninterruptibleWait_continues_andLeavesTheInterruptSet(TargetKind kind) {
    try (var made = kind.make()) {
      Block block =
          made.target()
              .submit(
                  "b",
                  () -> {
                    Blocking.awaitUninterruptibly(gate);
                    story.add("interrupted " + Thread.interrupted());
                  });
      isWaitedFor();
      block.cancel();
      assertTrue(gate.open(), "the interrupt has withdrawn the wait");
      ends(block);
      assertEquals(List.of("interrupted true"), story);
    }
  }

  @OnEveryKind
  void atTheTimeout_theWaitIsWithdrawn_andReturnsFalse(TargetKind kind) {
    try (var made = kind.make()) {
      made.target()
          .call(
              "b",
              () -> {
                Gate uninterruptible = new Gate("another");
                assertFalse(Blocking.await(gate, SHORT));
                assertFalse(Blocking.awaitUninterruptibly(uninterruptible, SHORT));
                assertFalse(gate.open());
                assertFalse(uninterruptible.open());
              });
    }
  }

  @OnEveryKind
  void aWaitThatEndsInTime_returnsTrue(TargetKind kind) {
    try (var made = kind.make()) {
      Block block =
          made.target().submit("b", () -> assertTrue(Blocking.await(gate, Duration.ofDays(1))));
      isWaitedFor();
      made.target().submit("partner", gate::open);
      ends(block);
    }
  }

  @OnEveryKind
  void waitsForABlockAndForAPartner_nest(TargetKind kind) {
    try (var made = kind.make();
        var other = TargetKind.POOL_OF_ONE.make()) {
      Target target = made.target();
      Block block =
          target.submit(
              "outer",
              () ->
                  other
                      .target()
                      .call(
                          "between",
                          () ->
                              target.call(
                                  "inner",
                                  () -> {
                                    Blocking.await(gate);
                                    story.add("inner");
                                  })));
      isWaitedFor();
      target.submit("partner", gate::open);
      ends(block);
      assertEquals(List.of("inner"), story);
    }
  }

  // Calls that block.

  @OnEveryKind
  void aBlockingCall_letsTheNextBlockEndIt_orIsRefusedOnALoop(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      CountDownLatch latch = new CountDownLatch(1);
      CountDownLatch begun = new CountDownLatch(1);
      Block first =
          made.target()
              .submit(
                  "first",
                  () ->
                      Blocking.run(
                          "the latch",
                          () -> {
                            begun.countDown();
                            latch.await();
                            story.add("latch");
                          }));
      if (!(made.target() instanceof EventLoop)) {
        begun.await();
      }
      made.target().call("second", latch::countDown);
      Eventually.holds(first::isDone);
      if (made.target() instanceof EventLoop) {
        assertEquals(1, begun.getCount(), "the call was made");
        assertEquals(
            "the latch: would block the thread of event loop "
                + made.target()
                + ", which could handle no event meanwhile; do it in a block on a worker and await"
                + " that block (//#omp target virtual(worker) await, or Target.call, during which"
                + " the loop runs its blocks)",
            first.failure().getMessage());
      } else {
        ends(first);
        assertEquals(List.of("latch"), story);
      }
    }
  }

  @OnEveryKind
  void theCheckOfABlockingCall_refusesTheSameCasesAsTheCall(TargetKind kind) {
    try (var made = kind.make()) {
      made.target()
          .call(
              "b",
              () -> {
                Blocking.checkRoom();
                if (made.target() instanceof EventLoop) {
                  assertThrows(
                      IllegalStateException.class, () -> Blocking.checkMayBlock("a socket"));
                } else {
                  Blocking.checkMayBlock("a socket");
                  assertEquals(5, Blocking.call("a socket", () -> 5));
                }
              });
    }
  }

  // What reports say.

  @OnEveryKind
  void aReport_namesTheReasonOfABlocksWait(TargetKind kind) {
    try (var made = kind.make()) {
      Block block = made.target().submit("Orders.java:3", () -> Blocking.await(gate));
      String waiting = "Orders.java:3 on " + made.target() + " (running, waits for a message)";
      Eventually.holds(() -> block.toString().equals(waiting));
      gate.open();
      ends(block);
      assertEquals("Orders.java:3 on " + made.target() + " (completed)", block.toString());
    }
  }

  @OnEveryKind
  void aReport_namesTheBlockThatABlockWaitsFor(TargetKind kind) throws Exception {
    try (var made = kind.make();
        var other = TargetKind.POOL_OF_ONE.make()) {
      CountDownLatch latch = new CountDownLatch(1);
      Block block =
          made.target().submit("A.java:1", () -> other.target().call("B.java:2", latch::await));
      String waiting = "A.java:1 on " + made.target() + " (running, waits for block B.java:2)";
      Eventually.holds(() -> block.toString().equals(waiting));
      latch.countDown();
      ends(block);
    }
  }

  @OnEveryKind
  void aReport_survivesAWaitThatCannotNameItself(TargetKind kind) {
    try (var made = kind.make()) {
      AtomicBoolean over = new AtomicBoolean();
      Wait nameless =
          new Wait() {
            @Override
            public boolean isOver() {
              return over.get();
            }

            @Override
            public String what() {
              throw new IllegalStateException("no name");
            }
          };
      Block block = made.target().submit("b", () -> Blocking.await(nameless));
      String name =
          "waits for a "
              + nameless.getClass().getName()
              + ", whose what() throws class java.lang.IllegalStateException";
      Eventually.holds(() -> block.toString().contains(name));
      over.set(true);
      block.cancel();
      ends(block);
    }
  }

  /** A wait that ends after the interrupt was noticed and before the withdrawal. */
  private static final class OpenedWhenWithdrawn implements Wait {
    @Override
    public boolean isOver() {
      return false;
    }

    @Override
    public boolean cancel() {
      return false;
    }

    @Override
    public String what() {
      return "a partner that comes just in time";
    }
  }
}
