package dev.hocket.core;

import static dev.hocket.core.Steps.then;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the contract of handlers that wait for a {@link Completion}, on any kind of target. */
@Timeout(300)
class CompletionContractTest {
  private static final String LABEL = "Test.java:1";

  private final Signal signal = new Signal();
  private final List<String> story = Collections.synchronizedList(new ArrayList<>());

  /**
   * A step that records the result of the step before it, and whether its thread is interrupted.
   */
  private ResumableBody note() {
    return co -> story.add(co.takeReference() + (Thread.interrupted() ? ", interrupted" : ""));
  }

  private static void awaitSuspended(Block block) {
    Eventually.holds(() -> block.state() == Block.State.SUSPENDED);
  }

  @OnEveryKind
  void await_freesTheThread_andContinuesWithTheResultOnTheSameTarget(TargetKind kind)
      throws Exception {
    try (var made = kind.make()) {
      AtomicReference<Target> seen = new AtomicReference<>();
      Steps steps = Steps.of(signal.step(), note(), then(() -> seen.set(Targets.currentOrNull())));
      Block block = made.target().submit(LABEL, steps.body());
      awaitSuspended(block);
      assertTrue(block.toString().endsWith("(suspended, waits for the signal)"), block.toString());
      made.target().call(LABEL, () -> {});
      signal.complete("result");
      signal.wake();
      block.join();
      assertEquals(List.of("result"), story);
      assertEquals(made.target(), seen.get());
    }
  }

  @OnEveryKind
  void aCompletedWait_suspendsNothing(TargetKind kind) {
    try (var made = kind.make()) {
      signal.complete("result");
      AtomicReference<Thread> first = new AtomicReference<>();
      Steps steps =
          Steps.of(
              then(() -> first.set(Thread.currentThread())),
              signal.step(),
              note(),
              then(() -> story.add(Thread.currentThread() == first.get() ? "here" : "elsewhere")));
      made.target().call(LABEL, steps.body());
      assertEquals(List.of("result", "here"), story);
    }
  }

  @OnEveryKind
  void aCompletionBeforeTheSuspension_isNotMissed(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      signal.onStart(() -> {
        signal.complete("result");
        signal.wake();
      });
      made.target().submit(LABEL, Steps.of(signal.step(), note()).body()).join();
      assertEquals(List.of("result"), story);
    }
  }

  @OnEveryKind
  void wakingTwice_resumesOnce(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      Signal second = new Signal();
      Steps steps = Steps.of(signal.step(), note(), second.step(), note());
      Block block = made.target().submit(LABEL, steps.body());
      awaitSuspended(block);
      signal.complete("first");
      signal.wake();
      signal.wake();
      Eventually.holds(() -> story.size() == 1);
      awaitSuspended(block);
      signal.wake();
      made.target().call(LABEL, () -> {});
      second.complete("second");
      second.wake();
      block.join();
      assertEquals(List.of("first", "second"), story);
    }
  }

  @OnEveryKind
  void failure_isThrownAtTheAwait(TargetKind kind) {
    try (var made = kind.make()) {
      Steps steps =
          Steps.of(signal.step(), note()).onFailure(failure -> story.add(failure.toString()));
      Block block = made.target().submit(LABEL, steps.body());
      awaitSuspended(block);
      signal.complete("failure");
      signal.wake();
      Eventually.holds(block::isDone);
      assertEquals(List.of("java.io.IOException: failure"), story);
    }
  }

  @OnEveryKind
  void aWaitThatCannotStart_throwsAtTheAwait(TargetKind kind) {
    try (var made = kind.make()) {
      signal.onStart(() -> {
        throw new IllegalStateException("no");
      });
      Block block = made.target().submit(LABEL, Steps.of(signal.step(), note()).body());
      assertThrows(IOException.class, block::join);
      assertEquals(List.of(), story);
    }
  }

  @OnEveryKind
  void cancel_withdraws_andThrowsAtTheAwait(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      Steps steps =
          Steps.of(signal.step(), note())
              .onFailure(failure -> {
                story.add(failure.getMessage());
                throw failure;
              });
      Block block = made.target().submit(LABEL, steps.body());
      awaitSuspended(block);
      assertFalse(block.cancel());
      assertThrows(CancellationException.class, block::join);
      assertEquals(Signal.State.WITHDRAWN, signal.state());
      assertEquals(List.of("cancelled in the await of the signal"), story);
      assertFalse(signal.complete("late"));
      signal.wake();
      made.target().call(LABEL, () -> {});
    }
  }

  @OnEveryKind
  void cancel_thatComesAfterTheCompletion_losesNothing_andInterrupts(TargetKind kind)
      throws Exception {
    try (var made = kind.make()) {
      Block block = made.target().submit(LABEL, Steps.of(signal.step(), note()).body());
      awaitSuspended(block);
      signal.complete("result");
      Thread canceller = Thread.ofPlatform().start(block::cancel);
      signal.wake();
      canceller.join();
      block.join();
      // The cancel finds the block running again, or at its end.
      assertTrue(
          story.equals(List.of("result")) || story.equals(List.of("result, interrupted")),
          story.toString());
    }
  }

  @OnEveryKind
  void cancel_byTheHandlersOwnThreadBeforeItContinues_losesNothing_andInterrupts(TargetKind kind)
      throws Exception {
    try (var made = kind.make()) {
      Block block = made.target().submit(LABEL, Steps.of(signal.step(), note()).body());
      awaitSuspended(block);
      made.target()
          .call(
              LABEL,
              () -> {
                signal.complete("result");
                signal.wake();
                block.cancel();
                block.cancel();
              });
      block.join();
      // With several threads, the handler may have ended before the cancel.
      assertTrue(
          story.equals(List.of("result")) || story.equals(List.of("result, interrupted")),
          story.toString());
    }
  }

  @OnEveryKind
  void cancel_beforeTheSuspension_withdraws(TargetKind kind) {
    try (var made = kind.make()) {
      AtomicReference<Block> block = new AtomicReference<>();
      CountDownLatch known = new CountDownLatch(1);
      signal.onStart(() -> {
        known.await();
        block.get().cancel();
      });
      block.set(made.target().submit(LABEL, Steps.of(signal.step(), note()).body()));
      known.countDown();
      assertThrows(CancellationException.class, block.get()::join);
      assertEquals(Signal.State.WITHDRAWN, signal.state());
      assertEquals(List.of(), story);
    }
  }

  @OnEveryKind
  void cancel_beforeTheSuspension_losesNoCompletedResult(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      AtomicReference<Block> block = new AtomicReference<>();
      CountDownLatch known = new CountDownLatch(1);
      signal.onStart(() -> {
        known.await();
        signal.complete("result");
        block.get().cancel();
        signal.wake();
      });
      block.set(made.target().submit(LABEL, Steps.of(signal.step(), note()).body()));
      known.countDown();
      block.get().join();
      assertEquals(List.of("result, interrupted"), story);
    }
  }

  @OnEveryKind
  void withoutMemoryToSuspend_theWaitIsWithdrawn(TargetKind kind) {
    try (var made = kind.make()) {
      Steps steps = Steps.of(signal.step(), note()).withoutMemory();
      Block block = made.target().submit(LABEL, steps.body());
      assertThrows(OutOfMemoryError.class, block::join);
      assertEquals(Signal.State.WITHDRAWN, signal.state());
    }
  }

  @OnEveryKind
  void withoutMemoryToSuspend_aCompletedResultIsTaken(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      signal.onStart(() -> signal.complete("result"));
      Steps steps = Steps.of(signal.step(), note()).withoutMemory();
      made.target().submit(LABEL, steps.body()).join();
      assertEquals(List.of("result"), story);
    }
  }

  /** A loop that dies cancels nothing: the keeper of the JVM finds it dead. */
  @Test
  void theDeathOfTheLoop_withdraws() throws Exception {
    BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    CompletableFuture<Target> registered = new CompletableFuture<>();
    AtomicBoolean isOver = new AtomicBoolean();
    Thread loop =
        Thread.ofPlatform()
            .start(() -> {
              registered.complete(Targets.register(TargetKind.freshName(), tasks::add));
              try {
                while (!isOver.get()) {
                  tasks.take().run();
                }
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    Block block = registered.get().submit(LABEL, Steps.of(signal.step(), note()).body());
    awaitSuspended(block);
    isOver.set(true);
    tasks.add(() -> {});
    loop.join();
    Eventually.holds(() -> signal.state() == Signal.State.WITHDRAWN);
    assertThrows(RejectedExecutionException.class, block::join);
    assertEquals(List.of(), story);
  }

  @OnEveryKind
  void theEndOfTheTarget_withdraws(TargetKind kind) throws Exception {
    var made = kind.make();
    if (made.target() instanceof EventLoop) {
      made.close();
      return;
    }
    Block block = made.target().submit(LABEL, Steps.of(signal.step(), note()).body());
    awaitSuspended(block);
    assertEquals(List.of(block), made.target().shutdown(Duration.ofMillis(1)));
    Eventually.holds(() -> signal.state() == Signal.State.WITHDRAWN);
    assertEquals(List.of(), story);
  }

  @Test
  void onAThreadOfNoTarget_nothingCanBeSuspended() {
    Coroutine co = Coroutine.begin(LABEL);
    assertFalse(co.canSuspend());
    assertThrows(IllegalStateException.class, () -> co.await(signal));
    assertEquals(Signal.State.OPEN, signal.state());
  }
}
