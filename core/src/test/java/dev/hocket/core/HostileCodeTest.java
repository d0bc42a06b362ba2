package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that no block is lost and no thread hangs when user code misbehaves or ends things at a bad
 * moment.
 */
@Timeout(300)
class HostileCodeTest {
  private final Worker worker = Targets.create(TargetKind.freshName(), 1);

  @Test
  void aTaggedBlockThatAShutdownRejects_failsTheWaitForIt() throws InterruptedException {
    Tag tag = Tag.of(TargetKind.freshName());
    CountDownLatch running = new CountDownLatch(1);
    worker.execute(
        "holds",
        () -> {
          running.countDown();
          Eventually.holds(() -> Thread.currentThread().isInterrupted());
        });
    running.await();
    worker.submit(tag, "never runs", () -> {});
    assertEquals(2, worker.shutdown(Duration.ZERO).size());
    assertThrows(RejectedExecutionException.class, () -> Tag.await("here", tag.name()));
    Tag.await("claimed already", tag.name());
  }

  @Test
  void anActionThatThrows_goesToTheUncaughtHandler_andAffectsNoOther() throws Exception {
    CompletableFuture<Throwable> heard = new CompletableFuture<>();
    worker.setUncaughtHandler((block, failure) -> heard.complete(failure));
    CountDownLatch gate = new CountDownLatch(1);
    Block block = worker.submit("b", gate::await);
    block.whenDone(() -> {
      throw new IllegalStateException("in the action");
    });
    AtomicBoolean second = new AtomicBoolean();
    block.whenDone(() -> second.set(true));
    gate.countDown();
    block.join();
    assertEquals("in the action", heard.get().getMessage());
    worker.call("next", () -> {});
    assertTrue(second.get());
  }

  @Test
  void aDriverThatCannotSayWhetherItIsAlive_isReportedOnce_andItsBlocksRun() throws Exception {
    Target loop = Targets.of("toy-toolkit");
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true));
    try {
      ToyToolkit.IN_VAIN.set(0);
      loop.call("keeps the keeper", () -> Eventually.holds(() -> ToyToolkit.IN_VAIN.get() > 3));
    } finally {
      ToyToolkit.IN_VAIN.set(Integer.MIN_VALUE);
      System.setErr(before);
    }
    String text = said.toString();
    assertEquals(1, text.split("a driver that does not know", -1).length - 1, text);
    assertTrue(text.contains("the driver of target toy-toolkit"), text);
  }

  /** An exception that cannot even be printed. */
  private static final class Unprintable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("in getMessage");
    }
  }

  @Test
  void aFailureThatCannotBePrinted_leavesThePoolAlive() {
    worker.execute(
        "b",
        () -> {
          throw new Unprintable();
        });
    worker.call("next", () -> {});
  }

  @Test
  void cancellingABlock_reachesItThroughABlockInItsMiddle() throws InterruptedException {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    Block outer =
        worker.submit(
            "outer",
            () -> {
              worker.call(
                  "inner",
                  () -> {
                    inside.countDown();
                    gateQuietly(gate);
                  });
              new CountDownLatch(1).await();
            });
    inside.await();
    outer.cancel();
    gate.countDown();
    assertThrows(InterruptedException.class, outer::join);
  }

  private static void gateQuietly(CountDownLatch gate) {
    boolean passed = false;
    while (!passed) {
      try {
        gate.await();
        passed = true;
      } catch (InterruptedException swallowed) {
        // A block that swallows interrupts.
      }
    }
  }

  @Test
  void shuttingAPoolDownOnALoop_doesNotStarveTheBlocksThatNeedTheLoop() {
    try (var made = TargetKind.HOME_MADE_LOOP.make()) {
      Target loop = made.target();
      AtomicBoolean shown = new AtomicBoolean();
      CountDownLatch started = new CountDownLatch(1);
      CountDownLatch closing = new CountDownLatch(1);
      worker.execute(
          "work",
          () -> {
            started.countDown();
            closing.await();
            loop.call("progress", () -> shown.set(true));
          });
      loop.call(
          "window closing",
          () -> {
            started.await();
            closing.countDown();
            assertEquals(List.of(), worker.shutdown(Duration.ofMinutes(2)));
          });
      assertTrue(shown.get());
    }
  }

  @Test
  void aVeryLongGrace_isNotOverAtOnce() throws InterruptedException {
    AtomicBoolean ended = new AtomicBoolean();
    CountDownLatch gate = new CountDownLatch(1);
    worker.execute(
        "b",
        () -> {
          gate.await();
          ended.set(true);
        });
    Thread.ofPlatform().start(gate::countDown);
    assertEquals(List.of(), worker.shutdown(Duration.ofSeconds(Long.MAX_VALUE)));
    assertTrue(ended.get());
  }

  @Test
  void aStackOverflowInTheMiddleOfTaggedBlocks_reachesTheWait() {
    Tag tag = Tag.of(TargetKind.freshName());
    // Once a tag has its limit of failures, the handler gets further ones.
    worker.setUncaughtHandler((block, failure) -> {});
    assertThrows(StackOverflowError.class, () -> descendForEver(tag, 0));
    // All blocks that had begun have ended, so the wait does not hang.
    Throwable thrown = assertThrows(Throwable.class, () -> Tag.await("here", tag.name()));
    assertInstanceOf(StackOverflowError.class, thrown);
  }

  private int descendForEver(Tag tag, int depth) {
    Block block =
        worker.submit(
            Place.HERE, tag, "level", () -> assertEquals(0, descendForEver(tag, depth + 1)));
    if (block.failure() instanceof StackOverflowError overflow) {
      throw overflow;
    }
    return depth;
  }

  @Test
  void anInterruptOfAWaitingLoop_doesNotReachTheBlocksItRunsMeanwhile() throws Exception {
    try (var made = TargetKind.HOME_MADE_LOOP.make()) {
      Target loop = made.target();
      AtomicBoolean strangerInterrupted = new AtomicBoolean();
      CompletableFuture<Boolean> callerInterrupted = new CompletableFuture<>();
      loop.execute(
          "handler",
          () -> {
            worker.execute("posts", () -> loop.submit("stranger", this::record).whenDone(() -> {}));
            Thread.currentThread().interrupt();
            try {
              worker.call("waited for", () -> loop.call("needs the loop", () -> {}));
            } catch (Throwable cancelledOrInterrupted) {
              // Either may happen; it depends on whether the block had begun.
            }
            callerInterrupted.complete(Thread.interrupted());
          });
      assertTrue(callerInterrupted.get());
      loop.call("after", () -> strangerInterrupted.set(seen.get() > 0));
      assertFalse(strangerInterrupted.get());
    }
  }

  private final AtomicInteger seen = new AtomicInteger();

  private void record() {
    if (Thread.currentThread().isInterrupted()) {
      seen.incrementAndGet();
    }
  }

  @Test
  void aDriverThatThrowsAfterTheBlockWasTaken_doesNotRefuseIt() throws Exception {
    CompletableFuture<Target> made = new CompletableFuture<>();
    CountDownLatch waiting = new CountDownLatch(1);
    AtomicInteger ran = new AtomicInteger();
    Thread loop =
        Thread.ofPlatform()
            .start(() -> {
              Target self =
                  Targets.register(
                      TargetKind.freshName(),
                      task -> {
                        Eventually.holds(() -> ran.get() == 1);
                        throw new IllegalStateException("too late to refuse");
                      });
              made.complete(self);
              worker.call(
                  "keeps the loop waiting",
                  () -> {
                    waiting.countDown();
                    Eventually.holds(() -> ran.get() == 1);
                  });
            });
    waiting.await();
    made.get().call("b", ran::incrementAndGet);
    loop.join();
    assertEquals(1, ran.get());
  }
}
