package dev.hocket.events;

import static dev.hocket.core.Steps.then;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.timeOutEvt;
import static dev.hocket.events.Events.withNack;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Block;
import dev.hocket.core.Coroutine;
import dev.hocket.core.DeadlockException;
import dev.hocket.core.Eventually;
import dev.hocket.core.ResumableBody;
import dev.hocket.core.Steps;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests handlers that are suspended while they synchronise, on a target with a single thread, which
 * is free meanwhile.
 */
class HandlerTest {
  private static final AtomicInteger NAMES = new AtomicInteger();

  private final Target target = Targets.create("handlers-" + NAMES.incrementAndGet(), 1);
  private final Channel<String> c = new Channel<>("c");
  private final Channel<String> d = new Channel<>("d");
  private final List<String> story = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void shutDown() throws InterruptedException {
    target.shutdown(Duration.ofMinutes(1));
  }

  /** A step that synchronises, and one that records the value. */
  private Steps syncing(Event<?> event) {
    return Steps.of(sync(event), co -> story.add("got " + co.takeReference()));
  }

  private static ResumableBody sync(Event<?> event) {
    return co -> complete(co, event.sync(co));
  }

  private Block start(Steps steps) {
    return target.submit("Handler.java:1", steps.body());
  }

  private static void awaitSuspended(Block block) {
    Eventually.holds(() -> block.state() == Block.State.SUSPENDED);
  }

  @Test
  void aReceive_suspends_andContinuesWithTheMessage() throws Exception {
    Block handler = start(syncing(c.recvEvt()));
    awaitSuspended(handler);
    assertTrue(handler.toString().contains("waits for receive from channel c"), handler.toString());
    assertTrue(Events.dump().contains("handler Handler.java:1"), Events.dump());
    target.call("free", () -> story.add("free"));
    c.send("message");
    handler.join();
    assertEquals(List.of("free", "got message"), story);
  }

  @Test
  void aSend_suspendsUntilItIsReceived() throws Exception {
    Block handler = start(Steps.of(co -> c.send("message", co), then(() -> story.add("sent"))));
    awaitSuspended(handler);
    assertEquals(List.of(), story);
    assertEquals("message", c.recv());
    handler.join();
    assertEquals(List.of("sent"), story);
  }

  @Test
  void aReadyEvent_suspendsNothing() {
    c.aSend("one");
    d.aSend("two");
    target.call("in place", syncing(prefer(never(), c.recvEvt())).body());
    target.call("in place", syncing(d.recvEvt()).body());
    assertEquals(List.of("got one", "got two"), story);
  }

  @Test
  void actions_runOnTheTarget_whenTheHandlerContinues() throws Exception {
    List<Target> seen = new ArrayList<>();
    Event<String> event =
        choose(
            c.recvEvt().wrap(value -> value + "!"),
            d.recvEvt()
                .wrap(value -> {
                  seen.add(Targets.current().orElse(null));
                  return value + "?";
                }));
    Block handler = start(syncing(event));
    awaitSuspended(handler);
    d.send("who");
    handler.join();
    assertEquals(List.of("got who?"), story);
    assertEquals(List.of(target), seen);
    assertEquals(0, c.waiting());
  }

  @Test
  void handlersOfOneThread_meet() throws Exception {
    Block sender = start(Steps.of(co -> c.send("message", co), then(() -> story.add("sent"))));
    Block receiver = start(syncing(choose(d.recvEvt(), c.recvEvt())));
    sender.join();
    receiver.join();
    assertEquals(2, story.size());
    assertTrue(story.contains("got message"));
  }

  @Test
  void theCloseOfAScope_suspendsUntilItsProcessesHaveEnded() throws Exception {
    Scope[] scope = new Scope[1];
    CountDownLatch isInterrupted = new CountDownLatch(1);
    Block handler =
        start(
            Steps.of(
                co -> {
                  scope[0] = Scope.open("closed");
                  scope[0].spawn(() -> {
                    try {
                      d.recv();
                    } catch (InterruptedException closed) {
                      isInterrupted.countDown();
                      story.add(c.recv());
                    }
                  });
                },
                co -> scope[0].close(co),
                then(() -> story.add("closed"))));
    isInterrupted.await();
    awaitSuspended(handler);
    c.send("last");
    handler.join();
    assertEquals(List.of("last", "closed"), story);
    assertThrows(IllegalStateException.class, () -> scope[0].spawn(d::recv));
  }

  /**
   * The close interrupts the process, which cancels the block for which it waits: so the close is
   * refused, or cancelled if it waited before.
   */
  @Test
  void theCloseOfAScopeInABlockThatAProcessAwaits_doesNotHang() throws Exception {
    Target other = Targets.create("awaited-" + NAMES.incrementAndGet(), 1);
    try {
      for (int i = 0; i < 200; i++) {
        Scope[] scope = new Scope[1];
        Throwable[] thrown = new Throwable[1];
        Steps inner = Steps.of(co -> scope[0].close(co)).onFailure(failure -> thrown[0] = failure);
        Block opener =
            other.submit(
                "opener",
                () -> {
                  try (Scope opened = Scope.open("circle")) {
                    scope[0] = opened;
                    opened.spawn(() -> other.call("inner", inner.body()));
                    opened.doneEvt().sync();
                  }
                });
        opener.join();
        String message = thrown[0].getMessage();
        if (thrown[0] instanceof DeadlockException) {
          assertTrue(message.contains("waits (close of scope circle)"), message);
          assertTrue(message.contains("for thread \"circle-1\""), message);
          assertTrue(message.contains("for block inner"), message);
        } else {
          assertEquals("cancelled in close of scope circle", message);
        }
      }
    } finally {
      other.shutdown(Duration.ofMinutes(1));
    }
  }

  @Test
  void aWaitForTheEndOfAScopeInABlockThatAProcessAwaits_doesNotHang() throws Exception {
    Target other = Targets.create("awaited-" + NAMES.incrementAndGet(), 1);
    try {
      Scope scope = Scope.open("circle");
      IVar<Throwable> refused = new IVar<>();
      Steps inner = Steps.of(co -> scope.doneEvt().sync(co)).onFailure(refused::put);
      scope.spawn(() -> other.call("inner", inner.body()));
      String message = refused.get().toString();
      assertTrue(message.contains("waits (end of scope circle)"), message);
      assertTrue(message.contains("for block inner"), message);
      scope.join();
    } finally {
      other.shutdown(Duration.ofMinutes(1));
    }
  }

  @Test
  void anInterruptBeforeACancelledCloseOfAScope_isKept() throws Exception {
    Scope[] scope = new Scope[1];
    CountDownLatch ends = new CountDownLatch(1);
    Steps steps =
        Steps.of(
                co -> {
                  scope[0] = Scope.open("closed");
                  scope[0].spawn(() -> {
                    while (ends.getCount() > 0) {
                      try {
                        ends.await();
                      } catch (InterruptedException ignored) {
                        // It delays the close.
                      }
                    }
                  });
                  Thread.currentThread().interrupt();
                  scope[0].close(co);
                })
            .onFailure(failure -> {
              assertInstanceOf(CancellationException.class, failure);
              story.add("cancelled, interrupted: " + Thread.interrupted());
            });
    Block handler = start(steps);
    awaitSuspended(handler);
    handler.cancel();
    handler.join();
    assertEquals(List.of("cancelled, interrupted: true"), story);
    ends.countDown();
    target.call("close", () -> scope[0].close());
  }

  @Test
  void anInterruptBeforeTheCloseOfAScope_isKept() throws Exception {
    Scope[] scope = new Scope[1];
    Steps steps =
        Steps.of(
            co -> {
              scope[0] = Scope.open("closed");
              scope[0].spawn(() -> {
                try {
                  d.recv();
                } catch (InterruptedException closed) {
                  c.recv();
                }
              });
              Thread.currentThread().interrupt();
              scope[0].close(co);
            },
            then(() -> story.add("interrupted: " + Thread.interrupted())));
    Block handler = start(steps);
    awaitSuspended(handler);
    c.send("last");
    handler.join();
    assertEquals(List.of("interrupted: true"), story);
  }

  @Test
  void aTimeout_resumes() throws Exception {
    Event<String> late = timeOutEvt(Duration.ofMillis(1)).wrap(none -> "late");
    start(syncing(choose(c.recvEvt(), late))).join();
    assertEquals(List.of("got late"), story);
    assertEquals(0, c.waiting());
  }

  @Test
  void within_throwsItsExceptionAtTheAwait() {
    Block handler = start(syncing(c.recvEvt().within(Duration.ofMillis(1))));
    assertThrows(EventTimeoutException.class, handler::join);
  }

  @Test
  void theEndOfTheChannel_isThrownAtTheAwait() {
    Block handler = start(syncing(c.recvEvt()));
    awaitSuspended(handler);
    c.close();
    assertThrows(ChannelClosedException.class, handler::join);
  }

  @Test
  void wrapHandler_takesTheEndOfTheChannel() throws Exception {
    Block handler =
        start(syncing(choose(d.recvEvt(), c.recvEvt().wrapHandler(failure -> "handled"))));
    awaitSuspended(handler);
    c.close();
    handler.join();
    assertEquals(List.of("got handled"), story);
  }

  @Test
  void cancel_leavesNothingInTheChannels_andFiresTheNacks() throws Exception {
    IVar<String> lost = new IVar<>();
    Event<String> noted =
        withNack(nack -> {
          Events.spawn(() -> {
            nack.sync();
            lost.tryPut("lost");
          });
          return c.recvEvt();
        });
    Block alone = start(syncing(c.recvEvt()));
    Block sender = start(Steps.of(co -> d.send("message", co)));
    Block choice = start(syncing(choose(noted, d.recvEvt().wrap(value -> value))));
    // The sender and the choice have met.
    sender.join();
    choice.join();
    Block again = start(syncing(noted));
    awaitSuspended(alone);
    awaitSuspended(again);
    alone.cancel();
    again.cancel();
    assertThrows(CancellationException.class, alone::join);
    assertThrows(CancellationException.class, again::join);
    assertEquals("lost", lost.get());
    assertEquals(0, c.waiting());
    assertFalse(c.sendPoll("nobody"));
  }

  @Test
  void theEndOfTheTarget_leavesTheMessageToOthers() throws Exception {
    Block handler = start(syncing(c.recvEvt()));
    awaitSuspended(handler);
    assertEquals(List.of(handler), target.shutdown(Duration.ofMillis(1)));
    Eventually.holds(() -> c.waiting() == 0);
    Running<String> other = Running.start(c::recv);
    c.send("message");
    assertEquals("message", other.get());
    assertEquals(List.of(), story);
  }

  @Test
  void aHandlerThatSends_doesNotCountAsAPendingSend() throws Exception {
    Channel<String> limited = Channel.limited("limited", 1, Overflow.FAIL);
    Block first = start(Steps.of(co -> limited.send("one", co)));
    awaitSuspended(first);
    limited.aSend("two");
    assertEquals("one", limited.recv());
    assertEquals("two", limited.recv());
    first.join();
  }

  @Test
  void anActionThatThrows_throwsAtTheAwait() {
    IllegalStateException failure = new IllegalStateException("action");
    Block handler =
        start(
            syncing(
                c.recvEvt()
                    .wrap(value -> {
                      throw failure;
                    })));
    awaitSuspended(handler);
    c.aSend("message");
    assertSame(failure, assertThrows(Exception.class, handler::join));
  }

  @Test
  void otherWaitingMethods_suspend() throws Exception {
    MVar<String> variable = new MVar<>();
    IVar<String> once = new IVar<>();
    Mailbox<String> box = new Mailbox<>("box");
    Multicast<String> cast = new Multicast<>("cast");
    Source<String> listener = cast.listen();
    Scope scope = Scope.open("scope");
    Channel<String> end = new Channel<>("end");
    scope.spawn(end::recv);
    Block handler =
        start(
            Steps.of(
                co -> complete(co, variable.take(co)),
                co -> story.add((String) co.takeReference()),
                co -> complete(co, once.get(co)),
                co -> story.add((String) co.takeReference()),
                co -> complete(co, box.recv(co)),
                co -> story.add((String) co.takeReference()),
                co -> complete(co, listener.recv(co)),
                co -> story.add((String) co.takeReference()),
                scope::join,
                then(() -> story.add("joined"))));
    awaitSuspended(handler);
    variable.put("taken");
    Eventually.holds(() -> story.size() == 1);
    awaitSuspended(handler);
    once.put("read");
    Eventually.holds(() -> story.size() == 2);
    awaitSuspended(handler);
    box.send("mailed");
    Eventually.holds(() -> story.size() == 3);
    awaitSuspended(handler);
    cast.send("heard");
    Eventually.holds(() -> story.size() == 4);
    awaitSuspended(handler);
    end.send("end");
    handler.join();
    assertEquals(List.of("taken", "read", "mailed", "heard", "joined"), story);
    scope.close();
  }

  @Test
  void aCallOfAProcedure_suspendsUntilItsReturn() throws Exception {
    Rpc<Integer, Integer> twice = new Rpc<>("twice", n -> 2 * n);
    Rpc<Integer, Integer> broken =
        new Rpc<>(
            "broken",
            n -> {
              throw new IllegalStateException("no " + n);
            });
    Block handler =
        start(
            Steps.of(
                co -> complete(co, twice.call(3, co)),
                co -> story.add("returned " + co.takeReference()),
                co -> complete(co, broken.call(4, co)),
                then(() -> story.add("never"))));
    awaitSuspended(handler);
    assertTrue(handler.toString().contains("waits for call of channel of procedure twice"));
    twice.entryEvt().sync();
    Eventually.holds(() -> story.size() == 1);
    awaitSuspended(handler);
    broken.entryEvt().sync();
    assertEquals("no 4", assertThrows(IllegalStateException.class, handler::join).getMessage());
    assertEquals(List.of("returned 6"), story);
    twice.close();
    Block late = start(Steps.of(co -> complete(co, twice.call(5, co))));
    assertThrows(ChannelClosedException.class, late::join);
  }

  @Test
  void aCancelledCall_isWithdrawn_orItsReplyIsIgnored() throws Exception {
    Channel<Integer> gate = new Channel<>("gate");
    Rpc<Integer, Integer> procedure = new Rpc<>("p", n -> gate.recv());
    Block waiting = start(Steps.of(co -> complete(co, procedure.call(1, co))));
    awaitSuspended(waiting);
    waiting.cancel();
    assertThrows(CancellationException.class, waiting::join);
    assertFalse(procedure.entryEvt().poll(none -> {}));
    Block accepted = start(Steps.of(co -> complete(co, procedure.call(2, co))));
    awaitSuspended(accepted);
    Running<Void> server = Running.start(procedure.entryEvt()::sync);
    Eventually.holds(() -> gate.waiting() == 1);
    accepted.cancel();
    assertThrows(CancellationException.class, accepted::join);
    gate.send(7);
    server.get();
  }

  /** A call ends once, whatever comes first: the server, or a cancel. */
  @Test
  void manyCalls_returnTheirOwnResult_orAreCancelled() throws Exception {
    Target pool = Targets.create("pool-" + NAMES.incrementAndGet(), 4);
    Rpc<Integer, Integer> next = new Rpc<>("next", n -> n + 1);
    Thread server = Events.spawn(next::serve);
    List<Block> calls = new ArrayList<>();
    Queue<Integer> wrong = new ConcurrentLinkedQueue<>();
    AtomicInteger returned = new AtomicInteger();
    for (int i = 0; i < 5_000; i++) {
      int n = i;
      Steps call =
          Steps.of(
              co -> complete(co, next.call(n, co)),
              co -> {
                returned.incrementAndGet();
                if ((int) co.takeReference() != n + 1) {
                  wrong.add(n);
                }
              });
      calls.add(pool.submit("call " + i, call.body()));
      if (i % 3 == 0) {
        calls.get(i / 2).cancel();
      }
    }
    int completed = 0;
    for (Block call : calls) {
      completed += hasCompleted(call) ? 1 : 0;
    }
    assertEquals(List.of(), List.copyOf(wrong));
    assertTrue(completed <= returned.get() && completed > 0, completed + " of " + returned);
    next.close();
    server.join();
    pool.shutdown(Duration.ofMinutes(1));
  }

  /** Hands over the result of a step, unless it is null because the handler is suspended. */
  static void complete(Coroutine handler, Object value) {
    if (value != null) {
      handler.complete(value);
    }
  }

  @Test
  void messages_areNeitherLostNorDoubled_whenHandlersAreCancelled() throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("HandlerTest: -Dhocket.seed=" + seed);
    Random random = new Random(seed);
    Target pool = Targets.create("pool-" + NAMES.incrementAndGet(), 4);
    Channel<Integer> from = new Channel<>("from");
    Channel<Integer> other = new Channel<>("other");
    Queue<Integer> received = new ConcurrentLinkedQueue<>();
    List<Block> receivers = new ArrayList<>();
    List<Block> senders = new ArrayList<>();
    int messages = 20_000;
    for (int i = 0; i < messages; i++) {
      Event<Integer> receive =
          random.nextBoolean() ? from.recvEvt() : choose(from.recvEvt(), other.recvEvt());
      receivers.add(
          pool.submit("receiver", Steps.of(sync(receive), co -> take(received, co)).body()));
      int value = i;
      Event<Void> send =
          random.nextBoolean()
              ? from.sendEvt(value)
              : choose(from.sendEvt(value), other.sendEvt(value));
      senders.add(pool.submit("sender " + i, Steps.of(sync(send)).body()));
      if (random.nextInt(3) == 0) {
        List<Block> some = random.nextBoolean() ? senders : receivers;
        some.get(random.nextInt(some.size())).cancel();
      }
    }
    Thread.ofPlatform().start(() -> receivers.forEach(Block::cancel)).join();
    senders.forEach(Block::cancel);
    List<Integer> sent = new ArrayList<>();
    for (int i = 0; i < messages; i++) {
      if (hasCompleted(senders.get(i))) {
        sent.add(i);
      }
      hasCompleted(receivers.get(i));
    }
    List<Integer> got = new ArrayList<>(received);
    Collections.sort(got);
    assertEquals(sent, got, "-Dhocket.seed=" + seed);
    pool.shutdown(Duration.ofMinutes(1));
  }

  /** Takes the value; an interrupt after the commit must not prevent that. */
  private static void take(Queue<Integer> received, Coroutine co) {
    received.add((Integer) co.takeReference());
  }

  private static boolean hasCompleted(Block block) throws Exception {
    try {
      block.join();
      return true;
    } catch (CancellationException | InterruptedException cancelled) {
      assertInstanceOf(Exception.class, cancelled);
      return false;
    }
  }
}
