package dev.hocket.core;

import static dev.hocket.core.Steps.await;
import static dev.hocket.core.Steps.then;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of coroutines that do not depend on the kind of target. */
@Timeout(300)
class CoroutineTest {
  private static final String LABEL = "Test.java:1";

  @Test
  void await_onAThreadOfNoTarget_waits() throws Throwable {
    List<Thread> threads = new ArrayList<>();
    Coroutine co = Coroutine.begin(LABEL);
    Steps.of(await(Targets.of("worker"), () -> {}), then(() -> threads.add(Thread.currentThread())))
        .run(co);
    co.detach();
    assertEquals(List.of(Thread.currentThread()), threads);
  }

  @Test
  void shutdown_waitsForSuspendedBlocks() throws Exception {
    Target home = Targets.create(TargetKind.freshName(), 1);
    CountDownLatch gate = new CountDownLatch(1);
    Block block = home.submit(LABEL, Steps.of(await(Targets.of("worker"), gate::await)).body());
    Eventually.holds(() -> block.state() == Block.State.SUSPENDED);
    AtomicReference<List<Block>> left = new AtomicReference<>();
    Thread stopper =
        Thread.ofPlatform().start(() -> left.set(shutdown(home, Duration.ofMinutes(2))));
    Eventually.holds(() -> !Targets.all().containsKey(home.name()));
    assertTrue(stopper.isAlive());
    assertEquals(Block.State.SUSPENDED, block.state());
    gate.countDown();
    stopper.join();
    assertEquals(List.of(), left.get());
    assertEquals(Block.State.COMPLETED, block.state());
  }

  @Test
  void shutdown_afterItsGrace_unwindsSuspendedBlocks() {
    Target home = Targets.create(TargetKind.freshName(), 1);
    CountDownLatch gate = new CountDownLatch(1);
    AtomicReference<Throwable> caught = new AtomicReference<>();
    Block block =
        home.submit(
            LABEL,
            Steps.of(await(Targets.of("worker"), gate::await)).onFailure(caught::set).body());
    Eventually.holds(() -> block.state() == Block.State.SUSPENDED);
    assertEquals(List.of(block), shutdown(home, Duration.ZERO));
    Eventually.holds(block::isDone);
    assertInstanceOf(CancellationException.class, caught.get());
  }

  @Test
  void suspendedBlock_whoseLoopHasEnded_isRejected() throws Exception {
    TargetKind.HomeMadeLoop loop = new TargetKind.HomeMadeLoop(TargetKind.freshName());
    CountDownLatch gate = new CountDownLatch(1);
    Block block =
        loop.target.submit(LABEL, Steps.of(await(Targets.of("worker"), gate::await)).body());
    Eventually.holds(() -> block.state() == Block.State.SUSPENDED);
    loop.end();
    gate.countDown();
    RejectedExecutionException rejected =
        assertThrows(RejectedExecutionException.class, block::join);
    assertTrue(rejected.getMessage().contains("did not go on"), rejected.getMessage());
  }

  @Test
  void interruptOfADirectCall_cancelsTheAwaitedBlock() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicReference<Throwable> inCalled = new AtomicReference<>();
    AtomicReference<Throwable> inCaller = new AtomicReference<>();
    Steps called =
        Steps.of(await(Targets.of("worker"), gate::await))
            .onFailure(failure -> {
              inCalled.set(failure);
              throw failure;
            });
    Target home = Targets.create(TargetKind.freshName(), 1);
    Block block =
        home.submit(
            LABEL,
            () -> {
              Coroutine co = Coroutine.begin(LABEL);
              try {
                called.run(co);
                co.join();
              } catch (Throwable failure) {
                inCaller.set(failure);
              }
            });
    Eventually.holds(() -> Targets.of("worker").isBusy() && home.allUnfinished().size() == 2);
    block.cancel();
    block.join();
    assertInstanceOf(CancellationException.class, inCalled.get());
    assertEquals(inCalled.get(), inCaller.get());
    assertEquals(List.of(), shutdown(home, Duration.ofMinutes(2)));
  }

  @Test
  void aHundredThousandBlocks_suspendAtOnce() throws Exception {
    Target home = Targets.create(TargetKind.freshName(), 2);
    Tag tag = Tag.of("gate-" + home.name());
    CountDownLatch gate = new CountDownLatch(1);
    Targets.of("worker").submit(tag, LABEL, gate::await);
    AtomicInteger ended = new AtomicInteger();
    Steps steps = Steps.of(Steps.awaitTag(tag.name()), then(ended::incrementAndGet));
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      blocks.add(home.submit(LABEL, steps.body()));
    }
    Eventually.holds(() -> blocks.stream().allMatch(b -> b.state() == Block.State.SUSPENDED));
    gate.countDown();
    for (Block block : blocks) {
      block.join();
    }
    assertEquals(100_000, ended.get());
    assertEquals(List.of(), shutdown(home, Duration.ofMinutes(2)));
  }

  @Test
  void aMillionNestedCalls_needNoStack() throws Throwable {
    Target home = Targets.create(TargetKind.freshName(), 1);
    AtomicInteger returned = new AtomicInteger();
    int depth = 1_000_000;
    home.call(LABEL, Coroutine.body(co -> new Recursion(returned).call(depth, co)));
    assertEquals(depth, returned.get());
    assertEquals(List.of(), shutdown(home, Duration.ofMinutes(2)));
  }

  @Test
  void successiveCalls_areNeverDelayed() {
    Coroutine co = Coroutine.begin(LABEL);
    for (int i = 0; i < 1_000; i++) {
      assertFalse(co.isTooDeep(), "call " + i);
      assertFalse(co.isSuspended());
    }
  }

  /** {@code void call(int n) { if (n > 0) { call(n - 1); returned++; } else await … }} */
  private record Recursion(AtomicInteger returned) {
    void call(int n, Coroutine co) {
      if (n == 0) {
        Targets.of("worker").await(Place.TARGET, "Deep.java:1", () -> {}, co);
        return;
      }
      if (co.isTooDeep()) {
        Frame start = co.defer((frame, c) -> call(frame.getInt(), c), "t.T.call(T.java:1)", 0, 1);
        start.put(n - 1);
      } else {
        call(n - 1, co);
      }
      if (co.isSuspended()) {
        co.suspend(this::goOn, 1, "t.T.call(T.java:1)", 0, 0);
        return;
      }
      returned.incrementAndGet();
    }

    private void goOn(Frame frame, Coroutine co) {
      co.resuming();
      co.take();
      returned.incrementAndGet();
    }
  }

  private static List<Block> shutdown(Target target, Duration grace) {
    try {
      return target.shutdown(grace);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
