package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that threads that wait for an action get the failure if no target runs the action. */
@Timeout(300)
class ActionsRefusedTest {
  private final Channel<Integer> c = new Channel<>("c");
  private final CountDownLatch go = new CountDownLatch(1);
  private final BlockingQueue<Throwable> reported = new LinkedBlockingQueue<>();
  private Worker full;

  @BeforeEach
  void fill() throws Exception {
    full = busy(Targets.create("full", 1, 1));
    full.execute("is queued", () -> {});
  }

  @AfterEach
  void empty() throws Exception {
    go.countDown();
    assertTrue(full.shutdown(Duration.ofMinutes(2)).isEmpty());
  }

  @Test
  void aCallbackWhoseTargetIsFull_fails() throws Exception {
    Event<Integer> callback = c.aRecvEvt().aWrap(full, v -> v + 1).callbackEvt().aSync();
    send(1);
    assertThrows(RejectedExecutionException.class, callback::sync);
    assertInstanceOf(RejectedExecutionException.class, reported.take());
  }

  /** The program's handler of a refusal may log it through the same multicast. */
  @Test
  void aMulticastIsUsedWhereItsRefusalIsReported_andAllStillGetAllInOneOrder() throws Exception {
    Multicast<Integer> multicast = new Multicast<>("m");
    Multicast.Listener<Integer> first = multicast.listen();
    multicast.listen().recvEvt().syncThen(full, v -> {});
    Multicast.Listener<Integer> last = multicast.listen();
    Running<Void> sender =
        Running.start(() -> {
          Thread.currentThread()
              .setUncaughtExceptionHandler((thread, refusal) -> {
                multicast.listen();
                try {
                  multicast.send(2);
                } catch (InterruptedException impossible) {
                  throw new AssertionError(impossible);
                }
              });
          multicast.send(1);
          return null;
        });
    sender.get();
    assertEquals(List.of(1, 2), List.of(first.recv(), first.recv()));
    assertEquals(List.of(1, 2), List.of(last.recv(), last.recv()));
  }

  @Test
  void aCallbackWhoseTargetEndsBeforeTheAction_fails() throws Exception {
    Worker ending = busy("ending");
    Event<Integer> callback = c.aRecvEvt().aWrap(ending, v -> v + 1).callbackEvt().aSync();
    c.send(1);
    assertEquals(2, ending.shutdown(Duration.ZERO).size());
    RejectedExecutionException refusal =
        assertThrows(RejectedExecutionException.class, callback::sync);
    assertTrue(refusal.getMessage().contains("ending"), refusal::getMessage);
  }

  @Test
  void aFailedActionWithACallback_goesToBothTheTargetsHandlerAndTheCallback() throws Exception {
    RuntimeException oops = new RuntimeException("oops");
    full.setUncaughtHandler((block, failure) -> reported.add(failure));
    go.countDown();
    Eventually.holds(() -> !full.isBusy());
    Event<Integer> callback =
        c.aRecvEvt()
            .aTap(
                full,
                v -> {
                  throw oops;
                })
            .callbackEvt()
            .aSync();
    c.send(1);
    assertSame(oops, assertThrows(RuntimeException.class, callback::sync));
    assertSame(oops, reported.take());
    assertEquals(0, reported.size());
  }

  @Test
  void aFailureBeforeARefusal_isReportedWithIt() throws Exception {
    RuntimeException oops = new RuntimeException("oops");
    Event<Integer> callback =
        c.aRecvEvt()
            .aTap(v -> {
              throw oops;
            })
            .aWrap(full, v -> v + 1)
            .callbackEvt()
            .aSync();
    send(1);
    RejectedExecutionException refusal =
        assertThrows(RejectedExecutionException.class, callback::sync);
    assertSame(oops, refusal.getSuppressed()[0]);
  }

  @Test
  void aCallWhoseServersTargetIsFull_fails() throws Exception {
    Rpc<Integer, Integer> rpc = new Rpc<>(v -> v + 1);
    rpc.entryEvt().syncThen(full, served -> {});
    Running<Integer> call = Running.start(() -> rpc.call(1));
    assertThrows(RejectedExecutionException.class, call::get);
  }

  @Test
  void aCallIsCarriedOut_evenIfTheTargetOfTheEffectIsFull() throws Exception {
    Rpc<Integer, Integer> rpc = new Rpc<>(v -> v + 1);
    rpc.entryEvt().sTrans().aTrans().syncThen(full, begun -> {});
    Running<Integer> call =
        Running.start(() -> {
          Thread.currentThread().setUncaughtExceptionHandler((t, thrown) -> reported.add(thrown));
          return rpc.call(1);
        });
    assertEquals(2, call.get());
    assertInstanceOf(RejectedExecutionException.class, reported.take());
  }

  @Test
  void aCallWhoseServersTargetEndsBeforeTheBody_fails() throws Exception {
    Rpc<Integer, Integer> rpc = new Rpc<>(v -> v + 1);
    Worker ending = busy("ending");
    rpc.entryEvt().syncThen(ending, served -> {});
    Running<Integer> call = Running.start(() -> rpc.call(1));
    Eventually.holds(() -> ending.queued() == 1);
    ending.shutdown(Duration.ZERO);
    RejectedExecutionException refusal = assertThrows(RejectedExecutionException.class, call::get);
    assertTrue(refusal.getMessage().contains("ending"), refusal::getMessage);
  }

  @Test
  void aFutureThatGetsNoThread_fails() throws Exception {
    CompletableFuture<Integer> future = c.recvEvt().toFuture();
    OutOfMemoryError noThread = new OutOfMemoryError("no thread, for this test");
    Events.setThreadFactory(body -> {
      throw noThread;
    });
    try {
      send(1);
    } finally {
      Events.setThreadFactory(null);
    }
    assertSame(noThread, assertThrows(ExecutionException.class, future::get).getCause());
    assertEquals(0, reported.size());
  }

  private Worker busy(String name) throws InterruptedException {
    return busy(Targets.create(name, 1));
  }

  /** Makes a worker busy: its only thread waits for {@link #go}. */
  private Worker busy(Worker worker) throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    worker.execute(
        "runs",
        () -> {
          running.countDown();
          go.await();
        });
    running.await();
    return worker;
  }

  @Test
  void aCallbackOfARefusalAtTheEndOfAScope_mayUseTheScope() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    BlockingQueue<Boolean> used = new LinkedBlockingQueue<>();
    try (Scope scope = Scope.open("ending")) {
      scope.spawn(() -> {
        Thread.currentThread()
            .setUncaughtExceptionHandler((t, thrown) -> used.add(cancelElsewhere(scope)));
        end.await();
      });
      scope.doneEvt().syncThen(full, none -> {});
      end.countDown();
      assertTrue(used.take());
    }
  }

  private static boolean cancelElsewhere(Scope scope) {
    try {
      return Thread.ofVirtual().start(scope::cancel).join(Duration.ofMinutes(2));
    } catch (InterruptedException interrupt) {
      return false;
    }
  }

  /** Sends on a thread that records the failures reported to its handler. */
  private void send(int value) throws Exception {
    Running.start(
            () -> {
              Thread.currentThread()
                  .setUncaughtExceptionHandler((t, thrown) -> reported.add(thrown));
              c.send(value);
              return null;
            })
        .get();
  }
}
