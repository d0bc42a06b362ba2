package dev.hocket.core;

import static dev.hocket.core.Steps.await;
import static dev.hocket.core.Steps.then;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that a handler notices a cancel once, whatever it is doing, so that its clean-up may await
 * again.
 */
@Timeout(300)
class CancelledOnceTest {
  private static final String LABEL = "Test.java:1";

  private final List<String> story = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch running = new CountDownLatch(1);

  private Body note(String event) {
    return () -> story.add(event);
  }

  /** Occupies its thread until it is interrupted, and leaves the interrupt set. */
  private ResumableBody untilInterrupted() {
    return then(() -> {
      running.countDown();
      while (!Thread.currentThread().isInterrupted()) {
        Thread.onSpinWait();
      }
    });
  }

  private final ResumableBody look =
      then(() -> {
        if (Thread.currentThread().isInterrupted()) {
          story.add("interrupted");
        }
      });

  private Steps noting(ResumableBody... steps) {
    return Steps.of(steps).onFailure(failure -> story.add(failure.getClass().getSimpleName()));
  }

  private Block submitAndCancel(Target home, ResumableBody... steps) throws InterruptedException {
    Block block = home.submit(LABEL, Steps.of(steps).body());
    running.await();
    block.cancel();
    Eventually.holds(block::isDone);
    return block;
  }

  @OnEveryKind
  void cancelBeforeAnAwait_isNoticedThere_andTheCleanUpAwaits(TargetKind kind) throws Exception {
    try (var made = kind.make();
        var other = TargetKind.POOL_OF_ONE.make()) {
      Steps cancelled = noting(untilInterrupted(), await(other.target(), note("awaited")));
      submitAndCancel(made.target(), cancelled, look, await(other.target(), note("cleaned up")));
      assertEquals(List.of("CancellationException", "cleaned up"), story);
    }
  }

  @OnEveryKind
  void cancelBeforeAWaitForATag_isNoticedThere_andTheCleanUpAwaits(TargetKind kind)
      throws Exception {
    try (var made = kind.make();
        var other = TargetKind.POOL_OF_ONE.make()) {
      Steps cancelled = noting(untilInterrupted(), Steps.awaitTag("tag of nothing"));
      submitAndCancel(made.target(), cancelled, look, await(other.target(), note("cleaned up")));
      assertEquals(List.of("CancellationException", "cleaned up"), story);
    }
  }

  @OnEveryKind
  void cancelThatEndsABlockInPlace_reachesItsAwaitAsItsFailureOnly(TargetKind kind)
      throws Exception {
    try (var made = kind.make();
        var other = TargetKind.POOL_OF_ONE.make()) {
      Steps inner = Steps.of(untilInterrupted(), await(other.target(), note("awaited")));
      Steps cancelled = noting(await(made.target(), inner.body()));
      submitAndCancel(made.target(), cancelled, look, await(other.target(), note("cleaned up")));
      assertEquals(List.of("CancellationException", "cleaned up"), story);
    }
  }

  @OnEveryKind
  void cancelThatABlockInPlaceSwallows_reachesTheHandlerToo(TargetKind kind) throws Exception {
    try (var made = kind.make();
        var other = TargetKind.POOL_OF_ONE.make()) {
      Steps inner = noting(untilInterrupted(), await(other.target(), note("awaited")));
      ResumableBody forgotten = then(() -> made.target().execute("inner", inner.body()));
      submitAndCancel(made.target(), forgotten, look);
      assertEquals(List.of("CancellationException", "interrupted"), story);
    }
  }

  @OnEveryKind
  void interruptPendingBeforeABlockInPlace_isNotConsumedByIt(TargetKind kind) throws Exception {
    try (var made = kind.make();
        var other = TargetKind.POOL_OF_ONE.make()) {
      Steps inner = noting(await(other.target(), note("awaited")));
      ResumableBody forgotten = then(() -> made.target().execute("inner", inner.body()));
      submitAndCancel(made.target(), untilInterrupted(), forgotten, look);
      assertEquals(List.of("CancellationException", "interrupted"), story);
    }
  }

  @OnEveryKind
  void secondCancel_afterTheFirstWasNoticed_isNoticedToo(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      ResumableBody met = then(() -> story.add("met " + Thread.interrupted()));
      Block block =
          made.target().submit(LABEL, Steps.of(untilInterrupted(), met, untilInterrupted()).body());
      running.await();
      block.cancel();
      Eventually.holds(() -> !story.isEmpty());
      block.cancel();
      block.join();
      assertEquals(List.of("met true"), story);
    }
  }

  @OnEveryKind
  void cancelOfAWaitingBlock_isNotConsumedByABlockThatRunsMeanwhile(TargetKind kind)
      throws Exception {
    try (var made = kind.make();
        var other = TargetKind.POOL_OF_ONE.make()) {
      CountDownLatch gate = new CountDownLatch(1);
      Block waiting =
          made.target()
              .submit(
                  LABEL,
                  noting(then(() -> other.target().submit("gate", gate::await).join())).body());
      Eventually.holds(() -> other.target().isBusy());
      // A loop's thread runs this inside the wait; otherwise another thread runs it at the same
      // time.
      Block meanwhile =
          made.target()
              .submit(
                  LABEL,
                  () -> {
                    running.countDown();
                    Eventually.holds(() -> story.contains("cancelled"));
                  });
      running.await();
      waiting.cancel();
      story.add("cancelled");
      meanwhile.join();
      waiting.join();
      gate.countDown();
      assertEquals(List.of("cancelled", "InterruptedException"), sorted());
    }
  }

  private List<String> sorted() {
    List<String> events = new ArrayList<>(story);
    events.sort(Collections.reverseOrder());
    return events;
  }
}
