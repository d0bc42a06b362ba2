package dev.hocket.core;

import static dev.hocket.core.TargetContractTest.throwIt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TagTest {
  private final String name = TargetKind.freshName();
  private final Tag tag = Tag.of(name);
  private final TargetKind.Made made = TargetKind.POOL_OF_FOUR.make();
  private final Target target = made.target();

  @AfterEach
  void end() {
    made.close();
  }

  @Test
  void aTagIsOneForItsName() {
    assertSame(tag, Tag.of(name));
  }

  @Test
  void waitingForATagWithoutBlocks_returnsAtOnce() {
    Tag.await("here", name, "never heard of");
  }

  @Test
  void wait_waitsForAllInstancesCreatedBefore_byAnyThread() throws InterruptedException {
    AtomicInteger ended = new AtomicInteger();
    CountDownLatch gate = new CountDownLatch(1);
    Thread other =
        Thread.ofPlatform()
            .start(() -> {
              for (int i = 0; i < 10; i++) {
                target.submit(
                    tag,
                    "b",
                    () -> {
                      gate.await();
                      ended.incrementAndGet();
                    });
              }
            });
    other.join();
    Thread.ofPlatform().start(gate::countDown);
    Tag.await("here", name);
    assertEquals(10, ended.get());
  }

  @Test
  void wait_waitsForAllItsTags() {
    String second = TargetKind.freshName();
    AtomicInteger ended = new AtomicInteger();
    target.submit(tag, "a", ended::incrementAndGet);
    target.submit(Tag.of(second), "b", ended::incrementAndGet);
    Tag.await("here", name, second);
    assertEquals(2, ended.get());
  }

  @Test
  void theFirstFailureIsThrown_theOthersAreSuppressedInIt() {
    IOException first = new IOException("1");
    Error second = new Error("2");
    target.submit(Place.HERE, tag, "a", () -> throwIt(first));
    target.submit(Place.HERE, tag, "b", () -> {});
    target.submit(Place.HERE, tag, "c", () -> throwIt(second));
    assertSame(first, assertThrows(IOException.class, () -> Tag.await("here", name)));
    assertTrue(Arrays.asList(first.getSuppressed()).contains(second));
  }

  @Test
  void aFailureReachesOneWait() {
    target.submit(Place.HERE, tag, "a", () -> throwIt(new IOException()));
    assertThrows(IOException.class, () -> Tag.await("here", name));
    Tag.await("here again", name);
  }

  @Test
  void ofTwoWaitsAtOnce_eachFailureReachesExactlyOne() throws InterruptedException {
    for (int round = 0; round < 200; round++) {
      CountDownLatch gate = new CountDownLatch(1);
      for (int i = 0; i < 4; i++) {
        target.submit(
            tag,
            "b",
            () -> {
              gate.await();
              throw new IOException();
            });
      }
      AtomicInteger heard = new AtomicInteger();
      Runnable waiting =
          () -> {
            try {
              Tag.await("here", name);
            } catch (Throwable failure) {
              heard.addAndGet(
                  1
                      + (int)
                          Arrays.stream(failure.getSuppressed())
                              .filter(IOException.class::isInstance)
                              .count());
            }
          };
      Thread one = Thread.ofPlatform().start(waiting);
      Thread two = Thread.ofPlatform().start(waiting);
      gate.countDown();
      one.join();
      two.join();
      assertEquals(4, heard.get());
    }
  }

  @Test
  void theSameExceptionObjectTwice_isNotSuppressedInItself() {
    IOException same = new IOException();
    target.submit(Place.HERE, tag, "a", () -> throwIt(same));
    target.submit(Place.HERE, tag, "b", () -> throwIt(same));
    assertSame(same, assertThrows(IOException.class, () -> Tag.await("here", name)));
    assertFalse(Arrays.asList(same.getSuppressed()).contains(same));
  }

  @Test
  void waitingForItsOwnTag_throwsInsteadOfHanging() {
    Block block = target.submit(tag, "own", () -> Tag.await("inside", name));
    Eventually.holds(block::isDone);
    assertEquals(
        "this wait would never end: thread \""
            + block.runner().thread.getName()
            + "\" waits (wait("
            + name
            + ") at inside) for block own, which runs on thread \""
            + block.runner().thread.getName()
            + "\"",
        assertThrows(DeadlockException.class, () -> Tag.await("here", name)).getMessage());
  }

  @Test
  void aWaitInsideABlockThatItsOwnTagWaitsFor_throwsToo() {
    Target loop = Targets.of("edt");
    target.submit(tag, "outer", () -> loop.call("inner", () -> Tag.await("inside", name)));
    assertThrows(DeadlockException.class, () -> Tag.await("here", name));
  }

  @Test
  void twoTagsThatWaitForEachOther_areReported() {
    Tag other = Tag.of(TargetKind.freshName());
    CountDownLatch both = new CountDownLatch(2);
    target.submit(tag, "a", () -> meetThenWait(both, other));
    target.submit(other, "b", () -> meetThenWait(both, tag));
    assertThrows(DeadlockException.class, () -> Tag.await("here", name, other.name()));
  }

  private static void meetThenWait(CountDownLatch both, Tag other) throws InterruptedException {
    both.countDown();
    both.await();
    Tag.await("in block", other.name());
  }

  @Test
  void anInterruptedWait_claimsNothing() {
    CountDownLatch gate = new CountDownLatch(1);
    target.submit(Place.HERE, tag, "failed", () -> throwIt(new IOException()));
    target.submit(tag, "running", gate::await);
    Thread.currentThread().interrupt();
    assertThrows(CancellationException.class, () -> Tag.await("here", name));
    assertTrue(Thread.interrupted());
    gate.countDown();
    assertThrows(IOException.class, () -> Tag.await("here", name));
  }

  @Test
  void cancel_endsTheQueuedAndInterruptsTheRunning() {
    try (var one = TargetKind.POOL_OF_ONE.make()) {
      CountDownLatch running = new CountDownLatch(1);
      Block first =
          one.target()
              .submit(
                  tag,
                  "first",
                  () -> {
                    running.countDown();
                    new CountDownLatch(1).await();
                  });
      one.target().submit(tag, "second", () -> {});
      Eventually.holds(() -> running.getCount() == 0);
      assertEquals(1, tag.cancel());
      assertThrows(InterruptedException.class, () -> Tag.await("here", name));
      assertEquals(Block.State.FAILED, first.state());
    }
  }

  @OnEverySequentialKind
  void aWaitForABlockThatWasCancelledBeforeItBegan_throwsAsJoinDoes(TargetKind kind) {
    try (var one = kind.make()) {
      CountDownLatch gate = new CountDownLatch(1);
      Block holder = one.target().submit("holds the thread", gate::await);
      Block block = one.target().submit(tag, "B.java:2", () -> {});
      assertEquals(1, Targets.cancel(name));
      gate.countDown();
      String message = "block B.java:2 was cancelled before it ran";
      CancellationException thrown =
          assertThrows(CancellationException.class, () -> Tag.await("here", name));
      assertEquals(message, thrown.getMessage());
      assertEquals(message, assertThrows(CancellationException.class, block::join).getMessage());
      Tag.await("claimed already", name);
      Eventually.holds(holder::isDone);
    }
  }

  @Test
  void anAwaitOfATagWithACancelledBlock_throwsToo() throws Exception {
    try (var one = TargetKind.POOL_OF_ONE.make()) {
      CountDownLatch gate = new CountDownLatch(1);
      one.target().execute("holds the thread", gate::await);
      one.target().submit(tag, "never", () -> {});
      tag.cancel();
      Block handler = target.submit("handler", Steps.of(Steps.awaitTag(name)).body());
      assertThrows(CancellationException.class, handler::join);
      gate.countDown();
    }
  }

  @Test
  void aBlockCancelledWhileItIsWaitedFor_throwsToo() throws Exception {
    try (var one = TargetKind.POOL_OF_ONE.make()) {
      CountDownLatch gate = new CountDownLatch(1);
      one.target().execute("holds the thread", gate::await);
      one.target().submit(tag, "never", () -> {});
      Block waits = target.submit("waits", () -> Tag.await("here", name));
      Eventually.holds(() -> waits.toString().endsWith("waits for block never)"));
      tag.cancel();
      assertThrows(CancellationException.class, waits::join);
      gate.countDown();
    }
  }

  @Test
  void aFailure_takesPrecedenceOverExceptionsOfCancelledBlocks() {
    try (var one = TargetKind.POOL_OF_ONE.make()) {
      CountDownLatch running = new CountDownLatch(1);
      Block asked =
          one.target()
              .submit(
                  tag,
                  "running",
                  () -> {
                    running.countDown();
                    new CountDownLatch(1).await();
                  });
      one.target().submit(tag, "never", () -> {});
      Eventually.holds(() -> running.getCount() == 0);
      tag.cancel();
      Eventually.holds(asked::isDone);
      IOException failure = new IOException("disk");
      target.submit(Place.HERE, tag, "fails", () -> throwIt(failure));
      assertSame(failure, assertThrows(IOException.class, () -> Tag.await("here", name)));
      assertEquals(
          List.of(InterruptedException.class, CancellationException.class),
          Arrays.stream(failure.getSuppressed())
              .filter(other -> other instanceof Exception)
              .map(Object::getClass)
              .filter(type -> type.getName().startsWith("java."))
              .toList());
    }
  }

  @Test
  void cancelsWithoutAWait_areNoFailures_inAnyNumber() throws InterruptedException {
    AtomicInteger reported = new AtomicInteger();
    target.setUncaughtHandler((block, failure) -> reported.incrementAndGet());
    try (var one = TargetKind.POOL_OF_ONE.make()) {
      one.target().setUncaughtHandler((block, failure) -> reported.incrementAndGet());
      CountDownLatch gate = new CountDownLatch(1);
      one.target().execute("holds the thread", gate::await);
      for (int i = 0; i < Tag.MOST_UNCLAIMED + 3; i++) {
        one.target().submit(tag, "never", () -> {});
      }
      assertEquals(Tag.MOST_UNCLAIMED + 3, tag.cancel());
      gate.countDown();
    }
    CountDownLatch running = new CountDownLatch(1);
    Block asked =
        target.submit(
            tag,
            "running",
            () -> {
              running.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException interrupted) {
                throw new IllegalStateException("not loaded", interrupted);
              }
            });
    running.await();
    tag.cancel();
    Eventually.holds(asked::isDone);
    assertEquals(List.of(), Tag.allUnclaimed());
    assertEquals(0, reported.get());
    assertThrows(IllegalStateException.class, () -> Tag.await("here", name));
  }

  @Test
  void anInterruptOfItsOwn_isAFailure() {
    target.submit(Place.HERE, tag, "b", () -> throwIt(new InterruptedException("its own")));
    assertEquals(1, Tag.allUnclaimed().size());
    assertThrows(InterruptedException.class, () -> Tag.await("here", name));
  }

  @Test
  void unclaimedFailures_areKeptUpToALimit_andReportedBeyondIt() {
    AtomicInteger reported = new AtomicInteger();
    target.setUncaughtHandler((block, failure) -> reported.incrementAndGet());
    for (int i = 0; i < Tag.MOST_UNCLAIMED + 3; i++) {
      target.submit(Place.HERE, tag, "b", () -> throwIt(new IOException()));
    }
    assertEquals(3, reported.get());
    Throwable first = assertThrows(IOException.class, () -> Tag.await("here", name));
    // All except the first; and the first was thrown where it was waited for.
    assertEquals(Tag.MOST_UNCLAIMED, first.getSuppressed().length);
    assertEquals(List.of(), Tag.allUnclaimed());
  }

  @Test
  void aFailureThrownRepeatedly_getsALimitedNumberOfSuppressedOnes() {
    IOException always = new IOException("always the same");
    for (int i = 0; i < Tag.MOST_SUPPRESSED + 10; i++) {
      target.submit(Place.HERE, tag, "first", () -> throwIt(always));
      target.submit(Place.HERE, tag, "other", () -> throwIt(new IOException()));
      assertSame(always, assertThrows(IOException.class, () -> Tag.await("here", name)));
    }
    assertEquals(Tag.MOST_SUPPRESSED, always.getSuppressed().length);
    assertEquals(List.of(), Tag.allUnclaimed());
  }
}
