package dev.hocket.core;

import static dev.hocket.core.Steps.await;
import static dev.hocket.core.Steps.awaitTag;
import static dev.hocket.core.Steps.then;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

/** Tests the contract of suspended handlers on any kind of target. */
@Timeout(300)
class CoroutineContractTest {
  private static final String LABEL = "Test.java:1";

  private static Target elsewhere;

  @BeforeAll
  static void createElsewhere() {
    elsewhere = Targets.create("elsewhere", 2);
  }

  @AfterAll
  static void shutDownElsewhere() throws InterruptedException {
    assertEquals(List.of(), elsewhere.shutdown(java.time.Duration.ofMinutes(2)));
  }

  @OnEveryKind
  void await_freesTheThread_andContinuesOnTheSameTarget(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      CountDownLatch gate = new CountDownLatch(1);
      List<Target> seen = new ArrayList<>();
      Steps steps =
          Steps.of(
              then(() -> seen.add(Targets.currentOrNull())),
              await(elsewhere, gate::await),
              then(() -> seen.add(Targets.currentOrNull())),
              await(elsewhere, () -> seen.add(Targets.currentOrNull())),
              then(() -> seen.add(Targets.currentOrNull())));
      Block block = made.target().submit(LABEL, steps.body());
      Eventually.holds(() -> block.state() == Block.State.SUSPENDED);
      // Meanwhile the target is free, even if it has a single thread.
      made.target().call(LABEL, () -> {});
      assertTrue(made.target().isBusy());
      gate.countDown();
      block.join();
      assertEquals(Block.State.COMPLETED, block.state());
      assertEquals(List.of(made.target(), made.target(), elsewhere, made.target()), seen);
    }
  }

  @OnEveryKind
  void await_ofABlockOnTheSameTarget_suspendsNothing(TargetKind kind) {
    try (var made = kind.make()) {
      AtomicReference<Thread> first = new AtomicReference<>();
      List<String> story = new ArrayList<>();
      Steps steps =
          Steps.of(
              then(() -> first.set(Thread.currentThread())),
              await(
                  made.target(),
                  () -> {
                    assertSame(first.get(), Thread.currentThread());
                    story.add("awaited");
                  }),
              then(() -> story.add(isOfFirstLeg() ? "goes on" : "is resumed")));
      made.target().call(LABEL, steps.body());
      assertEquals(List.of("awaited", "goes on"), story);
    }
  }

  /** Returns whether the calling handler has not been suspended yet. */
  private static boolean isOfFirstLeg() {
    return StackWalker.getInstance()
        .walk(frames ->
            frames.anyMatch(frame ->
                frame.getMethodName().equals("start")
                    && frame.getClassName().equals(Coroutine.class.getName())));
  }

  @OnEveryKind
  void await_insideAnInPlaceBlock_suspendsBoth(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      CountDownLatch gate = new CountDownLatch(1);
      List<String> order = new ArrayList<>();
      Steps inner = Steps.of(await(elsewhere, gate::await), then(() -> order.add("inner")));
      Steps outer = Steps.of(await(made.target(), inner.body()), then(() -> order.add("outer")));
      Block block = made.target().submit(LABEL, outer.body());
      Eventually.holds(() -> block.state() == Block.State.SUSPENDED);
      made.target().call(LABEL, () -> {});
      gate.countDown();
      block.join();
      assertEquals(List.of("inner", "outer"), order);
    }
  }

  @OnEveryKind
  void await_throwsTheSameObjectThatTheBlockThrew(TargetKind kind) {
    try (var made = kind.make()) {
      IOException failure = new IOException("disk");
      AtomicReference<Throwable> caught = new AtomicReference<>();
      Steps steps =
          Steps.of(
                  await(
                      elsewhere,
                      () -> {
                        throw failure;
                      }),
                  then(() -> caught.set(new AssertionError("went on"))))
              .onFailure(caught::set);
      made.target().call(LABEL, steps.body());
      assertSame(failure, caught.get());
      assertEquals(
          "thrown by the block Awaited.java:1 on target elsewhere, waited for",
          failure.getSuppressed()[0].toString());
      assertEquals(
          "test.Steps.run(Steps.java:1)", failure.getSuppressed()[0].getStackTrace()[0].toString());
    }
  }

  @OnEveryKind
  void failureInACalledMethod_afterASuspension_reachesItsCaller_andNamesIt(TargetKind kind) {
    try (var made = kind.make()) {
      Steps called =
          Steps.of(
              await(elsewhere, () -> {}),
              then(() -> {
                throw new IOException("later");
              }));
      AtomicReference<Throwable> caught = new AtomicReference<>();
      Steps caller = Steps.of(then(() -> {}), called).onFailure(caught::set);
      made.target().call(LABEL, caller.body());
      Throwable failure = assertInstanceOf(IOException.class, caught.get());
      assertEquals(0, failure.getSuppressed().length);
      List<String> trace =
          Arrays.stream(failure.getStackTrace()).map(StackTraceElement::toString).toList();
      assertEquals(1, Collections.frequency(trace, "resumed from test.Steps.run(Steps.java:2)"));
    }
  }

  @OnEveryKind
  void failureOfASuspendedBlock_surfacesAtItsJoin(TargetKind kind) {
    try (var made = kind.make()) {
      IOException failure = new IOException("disk");
      Steps steps =
          Steps.of(
              await(elsewhere, () -> {}),
              then(() -> {
                throw failure;
              }));
      Block block = made.target().submit(LABEL, steps.body());
      assertSame(failure, assertThrows(IOException.class, block::join));
    }
  }

  @OnEveryKind
  void handlerThatWasNoBlock_returnsAtItsFirstSuspension_andFailsAtTheUncaughtHandler(
      TargetKind kind) {
    try (var made = kind.make()) {
      AtomicReference<Throwable> uncaught = new AtomicReference<>();
      AtomicReference<String> label = new AtomicReference<>();
      made.target()
          .setUncaughtHandler((block, failure) -> {
            label.set(block.label());
            uncaught.set(failure);
          });
      CountDownLatch gate = new CountDownLatch(1);
      IOException failure = new IOException("disk");
      AtomicBoolean returned = new AtomicBoolean();
      Steps steps =
          Steps.of(
              await(elsewhere, gate::await),
              then(() -> {
                throw failure;
              }));
      made.target()
          .call(
              LABEL,
              () -> {
                Coroutine co = Coroutine.begin("Handler.java:7");
                steps.run(co);
                co.detach();
                returned.set(true);
              });
      assertTrue(returned.get());
      gate.countDown();
      Eventually.holds(() -> uncaught.get() != null);
      assertSame(failure, uncaught.get());
      assertEquals("Handler.java:7", label.get());
    }
  }

  @OnEveryKind
  void handlerThatWasNoBlock_failsAtTheProgramsHandlerOfThreads_andItsTargetContinues(
      TargetKind kind) throws Exception {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    try (var made = kind.make()) {
      CompletableFuture<Throwable> heard = new CompletableFuture<>();
      AtomicBoolean there = new AtomicBoolean();
      // A loop of a toolkit may have a handler of an earlier test.
      made.target().setUncaughtHandler(Failures::uncaught);
      Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
        there.set(thread == Thread.currentThread() && made.target().isCurrent());
        heard.complete(failure);
      });
      IOException failure = new IOException("disk");
      CountDownLatch gate = new CountDownLatch(1);
      Steps steps =
          Steps.of(
              await(elsewhere, gate::await),
              then(() -> {
                throw failure;
              }));
      made.target()
          .call(
              LABEL,
              () -> {
                Coroutine co = Coroutine.begin("Handler.java:7");
                steps.run(co);
                co.detach();
              });
      gate.countDown();
      assertSame(failure, heard.get(2, TimeUnit.MINUTES));
      assertTrue(there.get(), "on the handler's thread");
      made.target().call(LABEL, () -> {});
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @OnEveryKind
  void blockThatFails_isNotGivenToTheProgramsHandlerOfThreads(TargetKind kind) throws Exception {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    try (var made = kind.make()) {
      AtomicReference<Throwable> heard = new AtomicReference<>();
      made.target().setUncaughtHandler(Failures::uncaught);
      Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> heard.set(failure));
      CountDownLatch failed = new CountDownLatch(1);
      Steps steps =
          Steps.of(
              await(elsewhere, () -> {}),
              then(() -> {
                failed.countDown();
                throw new IOException("printed by the test of a block that fails");
              }));
      made.target().execute(LABEL, steps.body());
      failed.await();
      made.target().call(LABEL, () -> {});
      assertNull(heard.get());
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @OnEveryKind
  void directCall_ofAResumableMethod_waits_andItsTargetCanGoOnWithIt(TargetKind kind) {
    try (var made = kind.make()) {
      List<String> order = new ArrayList<>();
      Steps steps =
          Steps.of(
              await(elsewhere, () -> {}),
              then(() -> order.add("called, on " + made.target().isCurrent())));
      made.target()
          .call(
              LABEL,
              () -> {
                Coroutine co = Coroutine.begin("Handler.java:7");
                steps.run(co);
                co.join();
                order.add("after");
              });
      assertEquals(List.of("called, on true", "after"), order);
    }
  }

  @OnEveryKind
  void cancel_ofASuspendedBlock_keepsTheAwaitedOneFromBeginning_andUnwinds(TargetKind kind)
      throws Exception {
    try (var made = kind.make();
        var busy = TargetKind.POOL_OF_ONE.make()) {
      CountDownLatch gate = new CountDownLatch(1);
      busy.target().execute(LABEL, gate::await);
      AtomicBoolean ran = new AtomicBoolean();
      AtomicReference<Throwable> caught = new AtomicReference<>();
      Steps steps =
          Steps.of(await(busy.target(), () -> ran.set(true)))
              .onFailure(failure -> {
                caught.set(failure);
                throw failure;
              });
      Block block = made.target().submit(LABEL, steps.body());
      Eventually.holds(() -> block.state() == Block.State.SUSPENDED);
      assertFalse(block.cancel());
      assertThrows(CancellationException.class, block::join);
      assertEquals("cancelled in the await of block Awaited.java:1", caught.get().getMessage());
      assertEquals("test.Steps.run(Steps.java:1)", caught.get().getStackTrace()[0].toString());
      gate.countDown();
      busy.target().call(LABEL, () -> {});
      assertFalse(ran.get());
    }
  }

  @OnEveryKind
  void cancel_ofASuspendedBlock_interruptsTheAwaitedOne_andWaitsForIt(TargetKind kind)
      throws Exception {
    try (var made = kind.make()) {
      AtomicBoolean ended = new AtomicBoolean();
      AtomicBoolean endedFirst = new AtomicBoolean();
      CountDownLatch started = new CountDownLatch(1);
      Steps steps =
          Steps.of(
                  await(
                      elsewhere,
                      () -> {
                        try {
                          started.countDown();
                          new CountDownLatch(1).await();
                        } catch (InterruptedException cancelled) {
                          ended.set(true);
                        }
                      }))
              .onFailure(failure -> {
                endedFirst.set(ended.get());
                throw failure;
              });
      Block block = made.target().submit(LABEL, steps.body());
      started.await();
      Eventually.holds(() -> block.state() == Block.State.SUSPENDED);
      block.cancel();
      assertThrows(CancellationException.class, block::join);
      assertTrue(endedFirst.get());
    }
  }

  @OnEveryKind
  void cancelledBlock_canStillAwaitWhileItUnwinds(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      Tag gateTag = Tag.of("gate-" + TargetKind.freshName());
      CountDownLatch gate = new CountDownLatch(1);
      elsewhere.submit(gateTag, LABEL, gate::await);
      AtomicBoolean cleanedUp = new AtomicBoolean();
      Steps cleanUp = Steps.of(await(elsewhere, () -> cleanedUp.set(true)));
      // try { wait(tag) await } catch { … } await clean-up
      Steps steps = Steps.of(Steps.of(awaitTag(gateTag.name())).onFailure(failure -> {}), cleanUp);
      Block block = made.target().submit(LABEL, steps.body());
      Eventually.holds(() -> block.state() == Block.State.SUSPENDED);
      block.cancel();
      block.join();
      assertTrue(cleanedUp.get());
      gate.countDown();
      Tag.await(LABEL, gateTag.name());
    }
  }

  @OnEveryKind
  void awaitOfATag_endsWithTheLastOfItsBlocks_andThrowsTheFirstFailure(TargetKind kind)
      throws Exception {
    try (var made = kind.make()) {
      Tag tag = Tag.of("work-" + TargetKind.freshName());
      CountDownLatch gate = new CountDownLatch(1);
      IOException failure = new IOException("first");
      elsewhere.submit(tag, LABEL, gate::await);
      elsewhere.submit(
          tag,
          LABEL,
          () -> {
            throw failure;
          });
      Block block = made.target().submit(LABEL, Steps.of(awaitTag(tag.name())).body());
      Eventually.holds(() -> block.state() == Block.State.SUSPENDED);
      gate.countDown();
      assertSame(failure, assertThrows(IOException.class, block::join));
    }
  }

  @OnEveryKind
  void awaitOfATag_doesNotEndWithTheFirstOfItsBlocks(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      Tag tag = Tag.of("work-" + TargetKind.freshName());
      CountDownLatch gate = new CountDownLatch(1);
      CountDownLatch lastGate = new CountDownLatch(1);
      Block first = elsewhere.submit(tag, LABEL, gate::await);
      Block last = elsewhere.submit(tag, LABEL, lastGate::await);
      AtomicReference<Block.State> seen = new AtomicReference<>();
      Block block =
          made.target()
              .submit(
                  LABEL, Steps.of(awaitTag(tag.name()), then(() -> seen.set(last.state()))).body());
      Eventually.holds(() -> block.state() == Block.State.SUSPENDED);
      gate.countDown();
      first.join();
      // Queued after the point at which the handler would continue if it waited for the first block
      // only.
      made.target().submit(LABEL, () -> {}).join();
      lastGate.countDown();
      block.join();
      assertEquals(Block.State.COMPLETED, seen.get());
    }
  }

  @OnEveryKind
  void awaitOfItsOwnTag_isReported(TargetKind kind) {
    try (var made = kind.make()) {
      Tag tag = Tag.of("self-" + TargetKind.freshName());
      made.target().submit(tag, LABEL, Steps.of(awaitTag(tag.name())).body());
      DeadlockException deadlock =
          assertThrows(DeadlockException.class, () -> Tag.await(LABEL, tag.name()));
      assertTrue(deadlock.getMessage().contains("wait(" + tag.name() + ")"), deadlock.getMessage());
    }
  }

  @OnEveryKind
  void afterAReportedAwait_theHandlerMayAwaitAgain(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      Tag tag = Tag.of("self-" + TargetKind.freshName());
      CountDownLatch gate = new CountDownLatch(1);
      AtomicReference<Throwable> caught = new AtomicReference<>();
      AtomicBoolean waited = new AtomicBoolean();
      Steps steps =
          Steps.of(
              Steps.of(awaitTag(tag.name())).onFailure(caught::set),
              await(
                  elsewhere,
                  () -> {
                    gate.await();
                    waited.set(true);
                  }),
              then(() -> assertTrue(waited.get())));
      Block block = made.target().submit(tag, LABEL, steps.body());
      Eventually.holds(() -> block.state() == Block.State.SUSPENDED);
      gate.countDown();
      Tag.await(LABEL, tag.name());
      assertInstanceOf(DeadlockException.class, caught.get());
    }
  }

  @OnEveryKind
  void suspendedBlock_whoseAwaitedBlockBeginsToWaitForIt_isReportedWhereItAwaits(TargetKind kind)
      throws Exception {
    try (var made = kind.make()) {
      Tag tag = Tag.of("outer-" + TargetKind.freshName());
      AtomicReference<Throwable> caught = new AtomicReference<>();
      Steps inner = Steps.of(awaitTag(tag.name())).onFailure(caught::set);
      // In place: the inner block has suspended before its caller waits for it.
      made.target().submit(tag, LABEL, () -> made.target().call(Place.HERE, "inner", inner.body()));
      Tag.await(LABEL, tag.name());
      assertInstanceOf(DeadlockException.class, caught.get());
      assertTrue(caught.get().getMessage().contains("for block inner"), caught.get().getMessage());
      assertEquals("Steps.java", caught.get().getStackTrace()[0].getFileName());
    }
  }

  @OnEveryKind
  void suspendedBlocks_thatWaitForEachOther_areReported(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      String one = "one-" + TargetKind.freshName();
      String two = "two-" + TargetKind.freshName();
      CountDownLatch both = new CountDownLatch(1);
      Block first =
          made.target()
              .submit(
                  Tag.of(one),
                  LABEL,
                  Steps.of(await(elsewhere, both::await), awaitTag(two)).body());
      Block second =
          made.target()
              .submit(
                  Tag.of(two),
                  LABEL,
                  Steps.of(await(elsewhere, both::await), awaitTag(one)).body());
      both.countDown();
      Eventually.holds(() -> first.isDone() && second.isDone());
      boolean firstFound = first.failure() instanceof DeadlockException;
      boolean secondFound = second.failure() instanceof DeadlockException;
      assertTrue(firstFound || secondFound, first + ", " + second);
      assertThrows(DeadlockException.class, () -> Tag.await(LABEL, one, two));
    }
  }
}
