package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.timeOutEvt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that an event's future runs no program code on a partner's thread, and loses no value. */
@Timeout(300)
class FutureTest {
  private final Channel<Integer> c = new Channel<>("c");

  @Test
  void actionsOnAFuture_doNotDelayTheTimers() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Thread[] on = {null};
    timeOutEvt(Duration.ofMillis(50))
        .toFuture()
        .thenRun(() -> {
          on[0] = Thread.currentThread();
          running.countDown();
          await(release);
        });
    running.await();
    try {
      timeOutEvt(Duration.ofMillis(1)).sync();
    } finally {
      release.countDown();
    }
    // The action runs on this thread if the time was over before the action was added.
    assertTrue(on[0].isVirtual() || on[0] == Thread.currentThread(), on[0].toString());
  }

  @Test
  void actionsOnAFuture_doNotDelayThePartner() throws Exception {
    for (Event<Integer> event : List.of(c.recvEvt(), choose(c.recvEvt(), never()))) {
      CountDownLatch release = new CountDownLatch(1);
      CompletableFuture<Thread> on =
          event
              .toFuture()
              .thenApply(value -> {
                await(release);
                return Thread.currentThread();
              });
      c.send(1);
      release.countDown();
      assertNotSame(Thread.currentThread(), on.get());
    }
  }

  @Test
  void aFutureThatTimesOut_withdrawsItsEvent() throws Exception {
    CompletableFuture<Integer> future = c.recvEvt().toFuture().orTimeout(1, TimeUnit.MILLISECONDS);
    CompletionException late = assertThrows(CompletionException.class, future::join);
    assertInstanceOf(TimeoutException.class, late.getCause());
    assertEquals(0, c.waiting());
    assertFalse(c.sendPoll(1));
  }

  @Test
  void aFutureCompletedByHand_withdrawsItsEvent() throws Exception {
    CompletableFuture<Integer> completed = c.recvEvt().toFuture();
    CompletableFuture<Integer> failed = choose(c.recvEvt(), never()).toFuture();
    assertTrue(completed.complete(7));
    assertTrue(failed.completeExceptionally(new IllegalStateException("given up")));
    assertEquals(0, c.waiting());
    assertEquals(7, completed.get());
    assertThrows(ExecutionException.class, failed::get);
    assertFalse(completed.complete(8));
    assertFalse(completed.cancel(false));
  }

  @Test
  void aFutureCompletedByOtherMeans_withdrawsItsEvent() throws Exception {
    assertEquals(7, c.recvEvt().toFuture().completeAsync(() -> 7).get());
    CompletableFuture<Integer> failed =
        c.recvEvt()
            .toFuture()
            .completeAsync(() -> {
              throw new IllegalStateException("given up");
            });
    assertThrows(ExecutionException.class, failed::get);
    c.recvEvt().toFuture().obtrudeValue(8);
    c.recvEvt().toFuture().obtrudeException(new IllegalStateException("given up"));
    assertEquals(0, c.waiting());
  }

  @Test
  void nullInsteadOfAFailure_leavesTheFutureAsItIs() throws Exception {
    CompletableFuture<Integer> future = c.recvEvt().toFuture();
    assertThrows(NullPointerException.class, () -> future.completeExceptionally(null));
    assertThrows(NullPointerException.class, () -> future.obtrudeException(null));
    assertThrows(NullPointerException.class, () -> future.completeAsync(null));
    c.send(1);
    assertEquals(1, future.get());
  }

  @Test
  void afterTheEvent_completingByHandHasNoEffect() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Integer> future =
        c.recvEvt()
            .wrap(value -> {
              release.await();
              return value;
            })
            .toFuture();
    c.send(1);
    assertFalse(future.complete(2));
    assertFalse(future.completeExceptionally(new IllegalStateException("too late")));
    assertFalse(future.cancel(false));
    release.countDown();
    assertEquals(1, future.get());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
