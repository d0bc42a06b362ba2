package dev.hocket.events;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.select;
import static dev.hocket.events.Events.timeOutEvt;
import static dev.hocket.events.Events.withNack;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What lost leaves nothing behind: one test for each leak that other libraries have had. */
class LeakTest {
  private static final int TIMES = Boolean.getBoolean("hocket.long") ? 2_000_000 : 20_000;

  private final Channel<Integer> busy = new Channel<>("busy");
  private final Channel<Integer> idle = new Channel<>("idle");

  @Test
  void aChoiceOfABusyAndAnIdleChannel_leavesNothingInTheIdleOne() throws Exception {
    Running<Void> sender =
        Running.start(() -> {
          for (int i = 0; i < TIMES; i++) {
            busy.send(i);
          }
          return null;
        });
    for (int i = 0; i < TIMES; i++) {
      assertEquals(
          i,
          i % 2 == 0
              ? select(busy.recvEvt(), idle.recvEvt())
              : select(idle.recvEvt(), busy.recvEvt()));
      // Nobody is in the idle channel's queue now, not even one who is dead.
      assertTrue(idle.receivers.isEmpty());
    }
    sender.get();
    assertTrue(busy.receivers.isEmpty() && busy.senders.isEmpty());
  }

  @Test
  void aReceiveWithATimeout_leavesNoTimer() throws Exception {
    Event<Integer> receive =
        choose(busy.recvEvt(), timeOutEvt(Duration.ofHours(1)).wrap(none -> -1));
    Running<Void> sender =
        Running.start(() -> {
          for (int i = 0; i < TIMES; i++) {
            busy.send(i);
          }
          return null;
        });
    for (int i = 0; i < TIMES; i++) {
      assertEquals(i, receive.sync());
    }
    sender.get();
    assertEquals(0, Timers.shared().size());
  }

  @Test
  void aTimeoutThatWins_leavesNothingInTheChannel() throws Exception {
    for (int i = 0; i < 200; i++) {
      select(idle.recvEvt(), timeOutEvt(Duration.ofNanos(1000 * i)).wrap(none -> -1));
      assertTrue(idle.receivers.isEmpty());
    }
  }

  @Test
  void asynchronousChoices_leaveNothingInTheIdleChannel() throws Exception {
    AsyncEvent<Void, Integer> either = choose(busy.recvEvt(), idle.recvEvt()).sTrans();
    for (int i = 0; i < TIMES; i++) {
      either.aSync();
      busy.send(i);
      assertTrue(idle.receivers.isEmpty());
    }
  }

  @Test
  void aNackThatNeverFires_isForgottenByThoseWhoWaitedForIt() throws Exception {
    IVar<Void> lasting = new IVar<>();
    for (int i = 0; i < 2000; i++) {
      select(lasting.getEvt(), withNack(nack -> choose(nack, alwaysEvt(null))));
    }
    assertEquals(0, lasting.waiting());
  }

  @Test
  void theValueOfABranchThatLost_canBeCollected() throws Exception {
    Channel<Object> objects = new Channel<>("objects");
    WeakReference<Object> lost = sendInAChoiceThatLoses(objects);
    Eventually.holds(() -> {
      System.gc();
      return lost.get() == null;
    });
    assertTrue(objects.senders.isEmpty());
  }

  private WeakReference<Object> sendInAChoiceThatLoses(Channel<Object> objects) throws Exception {
    Object value = new Object();
    WeakReference<Object> reference = new WeakReference<>(value);
    Event<Object> losing = choose(objects.sendEvt(value), busy.recvEvt());
    Running<Object> chooser = Running.start(losing::sync);
    busy.send(1);
    chooser.get();
    return reference;
  }

  @Test
  void aValueThatWasReceived_canBeCollected() throws Exception {
    Channel<Object> objects = Channel.buffered("objects", 4);
    WeakReference<Object> received = sendAndReceive(objects);
    Eventually.holds(() -> {
      System.gc();
      return received.get() == null;
    });
    assertEquals(0, objects.pending());
  }

  private static WeakReference<Object> sendAndReceive(Channel<Object> objects) throws Exception {
    objects.send(new Object());
    return new WeakReference<>(objects.recv());
  }

  @Test
  void aPendingAsynchronousSend_holdsAtMost100Bytes() throws Exception {
    int pending = 500_000;
    AsyncEvent<Void, Void> send = busy.aSendEvt(1);
    send.aSync();
    long before = used();
    for (int i = 0; i < pending; i++) {
      send.aSync();
    }
    long bytes = (used() - before) / pending;
    assertEquals(pending + 1, busy.pending());
    System.out.println("a pending asynchronous send holds " + bytes + " bytes");
    assertTrue(bytes <= 100, bytes + " bytes");
  }

  @Test
  void aChannelWithPendingEvents_canBeCollected() throws Exception {
    WeakReference<Channel<Integer>> dropped = dropWithPendingEvents();
    Eventually.holds(() -> {
      System.gc();
      return dropped.get() == null;
    });
  }

  private static WeakReference<Channel<Integer>> dropWithPendingEvents() throws Exception {
    Channel<Integer> channel = new Channel<>("dropped");
    channel.aRecvEvt().aWrap(v -> v).aSync();
    choose(channel.recvEvt(), never()).sTrans().aSync();
    return new WeakReference<>(channel);
  }

  @Test
  void aFutureWhoseValueRefersToIt_canBeCollected() throws Exception {
    WeakReference<Object> dropped = waitForAFutureOfItself();
    Eventually.holds(() -> {
      System.gc();
      return dropped.get() == null;
    });
  }

  private static WeakReference<Object> waitForAFutureOfItself() throws Exception {
    CompletableFuture<Object> future = new CompletableFuture<>();
    future.complete(List.of(future));
    Events.futureEvt(future).sync();
    return new WeakReference<>(future);
  }

  static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
