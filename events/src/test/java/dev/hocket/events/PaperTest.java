package dev.hocket.events;

import static dev.hocket.events.Events.aGuard;
import static dev.hocket.events.Events.alwaysEvt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Tests the guarantees of paper 4, section 4, and those that Hocket adds where the paper is silent.
 */
class PaperTest {
  private final Channel<String> c = new Channel<>("c");
  private final Channel<String> d = new Channel<>("d");

  @Test
  void anAsynchronousSend_doesNotWait() throws Exception {
    assertNull(c.aSendEvt("v").aSync());
    assertEquals(1, c.pending());
    assertEquals("v", c.recv());
  }

  @Test
  void anAsynchronousReceive_takesItsPlaceAndYieldsNothing() throws Exception {
    LinkedBlockingQueue<String> got = new LinkedBlockingQueue<>();
    assertNull(c.aRecvEvt().aWrap(got::add).aSync());
    assertEquals(1, c.waiting());
    c.send("v");
    assertEquals("v", got.take());
  }

  @Test
  void asynchronousEvents_meetEachOther() throws Exception {
    LinkedBlockingQueue<String> got = new LinkedBlockingQueue<>();
    c.aSendEvt("1").aWrap(v -> got.add("sent")).aSync();
    c.aRecvEvt().aWrap(got::add).aSync();
    List<String> both = new ArrayList<>(List.of(got.take(), got.take()));
    both.sort(null);
    assertEquals(List.of("1", "sent"), both);
    assertEquals(0, c.pending() + c.waiting());
  }

  @Test
  void successiveSendsOfOneCreator_areSeenInOrder() throws Exception {
    for (int i = 0; i < 100; i++) {
      c.aSendEvt("" + i).aSync();
    }
    for (int i = 0; i < 100; i++) {
      assertEquals("" + i, c.recv());
    }
  }

  @Test
  void successiveAsynchronousReceives_getValuesInOrder() throws Exception {
    List<LinkedBlockingQueue<String>> got = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      LinkedBlockingQueue<String> mine = new LinkedBlockingQueue<>();
      got.add(mine);
      c.aRecvEvt().aWrap(mine::add).aSync();
    }
    for (int i = 0; i < 50; i++) {
      c.send("" + i);
    }
    for (int i = 0; i < 50; i++) {
      assertEquals("" + i, got.get(i).take());
    }
  }

  @Test
  void aChannelIsFifoOverAllDepositors() throws Exception {
    List<Running<Void>> senders = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      String value = "" + i;
      switch (i % 3) {
        case 0 -> c.aSend(value);
        case 1 -> c.aSendEvt(value).aWrap(v -> v).aSync();
        default -> senders.add(Running.start(() -> c.sendEvt(value).sync()));
      }
      int deposited = i + 1;
      Eventually.holds(() -> c.pending() == deposited);
    }
    for (int i = 0; i < 30; i++) {
      assertEquals("" + i, c.recv());
    }
    for (Running<Void> sender : senders) {
      sender.get();
    }
  }

  @Test
  void aPostCreationAction_runsAfterTheDepositOnTheCreatorsThread() throws Exception {
    String seen = c.aSendEvt("v").sWrap(created -> c.recv()).aSync();
    assertEquals("v", seen);
    assertSame(Thread.currentThread(), c.aSendEvt("w").sWrap(v -> Thread.currentThread()).aSync());
  }

  @Test
  void aValueSentByAPostCreationAction_isConsumedAfterItsEvent() throws Exception {
    c.aSendEvt("first").sWrap(created -> c.aSendEvt("second").aSync()).aSync();
    assertEquals("first", c.recv());
    assertEquals("second", c.recv());
  }

  @Test
  void aPostConsumptionAction_runsOnAThreadOfItsOwnAfterConsumption() throws Exception {
    LinkedBlockingQueue<Thread> ran = new LinkedBlockingQueue<>();
    c.aSendEvt("v").aWrap(v -> ran.add(Thread.currentThread())).aSync();
    assertTrue(ran.isEmpty());
    c.recv();
    Thread thread = ran.take();
    assertNotSame(Thread.currentThread(), thread);
    assertTrue(thread.isVirtual());
  }

  @Test
  void aPostConsumptionAction_hasItsOwnThreadEvenIfThePartnerWaited() throws Exception {
    LinkedBlockingQueue<Thread> ran = new LinkedBlockingQueue<>();
    Running<String> receiver = Running.start(c::recv);
    Eventually.holds(() -> c.waiting() == 1);
    c.aSendEvt("v").aWrap(v -> ran.add(Thread.currentThread())).aSync();
    receiver.get();
    assertNotSame(Thread.currentThread(), ran.take());
  }

  @Test
  void noThreadExists_beforeAPostConsumptionActionHasToRun() throws Exception {
    AtomicInteger threads = new AtomicInteger();
    Events.setThreadFactory(body -> {
      threads.incrementAndGet();
      return Thread.ofVirtual().unstarted(body);
    });
    try {
      LinkedBlockingQueue<String> got = new LinkedBlockingQueue<>();
      c.aSendEvt("plain").sWrap(v -> 1).aSync();
      c.aSendEvt("with action").aWrap(v -> got.add("consumed")).aSync();
      c.aRecvEvt().aSync();
      assertEquals(0, threads.get());
      c.recv();
      assertEquals(1, threads.get());
      got.take();
    } finally {
      Events.setThreadFactory(null);
    }
  }

  @Test
  void aPostConsumptionAction_canRunOnATarget() throws Exception {
    Target target = Targets.create("post-consumption", 1);
    LinkedBlockingQueue<Boolean> ran = new LinkedBlockingQueue<>();
    try {
      c.aSendEvt("v")
          .aWrap(v -> ran.add(target.isCurrent()))
          .aWrap(target, v -> ran.add(target.isCurrent()))
          .aWrap(v -> ran.add(target.isCurrent()))
          .aSync();
      c.recv();
      assertEquals(List.of(false, true, true), List.of(ran.take(), ran.take(), ran.take()));
    } finally {
      target.shutdown(Duration.ofMinutes(2));
    }
  }

  @Test
  void aPostConsumptionActionThatThrows_leavesTheCommunicationAndIsReported() throws Exception {
    LinkedBlockingQueue<Throwable> reported = new LinkedBlockingQueue<>();
    RuntimeException oops = new RuntimeException("oops");
    Events.setThreadFactory(body ->
        Thread.ofVirtual()
            .uncaughtExceptionHandler((thread, failure) -> reported.add(failure))
            .unstarted(body));
    try {
      c.aSendEvt("v")
          .aWrap(v -> {
            throw oops;
          })
          .aSync();
      assertEquals("v", c.recv());
      assertSame(oops, reported.take());
    } finally {
      Events.setThreadFactory(null);
    }
  }

  @Test
  void aPostConsumptionActionThatThrowsOnATarget_goesToItsUncaughtHandler() throws Exception {
    Target target = Targets.create("failing", 1);
    LinkedBlockingQueue<Throwable> reported = new LinkedBlockingQueue<>();
    target.setUncaughtHandler((block, failure) -> reported.add(failure));
    RuntimeException oops = new RuntimeException("oops");
    try {
      c.aSendEvt("v")
          .aWrap(
              target,
              v -> {
                throw oops;
              })
          .aSync();
      assertEquals("v", c.recv());
      assertSame(oops, reported.take());
    } finally {
      target.shutdown(Duration.ofMinutes(2));
    }
  }

  @Test
  void sWrapAndAWrap_commute() throws Exception {
    LinkedBlockingQueue<String> consumed = new LinkedBlockingQueue<>();
    Action<Void, String> f = v -> "created";
    Action<Void, Boolean> g = v -> consumed.add("consumed");
    assertEquals("created", c.aSendEvt("v").sWrap(f).aWrap(g).aSync());
    assertEquals("created", c.aSendEvt("v").aWrap(g).sWrap(f).aSync());
    c.recv();
    c.recv();
    assertEquals("consumed", consumed.take());
    assertEquals("consumed", consumed.take());
  }

  @Test
  void f_blocksAlone() throws Exception {
    Running<String> f =
        Running.start(() -> {
          Running.start(() -> c.sendEvt("v").sync());
          c.sendEvt("v'").sync();
          return c.recvEvt().sync();
        });
    Eventually.holds(() -> c.pending() == 2);
    assertFalse(f.isDone());
    List<String> taken = new ArrayList<>();
    while (!f.isDone() && taken.size() < 2) {
      c.recvPoll(taken::add);
    }
    if (taken.size() < 2) {
      assertEquals("v", f.get());
    }
    f.thread.interrupt();
  }

  @Test
  void af_neverBlocks() throws Exception {
    Running<String> af =
        Running.start(() -> {
          Running.start(() -> c.sendEvt("v").sync());
          c.aSendEvt("v'").aSync();
          return c.recvEvt().sync();
        });
    assertTrue(List.of("v", "v'").contains(af.get()));
    c.recv();
  }

  @Test
  void afWithSwappedLines_readsItsOwnValue() throws Exception {
    c.aSendEvt("v'").aSync();
    Running<Void> other = Running.start(() -> c.sendEvt("v").sync());
    assertEquals("v'", c.recvEvt().sync());
    assertEquals("v", c.recv());
    other.get();
  }

  @Test
  void theBarrier_releasesItsThreadAfterConsumption() throws Exception {
    Channel<Void> local = new Channel<>();
    List<String> order = new CopyOnWriteArrayList<>();
    Running<Void> barrier =
        Running.start(() -> {
          c.aSendEvt("v")
              .aWrap(consumed -> {
                local.send(null);
                return null;
              })
              .aSync();
          order.add("g");
          local.recv();
          order.add("h");
          return null;
        });
    Eventually.holds(() -> order.contains("g"));
    Eventually.holds(() -> c.pending() == 1);
    order.add("consumption");
    c.recv();
    barrier.get();
    assertEquals(List.of("g", "consumption", "h"), order);
  }

  @Test
  void aCallback_runsOnWhicheverThreadSynchronisesOnIt() throws Exception {
    Event<Thread> callback = c.aRecvEvt().callbackEvt(v -> Thread.currentThread()).aSync();
    Running<Thread> synchroniser = Running.start(callback::sync);
    c.send("v");
    assertSame(synchroniser.thread, synchroniser.get());
  }

  @Test
  void aCallback_waitsForConsumptionAndForItsActions() throws Exception {
    Event<String> callback =
        c.aSendEvt("v").aWrap(sent -> "consumed").callbackEvt(v -> v + " and called").aSync();
    assertEquals("not yet", Events.prefer(callback, alwaysEvt("not yet")).sync());
    assertEquals("v", c.recv());
    assertEquals("consumed and called", callback.sync());
  }

  @Test
  void actionsAddedToACallbackEvent_runWithoutItsSynchronisation() throws Exception {
    LinkedBlockingQueue<String> got = new LinkedBlockingQueue<>();
    Event<String> callback = c.aRecvEvt().callbackEvt(v -> "called " + v).aWrap(got::add).aSync();
    c.send("v");
    assertEquals("v", got.take());
    assertEquals("called v", callback.sync());
  }

  @Test
  void aCallbackNeedsNoThread() throws Exception {
    AtomicInteger threads = new AtomicInteger();
    Events.setThreadFactory(body -> {
      threads.incrementAndGet();
      return Thread.ofVirtual().unstarted(body);
    });
    try {
      Event<String> callback = c.aRecvEvt().callbackEvt(v -> v).aSync();
      c.send("v");
      assertEquals("v", callback.sync());
      assertEquals(0, threads.get());
    } finally {
      Events.setThreadFactory(null);
    }
  }

  @Test
  void creatingACallbackEventTwice_givesTwoCallbacks() throws Exception {
    AsyncEvent<Event<String>, String> event = c.aRecvEvt().callbackEvt(v -> v);
    Event<String> first = event.aSync();
    Event<String> second = event.aSync();
    c.send("1");
    c.send("2");
    assertEquals("2", second.sync());
    assertEquals("1", first.sync());
  }

  @Test
  void aGuard_runsWhenTheEventIsCreated() throws Exception {
    int[] runs = {0};
    AsyncEvent<Void, Void> event =
        aGuard(() -> {
          runs[0]++;
          return c.aSendEvt("v" + runs[0]);
        });
    assertEquals(0, runs[0]);
    event.aSync();
    event.aSync();
    assertEquals("v1", c.recv());
    assertEquals("v2", c.recv());
  }

  @Test
  void aAlwaysEvt_isConsumedAtOnce() throws Exception {
    LinkedBlockingQueue<Integer> got = new LinkedBlockingQueue<>();
    assertNull(Events.aAlwaysEvt(1).aWrap(v -> v + 1).aWrap(got::add).aSync());
    assertEquals(2, got.take());
  }

  @Test
  void aNever_isCreatedAndNeverConsumed() throws Exception {
    assertEquals("created", Events.aNever().sWrap(v -> "created").aSync());
  }
}
