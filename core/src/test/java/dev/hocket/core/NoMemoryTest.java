package dev.hocket.core;

import static dev.hocket.core.Steps.await;
import static dev.hocket.core.Steps.then;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that an await throws if there is no memory to suspend its handler: the code around the
 * await runs, once, and the handler ends.
 */
@Timeout(300)
class NoMemoryTest {
  private static final String LABEL = "Test.java:1";

  private final Target elsewhere = Targets.create(TargetKind.freshName(), 1);
  private final List<String> story = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void shutDown() throws InterruptedException {
    assertEquals(List.of(), elsewhere.shutdown(java.time.Duration.ofMinutes(2)));
  }

  private ResumableBody step(String event) {
    return then(() -> story.add(event));
  }

  /** Runs until it is interrupted, and a while longer. */
  private void runUntilCancelled() {
    story.add("awaited");
    Eventually.holds(() -> Thread.currentThread().isInterrupted());
    story.add("ended");
  }

  /** {@code try { steps } finally { note } }. */
  private Steps withFinally(String event, ResumableBody... steps) {
    return Steps.of(steps)
        .onFailure(failure -> {
          story.add(event + " " + failure.getClass().getSimpleName());
          throw failure;
        });
  }

  private void run(Target home, Steps steps) {
    Block block = home.submit(LABEL, steps.body());
    Eventually.holds(block::isDone);
    story.add(block.state().toString());
  }

  @OnEveryKind
  void theInnermostActivation_getsTheErrorAtItsAwait_whenTheBlockHasEnded(TargetKind kind) {
    try (var made = kind.make()) {
      Steps inner = withFinally("inner", await(elsewhere, this::runUntilCancelled)).withoutMemory();
      run(made.target(), withFinally("outer", inner, step("went on")));
      // Either may happen; it depends on whether the block had begun.
      story.removeAll(List.of("awaited"));
      assertEquals(
          List.of("inner OutOfMemoryError", "outer OutOfMemoryError", "FAILED"),
          story.getFirst().equals("ended") ? story.subList(1, story.size()) : story);
    }
  }

  @OnEveryKind
  void aCallerThatCannotBeKept_getsTheErrorAsItsCalleeThrowsIt(TargetKind kind) {
    try (var made = kind.make()) {
      Steps inner = withFinally("inner", await(elsewhere, () -> {}));
      Steps middle = withFinally("middle", inner);
      run(made.target(), withFinally("outer", middle, step("went on")).withoutMemory());
      assertEquals(
          List.of(
              "inner OutOfMemoryError",
              "middle OutOfMemoryError",
              "outer OutOfMemoryError",
              "FAILED"),
          story);
    }
  }

  @OnEveryKind
  void aCallerThatCannotBeKept_continues_ifItsCalleeCatchesTheError(TargetKind kind) {
    try (var made = kind.make()) {
      Steps inner = Steps.of(await(elsewhere, () -> {})).onFailure(failure -> story.add("caught"));
      Steps middle = withFinally("middle", inner, step("middle went on"));
      run(made.target(), withFinally("outer", middle, step("went on")).withoutMemory());
      assertEquals(List.of("caught", "middle went on", "went on", "COMPLETED"), story);
    }
  }

  @OnEveryKind
  void anAwaitOfTheCleanUp_waitsWithoutSuspension(TargetKind kind) {
    try (var made = kind.make()) {
      Steps cleanUp = Steps.of(await(elsewhere, () -> story.add("cleaned up")), step("after that"));
      Steps inner = Steps.of(await(elsewhere, () -> {})).onFailure(failure -> {});
      run(made.target(), withFinally("outer", Steps.of(inner, cleanUp)).withoutMemory());
      assertEquals(List.of("cleaned up", "after that", "COMPLETED"), story);
    }
  }

  @OnEveryKind
  void callersFromBeforeAResumption_getTheErrorToo(TargetKind kind) {
    try (var made = kind.make()) {
      Steps failing = withFinally("second", await(elsewhere, () -> {})).withoutMemory();
      Steps inner = withFinally("inner", await(elsewhere, () -> story.add("first")), failing);
      run(
          made.target(),
          Steps.of(Steps.of(inner).onFailure(failure -> story.add("caught")), step("went on")));
      assertEquals(
          List.of(
              "first",
              "second OutOfMemoryError",
              "inner OutOfMemoryError",
              "caught",
              "went on",
              "COMPLETED"),
          story);
    }
  }

  @OnEveryKind
  void aWaitForATag_isAbandoned(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      Tag tag = Tag.of("gate-" + TargetKind.freshName());
      CountDownLatch gate = new CountDownLatch(1);
      elsewhere.submit(tag, LABEL, gate::await);
      Steps inner = withFinally("inner", Steps.awaitTag(tag.name()));
      Steps again = Steps.of(await(Targets.of("worker"), () -> story.add("awaited again")));
      Steps failing = withFinally("outer", inner).withoutMemory();
      run(
          made.target(),
          Steps.of(Steps.of(failing).onFailure(failure -> story.add("caught")), again));
      gate.countDown();
      Tag.await(LABEL, tag.name());
      assertEquals(
          List.of(
              "inner OutOfMemoryError",
              "outer OutOfMemoryError",
              "caught",
              "awaited again",
              "COMPLETED"),
          story);
    }
  }

  @OnEveryKind
  void aHandlerThatWasNoBlock_throwsTheErrorToItsCaller(TargetKind kind) {
    try (var made = kind.make()) {
      Steps steps = withFinally("inner", await(elsewhere, () -> {})).withoutMemory();
      made.target()
          .call(
              LABEL,
              () -> {
                Coroutine co = Coroutine.begin("Handler.java:7");
                try {
                  steps.run(co);
                  co.detach();
                } catch (OutOfMemoryError thrown) {
                  story.add("thrown");
                }
              });
      assertEquals(List.of("inner OutOfMemoryError", "thrown"), story);
      assertEquals(List.of(), made.target().allUnfinished());
    }
  }

  @OnEveryKind
  void aHandOverWithoutMemory_leavesTheHandlerUnchanged(TargetKind kind) throws Exception {
    AtomicBoolean full = new AtomicBoolean();
    try (var made = kind.make();
        FullLoop loop = new FullLoop(full)) {
      full.set(true);
      Steps refused = withFinally("inner", await(loop.target, () -> story.add("awaited")));
      run(
          made.target(),
          Steps.of(
              Steps.of(refused)
                  .onFailure(failure -> {
                    story.add("caught");
                    full.set(false);
                  }),
              await(loop.target, () -> story.add("awaited again"))));
      assertEquals(
          List.of("inner RejectedExecutionException", "caught", "awaited again", "COMPLETED"),
          story);
    }
  }

  @Test
  void aContinuationThatCannotBeQueued_isQueuedLater() throws Exception {
    AtomicBoolean full = new AtomicBoolean();
    try (FullLoop loop = new FullLoop(full)) {
      Steps steps = withFinally("inner", await(elsewhere, () -> full.set(true)), step("went on"));
      Block block = loop.target.submit(LABEL, steps.body());
      Eventually.holds(() -> loop.refused.get() > 1);
      assertEquals(Block.State.SUSPENDED, block.state());
      full.set(false);
      Eventually.holds(block::isDone);
      assertEquals(List.of("went on"), story);
    }
  }

  /** A loop that sometimes has no memory for tasks. */
  private static final class FullLoop implements AutoCloseable {
    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final AtomicBoolean full;
    private final AtomicInteger refused = new AtomicInteger();
    private final Thread thread;
    private volatile boolean ended;
    private volatile Target target;

    FullLoop(AtomicBoolean full) {
      this.full = full;
      thread = Thread.ofPlatform().start(this::loop);
      Eventually.holds(() -> target != null);
    }

    private void loop() {
      target = Targets.register(TargetKind.freshName(), this::add);
      while (!ended) {
        try {
          tasks.take().run();
        } catch (InterruptedException ignored) {
          // The loop continues, as a toolkit's does.
        }
      }
    }

    private void add(Runnable task) {
      if (full.get()) {
        refused.incrementAndGet();
        throw new OutOfMemoryError("no memory for a task");
      }
      tasks.add(task);
    }

    @Override
    public void close() {
      tasks.add(() -> ended = true);
      Eventually.holds(() -> !thread.isAlive());
      Targets.free(target);
    }
  }
}
