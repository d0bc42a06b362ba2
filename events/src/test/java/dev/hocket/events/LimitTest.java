package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.events.channels.QueuesPeek;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.WaiterPeek;
import dev.hocket.events.waiting.Wakes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Tests limits on pending asynchronous sends. */
class LimitTest {
  private final Channel<Integer> failing = Channel.limited("failing", 2, Overflow.FAIL);
  private final Channel<Integer> waiting = Channel.limited("waiting", 2, Overflow.WAIT);

  @Test
  void aSendThatFindsAWaitingChannelFull_saysHowToWait() throws Exception {
    waiting.aSend(1);
    waiting.aSend(2);
    assertEquals(
        "channel waiting is full: limit=2 pending asynchronous sends; aSend never waits:"
            + " aSendEvt(value).aSync() waits for room, send(value) for a receiver",
        assertThrows(ChannelFullException.class, () -> waiting.aSend(3)).getMessage());
    Running<Void> advised = Running.start(() -> waiting.aSendEvt(3).aSync());
    assertEquals(List.of(1, 2, 3), List.of(waiting.recv(), waiting.recv(), waiting.recv()));
    advised.get();
  }

  @Test
  void failing_throwsWhenItIsFull() throws Exception {
    failing.aSend(1);
    failing.aSendEvt(2).aSync();
    String full =
        " is full: limit=2 pending asynchronous sends; its policy is Overflow.FAIL:"
            + " aSendEvt(value).aSync() waits for room on a channel with Overflow.WAIT,"
            + " send(value) for a receiver on any";
    for (Executable send :
        List.<Executable>of(() -> failing.aSendEvt(3).aSync(), () -> failing.aSend(3))) {
      assertEquals(
          "channel failing" + full, assertThrows(ChannelFullException.class, send).getMessage());
    }
    assertEquals(
        "send to channel failing, branch 2 of 2: the channel" + full,
        assertThrows(
                ChannelFullException.class,
                () -> choose(never(), failing.sendEvt(3)).sTrans().aSync())
            .getMessage());
    assertEquals(2, failing.pending());
    assertEquals(1, failing.recv());
    failing.aSendEvt(4).aSync();
    assertEquals(2, failing.recv());
    assertEquals(4, failing.recv());
  }

  @Test
  void aWaitingReceiver_isNoPendingSend() throws Exception {
    LinkedBlockingQueue<Integer> got = new LinkedBlockingQueue<>();
    for (int i = 0; i < 5; i++) {
      failing.aRecvEvt().aWrap(got::add).aSync();
    }
    for (int i = 0; i < 5; i++) {
      failing.aSendEvt(i).aSync();
    }
    for (int i = 0; i < 5; i++) {
      got.take();
    }
  }

  @Test
  void synchronousSends_areNotLimited() throws Exception {
    List<Running<Void>> senders = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int value = i;
      senders.add(Running.start(() -> failing.sendEvt(value).sync()));
    }
    Eventually.holds(() -> failing.pending() == 5);
    failing.aSendEvt(5).aSync();
    for (int i = 0; i < 6; i++) {
      failing.recv();
    }
    for (Running<Void> sender : senders) {
      sender.get();
    }
  }

  @Test
  void waiting_waitsForRoomInOrder() throws Exception {
    waiting.aSendEvt(0).aSync();
    waiting.aSendEvt(1).aSync();
    List<Running<Void>> creators = new ArrayList<>();
    for (int i = 2; i < 6; i++) {
      int value = i;
      creators.add(Running.start(() -> waiting.aSendEvt(value).aSync()));
      Eventually.holds(() -> QueuesPeek.inLine(waiting.queues) == value - 1);
    }
    assertEquals(2, waiting.pending());
    assertThrows(ChannelFullException.class, () -> waiting.aSend(9));
    for (int i = 0; i < 6; i++) {
      assertEquals(i, waiting.recv());
      Eventually.holds(() -> QueuesPeek.inLine(waiting.queues) == 0 || waiting.pending() == 2);
    }
    for (Running<Void> creator : creators) {
      creator.get();
    }
    assertEquals(0, waiting.pending());
  }

  @Test
  void sendsForWhichReceivesMakeRoom_comeInTheOrderOfArrival() throws Exception {
    for (int round = 0; round < 300; round++) {
      Channel<Integer> wide = Channel.limited("wide", 3, Overflow.WAIT);
      List<Running<Void>> creators = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        int value = i;
        Event<Void> send = wide.sendEvt(value);
        creators.add(
            Running.start(() -> (value % 4 == 3 ? choose(send, never()) : send).sTrans().aSync()));
        Eventually.holds(() -> wide.pending() + QueuesPeek.inLine(wide.queues) == value + 1);
      }
      for (int i = 0; i < 10; i++) {
        assertEquals(i, wide.recv());
      }
      for (Running<Void> creator : creators) {
        creator.get();
      }
    }
  }

  @Test
  void roomThatAReceiveMakes_isTakenInTheSameStepByTheFirstInLine() throws Exception {
    for (int round = 0; round < 100; round++) {
      waiting.aSend(0);
      waiting.aSend(1);
      Running<Void> creator = Running.start(() -> waiting.aSendEvt(2).aSync());
      Eventually.holds(() -> QueuesPeek.inLine(waiting.queues) == 1);
      assertEquals(0, waiting.recv());
      // The send is pending, whatever the creator's thread has done meanwhile.
      assertEquals(2, waiting.pending());
      assertThrows(ChannelFullException.class, () -> waiting.aSend(9));
      assertEquals(List.of(1, 2), received(waiting));
      creator.get();
    }
  }

  @Test
  void theActionsOfASendThatHadToWaitForRoom_runWhenItIsConsumed() throws Exception {
    LinkedBlockingQueue<String> consumed = new LinkedBlockingQueue<>();
    waiting.aSend(0);
    waiting.aSend(1);
    Running<Void> creator =
        Running.start(() ->
            waiting.aSendEvt(2).aWrap(none -> consumed.add("consumed")).sTap(v -> {}).aSync());
    Eventually.holds(() -> QueuesPeek.inLine(waiting.queues) == 1);
    assertEquals(0, waiting.recv());
    creator.get();
    assertEquals(List.of(), List.copyOf(consumed));
    assertEquals(List.of(1, 2), received(waiting));
    assertEquals("consumed", consumed.take());
  }

  /** Such a choice is in the queue until the thread with which it has committed removes it. */
  @Test
  void theRoomOfAChoiceThatHasCommittedElsewhere_goesToTheFirstInLine() throws Exception {
    for (LateComer lateComer : LateComer.values()) {
      Channel<Integer> narrow = Channel.limited("narrow", 1, Overflow.WAIT);
      choose(narrow.sendEvt(0), never()).sTrans().aSync();
      Running<Void> creator = Running.start(() -> narrow.aSendEvt(1).aSync());
      Eventually.holds(() -> QueuesPeek.inLine(narrow.queues) == 1);
      assertTrue(WaiterPeek.claim(WaiterPeek.first(QueuesPeek.senders(narrow.queues)).sync(), 1));
      lateComer.come(narrow);
      creator.get();
      assertEquals(List.of(1), received(narrow), lateComer + ": what is left");
    }
  }

  private enum LateComer {
    AN_ASYNCHRONOUS_SEND {
      @Override
      void come(Channel<Integer> narrow) {
        assertThrows(ChannelFullException.class, () -> narrow.aSend(2));
      }
    },
    A_CHOICE_OF_SENDS {
      @Override
      void come(Channel<Integer> narrow) throws Exception {
        Running<Void> late =
            Running.start(() -> choose(narrow.sendEvt(2), narrow.sendEvt(2)).sTrans().aSync());
        Eventually.holds(() -> narrow.pending() == 1 && QueuesPeek.inLine(narrow.queues) == 1);
        late.thread.interrupt();
        assertThrows(InterruptedException.class, late::get);
      }
    },
    A_WITHDRAWAL {
      @Override
      void come(Channel<Integer> narrow) {
        Waiter gone = WaiterPeek.first(QueuesPeek.senders(narrow.queues));
        Wakes.wakeAllOf(wakes -> QueuesPeek.withdrawSender(narrow.queues, gone, wakes));
        assertEquals(1, narrow.pending());
      }
    };

    abstract void come(Channel<Integer> narrow) throws Exception;
  }

  @Test
  void aReceiver_findsTheFirstInLineBehindAChoiceThatHasCommittedElsewhere() throws Exception {
    Channel<Integer> narrow = Channel.limited("narrow", 1, Overflow.WAIT);
    choose(narrow.sendEvt(0), never()).sTrans().aSync();
    Running<Void> creator = Running.start(() -> narrow.aSendEvt(1).aSync());
    Eventually.holds(() -> QueuesPeek.inLine(narrow.queues) == 1);
    assertTrue(WaiterPeek.claim(WaiterPeek.first(QueuesPeek.senders(narrow.queues)).sync(), 1));
    assertEquals(List.of(1), received(narrow));
    creator.get();
  }

  /** Receives all values, without waiting. */
  private static List<Integer> received(Channel<Integer> channel) {
    List<Integer> got = new ArrayList<>();
    while (channel.recvPoll(got::add)) {
      assertTrue(got.size() < 100, "it never ends");
    }
    return got;
  }

  @Test
  void aCreatorThatIsInterruptedWhileItWaits_hasSentNothing() throws Exception {
    waiting.aSendEvt(0).aSync();
    waiting.aSendEvt(1).aSync();
    Running<Void> single = Running.start(() -> waiting.aSendEvt(2).aSync());
    Running<Void> choice =
        Running.start(() -> choose(waiting.sendEvt(3), never()).sTrans().aSync());
    Eventually.holds(() -> QueuesPeek.inLine(waiting.queues) == 2);
    single.thread.interrupt();
    choice.thread.interrupt();
    assertThrows(InterruptedException.class, single::get);
    assertThrows(InterruptedException.class, choice::get);
    assertEquals(0, QueuesPeek.inLine(waiting.queues));
    assertEquals(2, waiting.pending());
    waiting.recv();
    waiting.aSendEvt(4).aSync();
    assertEquals(1, waiting.recv());
    assertEquals(4, waiting.recv());
  }

  @Test
  void closing_endsTheWaitForRoom() throws Exception {
    waiting.aSendEvt(0).aSync();
    waiting.aSendEvt(1).aSync();
    Running<Void> creator = Running.start(() -> waiting.aSendEvt(2).aSync());
    Eventually.holds(() -> QueuesPeek.inLine(waiting.queues) == 1);
    waiting.close();
    assertThrows(ChannelClosedException.class, creator::get);
  }

  @Test
  void aWithdrawnSend_makesRoom() throws Exception {
    Pending one = choose(waiting.sendEvt(0), never()).wrap(v -> 0).syncThen(target(), v -> {});
    waiting.aSendEvt(1).aSync();
    Running<Void> creator = Running.start(() -> waiting.aSendEvt(2).aSync());
    Eventually.holds(() -> QueuesPeek.inLine(waiting.queues) == 1);
    assertTrue(one.withdraw());
    creator.get();
    assertEquals(1, waiting.recv());
    assertEquals(2, waiting.recv());
  }

  @Test
  void aChoiceWaitsForRoomOnAllItsChannels() throws Exception {
    Channel<Integer> other = Channel.limited("other", 1, Overflow.WAIT);
    other.aSendEvt(0).aSync();
    Running<Void> creator =
        Running.start(() -> choose(waiting.sendEvt(1), other.sendEvt(2)).sTrans().aSync());
    Eventually.holds(() -> QueuesPeek.inLine(other.queues) == 1);
    assertEquals(0, waiting.pending());
    assertFalse(creator.isDone());
    assertEquals(0, other.recv());
    creator.get();
    assertEquals(1, waiting.pending());
    assertEquals(2, other.recv());
    assertEquals(0, waiting.pending());
  }

  @Test
  void choicesWithTwoSendsOnOneChannel_needRoomForOne() throws Exception {
    Channel<Integer> narrow = Channel.limited("narrow", 1, Overflow.WAIT);
    int many = 30;
    narrow.aSend(0);
    List<Running<Void>> creators = new ArrayList<>();
    for (int i = 1; i <= many; i++) {
      Event<Void> either = choose(narrow.sendEvt(i), narrow.sendEvt(-i));
      creators.add(Running.start(() -> either.sTrans().aSync()));
    }
    Eventually.holds(() -> QueuesPeek.inLine(narrow.queues) == many);
    assertEquals(0, narrow.recv());
    for (int done = 1; done <= many; done++) {
      // No thread receives, so a sender continues only if it gets room.
      int expected = done;
      Eventually.holds(() -> creators.stream().filter(Running::isDone).count() == expected);
      assertEquals(many - done, QueuesPeek.inLine(narrow.queues));
      narrow.recv();
    }
    for (Running<Void> creator : creators) {
      creator.get();
    }
    assertEquals(0, narrow.pending());
  }

  @Test
  void manyCreators_neverExceedTheLimitAndLoseNothing() throws Exception {
    Channel<Integer> idle = new Channel<>("idle");
    List<Running<Void>> creators = new ArrayList<>();
    for (int t = 0; t < 6; t++) {
      int from = t * 10_000;
      boolean inAChoice = t % 2 == 0;
      creators.add(
          Running.start(() -> {
            for (int i = 0; i < 2000; i++) {
              Event<Void> send = waiting.sendEvt(from + i);
              (inAChoice ? choose(idle.recvEvt().wrap(v -> null), send) : send).sTrans().aSync();
            }
            return null;
          }));
    }
    List<Integer> got = new ArrayList<>();
    int[] last = new int[6];
    for (int i = 0; i < 12_000; i++) {
      int value = waiting.recv();
      got.add(value);
      assertTrue(last[value / 10_000] <= value, "order of one creator");
      last[value / 10_000] = value;
      assertTrue(waiting.pending() <= 2);
    }
    for (Running<Void> creator : creators) {
      creator.get();
    }
    Collections.sort(got);
    assertEquals(12_000, got.stream().distinct().count());
    assertEquals(0, waiting.pending() + QueuesPeek.inLine(waiting.queues) + idle.waiting());
  }

  private static Target target() {
    return Targets.of("worker");
  }
}
