package dev.hocket.events;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.doneEvt;
import static dev.hocket.events.Events.futureEvt;
import static dev.hocket.events.Events.joinEvt;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.sChoose;
import static dev.hocket.events.Events.select;
import static dev.hocket.events.Events.spawn;
import static dev.hocket.events.Events.withNack;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Block;
import dev.hocket.core.Body;
import dev.hocket.core.Eventually;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.awt.EventQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests events made from targets and their loops, blocks, threads and futures. */
class BridgesTest {
  private static ToyLoop toyLoop;
  private static Target loop;
  private static Target worker;

  private final Channel<Integer> c = new Channel<>("c");

  @BeforeAll
  static void makeTargets() throws Exception {
    toyLoop = new ToyLoop();
    loop = toyLoop.target;
    worker = Targets.create("bridges", 1);
  }

  @AfterAll
  static void end() throws Exception {
    worker.shutdown(Duration.ofMinutes(2));
    toyLoop.close();
  }

  @Test
  void syncThen_returnsAtOnceAndRunsItsActionsOnTheTarget() throws Exception {
    LinkedBlockingQueue<Boolean> ran = new LinkedBlockingQueue<>();
    Pending pending =
        choose(c.recvEvt(), never())
            .wrap(v -> {
              ran.add(loop.isCurrent());
              return v;
            })
            .syncThen(loop, v -> ran.add(loop.isCurrent() && v == 7));
    assertTrue(pending.isPending());
    c.send(7);
    assertFalse(pending.isPending());
    assertEquals(List.of(true, true), List.of(ran.take(), ran.take()));
  }

  @Test
  void syncThen_neverRunsItsActionInTheMiddleOfTheCaller() throws Exception {
    LinkedBlockingQueue<String> order = new LinkedBlockingQueue<>();
    loop.execute(
        "handler",
        () -> {
          alwaysEvt(1).syncThen(loop, v -> order.add("action"));
          c.recvEvt().syncThen(loop, v -> order.add("received"));
          c.send(1);
          order.add("end of handler");
        });
    assertEquals("end of handler", order.take());
    assertEquals("action", order.take());
    assertEquals("received", order.take());
  }

  @Test
  void aProtocolBetweenHandlersOfOneLoop_doesNotGrowItsStack() throws Exception {
    int rounds = 20_000;
    Channel<Integer> ping = new Channel<>("ping");
    IVar<Integer> end = new IVar<>();
    class Handler {
      void listen() throws InterruptedException {
        ping.recvEvt().syncThen(loop, this::handle);
      }

      Object handle(int n) throws InterruptedException {
        if (n == rounds) {
          end.put(n);
        } else {
          listen();
          ping.aSend(n + 1);
        }
        return null;
      }
    }
    new Handler().listen();
    ping.send(0);
    assertEquals(rounds, end.get());
  }

  @Test
  void actionsForOneTarget_keepTheOrderOfCommunications() throws Exception {
    LinkedBlockingQueue<Integer> order = new LinkedBlockingQueue<>();
    for (Target from : List.of(loop, worker)) {
      Block block =
          from.submit(
              "sender",
              () -> {
                for (int i = 0; i < 200; i++) {
                  c.recvEvt().syncThen(loop, order::add);
                }
                for (int i = 0; i < 200; i++) {
                  c.send(i);
                }
              });
      for (int i = 0; i < 200; i++) {
        assertEquals(i, order.take());
      }
      block.join();
    }
  }

  @Test
  void aFailedAction_goesToTheTargetsUncaughtHandler() throws Exception {
    LinkedBlockingQueue<Throwable> reported = new LinkedBlockingQueue<>();
    worker.setUncaughtHandler((block, failure) -> reported.add(failure));
    RuntimeException oops = new RuntimeException("oops");
    c.recvEvt()
        .syncThen(
            worker,
            v -> {
              throw oops;
            });
    c.send(1);
    assertSame(oops, reported.take());
  }

  @Test
  void syncThenWithdrawn_leavesNothingAndItsNackFires() throws Exception {
    List<Event<Void>> nacks = new ArrayList<>();
    Pending pending =
        Events.<Integer>withNack(
                nack -> {
                  nacks.add(nack);
                  return choose(c.recvEvt(), never());
                })
            .syncThen(worker, v -> {});
    assertEquals(1, c.waiting());
    assertTrue(pending.withdraw());
    assertFalse(pending.withdraw());
    assertEquals(0, c.waiting());
    assertTrue(prefer(nacks.get(0).wrap(v -> true), alwaysEvt(false)).sync());
    Pending single = c.recvEvt().syncThen(worker, v -> {});
    assertTrue(single.withdraw());
    assertEquals(0, c.waiting());
    assertFalse(alwaysEvt(1).syncThen(worker, v -> {}).withdraw());
  }

  @Test
  void aCallIsRefusedOnALoop_beforeItIsMade_andTheRefusalNamesTheWayOut() throws Exception {
    IVar<Integer> work = new IVar<>();
    AtomicInteger made = new AtomicInteger();
    Rpc<Integer, Integer> slow =
        new Rpc<>("slow", argument -> argument + work.get() + made.getAndIncrement());
    Thread server = spawn(slow::serve);
    List<Body> calls =
        List.of(
            () -> slow.call(1),
            () -> slow.callEvt(1).sync(),
            () -> choose(never(), slow.callEvt(1)).sync(),
            () -> prefer(slow.callEvt(1), alwaysEvt(0)).sync(),
            () -> slow.callEvt(1).syncThen(loop, v -> {}),
            () -> alwaysEvt(0).sTrans().aWrap(loop, waiting(v -> slow.call(1))).aSync(),
            () -> c.aSendEvt(1).sWrap(waiting(v -> slow.call(1))).aSync());
    for (Body call : calls) {
      Block block = loop.submit("calls", call::run);
      IllegalStateException refusal = assertThrows(IllegalStateException.class, block::join);
      assertTrue(refusal.getMessage().contains("Event.toFuture"), refusal.getMessage());
    }
    assertEquals(0, c.pending());
    CompletableFuture<Integer> returned = new CompletableFuture<>();
    loop.submit("calls", () -> slow.callEvt(1).toFuture().thenAccept(returned::complete)).join();
    work.put(2);
    assertEquals(3, returned.get());
    slow.close();
    server.join();
  }

  private static WaitingAction<Object, Integer> waiting(WaitingAction<Object, Integer> action) {
    return action;
  }

  @Test
  void theGuardOfARefusedCall_getsItsNack() throws Exception {
    Rpc<Integer, Integer> slow = new Rpc<>("slow", n -> n);
    IVar<Event<Void>> nack = new IVar<>();
    Event<Integer> call =
        withNack(lost -> {
          nack.put(lost);
          return slow.callEvt(1);
        });
    Block block = loop.submit("calls", call::sync);
    String refusal = assertThrows(IllegalStateException.class, block::join).getMessage();
    assertTrue(
        refusal.startsWith(
            "send to channel of procedure slow, with an action that waits: would have to wait"),
        refusal);
    nack.get().sync();
  }

  @Test
  void anActionThatWaits_runsOnATargetThatMayWait() throws Exception {
    Rpc<Integer, Integer> twice = new Rpc<>("twice", n -> 2 * n);
    Thread server = spawn(twice::serve);
    assertEquals(2, twice.call(1));
    CompletableFuture<Integer> returned = new CompletableFuture<>();
    twice.callEvt(2).syncThen(worker, returned::complete);
    assertEquals(4, returned.get());
    twice.close();
    server.join();
  }

  @Test
  void aSynchronisationThatWouldWait_isRefusedOnALoop() throws Exception {
    for (Event<?> event : List.of(c.recvEvt(), choose(c.recvEvt(), never()))) {
      Block block = loop.submit("waits", event::sync);
      IllegalStateException refusal = assertThrows(IllegalStateException.class, block::join);
      assertTrue(refusal.getMessage().contains("syncThen"), refusal.getMessage());
      assertEquals(0, c.waiting());
    }
    Channel<Integer> full = Channel.limited("full", 1, Overflow.WAIT);
    full.aSend(1);
    Scope scope = Scope.open("of a test");
    scope.spawn(() -> never().sync());
    List<Body> others =
        List.of(
            () -> full.aSendEvt(2).aSync(),
            () -> sChoose(c.aRecvEvt(), Events.<Integer>aNever()).aSync(),
            scope::join);
    for (Body other : others) {
      assertThrows(IllegalStateException.class, loop.submit("waits", other)::join);
    }
    assertEquals(0, c.waiting());
    assertEquals(1, full.pending());
    scope.close();
    c.aSend(3);
    int[] got = {0};
    loop.call("does not wait", () -> got[0] = c.recv());
    assertEquals(3, got[0]);
  }

  @Test
  void aRefusalOnALoop_namesTheReasonOfTheWait() {
    Channel<Integer> full = Channel.limited("full", 1, Overflow.WAIT);
    full.aSend(1);
    Map<Body, String> waits =
        Map.of(
            c::recv,
            "receive from " + c,
            () -> c.send(1),
            "send to " + c,
            c.recvEvt()::sync,
            "receive from " + c,
            choose(c.recvEvt(), never())::sync,
            "choice of 2 (receive from " + c + "; never)",
            () -> full.aSendEvt(2).aSync(),
            "room for an asynchronous send to channel full");
    waits.forEach((wait, words) -> {
      Block block = loop.submit("waits", wait::run);
      String message = assertThrows(IllegalStateException.class, block::join).getMessage();
      assertTrue(message.startsWith(words + ": would have to wait"), message);
    });
  }

  @Test
  void theEventThreadOfSwing_takesPartWithoutWaiting() throws Exception {
    Target edt = Targets.of("edt");
    LinkedBlockingQueue<Boolean> ran = new LinkedBlockingQueue<>();
    c.recvEvt().syncThen(edt, v -> ran.add(EventQueue.isDispatchThread()));
    c.send(1);
    assertTrue(ran.take());
  }

  @Test
  void aCallFromALoop_returnsThere() throws Exception {
    Rpc<Integer, Integer> rpc = new Rpc<>("double", n -> 2 * n);
    LinkedBlockingQueue<String> returned = new LinkedBlockingQueue<>();
    loop.execute(
        "call",
        () ->
            rpc.callEvt(21)
                .sTrans()
                .aTap(loop, n -> returned.add(n + " " + loop.isCurrent()))
                .aSync());
    rpc.entryEvt().sync();
    assertEquals("42 true", returned.take());
  }

  @Test
  void doneEvt_isReadyWhenABlockHasEnded() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Block block = worker.submit("waits", go::await);
    assertEquals("not yet", prefer(doneEvt(block).wrap(b -> "done"), alwaysEvt("not yet")).sync());
    go.countDown();
    assertSame(block, doneEvt(block).sync());
    assertEquals(Block.State.COMPLETED, select(doneEvt(block), doneEvt(block)).state());
    RuntimeException oops = new RuntimeException("oops");
    Block failing =
        worker.submit(
            "fails",
            () -> {
              throw oops;
            });
    assertSame(oops, doneEvt(failing).sync().failure());
  }

  @Test
  void joinEvt_isReadyWhenAThreadHasEnded() throws Exception {
    Thread thread = spawn(c::recv);
    Running<Void> joiner = Running.start(() -> joinEvt(thread).sync());
    Eventually.holds(() -> c.waiting() == 1);
    assertEquals("not yet", prefer(joinEvt(thread).wrap(b -> "done"), alwaysEvt("not yet")).sync());
    c.send(1);
    joiner.get();
    joinEvt(thread).sync();
    joinEvt(Thread.ofVirtual().unstarted(() -> {})).sync();
  }

  @Test
  void futureEvt_isReadyWhenAFutureIsComplete() throws Exception {
    CompletableFuture<Integer> future = new CompletableFuture<>();
    Running<Integer> waiter = Running.start(() -> select(futureEvt(future), never()));
    future.complete(5);
    assertEquals(5, waiter.get());
    assertEquals(5, futureEvt(future).sync());
  }

  @Test
  void futureEvt_failsWithTheCause_aCancelledOneToo() {
    RuntimeException oops = new RuntimeException("oops");
    Event<Object> failed = futureEvt(CompletableFuture.failedFuture(oops));
    assertSame(oops, assertThrows(CompletionException.class, failed::sync).getCause());
    CompletableFuture<Integer> cancelled = new CompletableFuture<>();
    cancelled.cancel(true);
    assertTrue(
        assertThrows(CompletionException.class, () -> futureEvt(cancelled).sync()).getCause()
            instanceof CancellationException);
  }

  @Test
  void aFutureThatManyWaitFor_hasOneListener() throws Exception {
    CompletableFuture<Integer> future = new CompletableFuture<>();
    for (int i = 0; i < 1000; i++) {
      prefer(futureEvt(future), alwaysEvt(0)).sync();
    }
    assertEquals(1, future.getNumberOfDependents());
  }

  @Test
  void toFuture_completesWithTheEvent() throws Exception {
    CompletableFuture<Integer> plain = c.recvEvt().toFuture();
    CompletableFuture<Integer> wrapped = choose(c.recvEvt(), never()).wrap(v -> v + 1).toFuture();
    c.send(1);
    c.send(2);
    assertEquals(1, plain.get());
    assertEquals(3, wrapped.get());
    assertEquals(4, alwaysEvt(4).toFuture().get());
  }

  @Test
  void toFuture_failsWithTheEvent() throws Exception {
    RuntimeException oops = new RuntimeException("oops");
    CompletableFuture<Object> failed =
        alwaysEvt(1)
            .wrap(v -> {
              throw oops;
            })
            .toFuture();
    assertSame(oops, assertThrows(ExecutionException.class, failed::get).getCause());
    CompletableFuture<Integer> closed = c.recvEvt().toFuture();
    c.close();
    assertTrue(
        assertThrows(ExecutionException.class, closed::get).getCause()
            instanceof ChannelClosedException);
  }

  @Test
  void cancellingTheFuture_withdrawsTheEvent() throws Exception {
    CompletableFuture<Integer> future = c.recvEvt().toFuture();
    assertEquals(1, c.waiting());
    assertTrue(future.cancel(false));
    assertEquals(0, c.waiting());
    assertTrue(future.isCancelled());
    CompletableFuture<Integer> done = alwaysEvt(1).toFuture();
    assertFalse(done.cancel(false));
    assertEquals(1, done.get());
  }
}
