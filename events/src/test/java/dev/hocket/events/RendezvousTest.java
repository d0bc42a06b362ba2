package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the contract of a channel without a buffer. */
class RendezvousTest {
  private final Channel<Integer> c = new Channel<>("c");

  @Test
  void aSend_waitsForAReceive() throws Exception {
    Running<Void> sender = send(7);
    Eventually.holds(() -> c.pending() == 1);
    assertFalse(sender.isDone());
    assertEquals(7, c.recv());
    sender.get();
  }

  @Test
  void aReceive_waitsForASend() throws Exception {
    Running<Integer> receiver = Running.start(c::recv);
    Eventually.holds(() -> c.waiting() == 1);
    c.send(8);
    assertEquals(8, receiver.get());
  }

  @Test
  void events_doTheSameAsOperations() throws Exception {
    Running<Integer> receiver = Running.start(() -> c.recvEvt().sync());
    assertNull(c.sendEvt(9).sync());
    assertEquals(9, receiver.get());
    Running<Void> sender = Running.start(() -> c.sendEvt(10).sync());
    assertEquals(10, c.recvEvt().sync());
    sender.get();
  }

  @Test
  void anEvent_canBeUsedAgainAndByOthers() throws Exception {
    Event<Void> one = c.sendEvt(1);
    Running<Void> first = Running.start(one::sync);
    Running<Void> second = Running.start(one::sync);
    assertEquals(2, c.recv() + c.recv());
    first.get();
    second.get();
  }

  @Test
  void makingAnEvent_doesNothing() {
    c.sendEvt(1);
    c.recvEvt();
    c.aSendEvt(1);
    c.aRecvEvt();
    assertEquals(0, c.pending());
    assertEquals(0, c.waiting());
  }

  @Test
  void nullIsAValue() throws Exception {
    Running<Void> sender = send(null);
    assertNull(c.recv());
    sender.get();
  }

  @Test
  void waitingThreads_areServedInOrder() throws Exception {
    List<Running<Void>> senders = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      int place = i;
      if (i % 3 == 0) {
        c.aSend(i);
      } else {
        senders.add(send(i));
      }
      Eventually.holds(() -> c.pending() == place + 1);
    }
    for (int i = 0; i < 20; i++) {
      assertEquals(i, c.recv());
    }
    for (Running<Void> sender : senders) {
      sender.get();
    }
  }

  @Test
  void receiversThatWait_areServedInOrder() throws Exception {
    List<Running<Integer>> receivers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      int place = i;
      receivers.add(Running.start(c::recv));
      Eventually.holds(() -> c.waiting() == place + 1);
    }
    for (int i = 0; i < 20; i++) {
      c.send(i);
    }
    for (int i = 0; i < 20; i++) {
      assertEquals(i, receivers.get(i).get());
    }
  }

  @Test
  void polls_neverWaitAndLeaveNothing() throws Exception {
    assertFalse(c.sendPoll(1));
    List<Integer> got = new ArrayList<>();
    assertFalse(c.recvPoll(got::add));
    assertEquals(0, c.pending() + c.waiting());
    c.aSend(2);
    assertTrue(c.recvPoll(got::add));
    assertEquals(List.of(2), got);
    Running<Integer> receiver = Running.start(c::recv);
    Eventually.holds(() -> c.waiting() == 1);
    assertTrue(c.sendPoll(3));
    assertEquals(3, receiver.get());
  }

  @Test
  void aThreadCannotMeetItself() throws Exception {
    Running<Integer> alone =
        Running.start(() -> {
          c.send(1);
          return c.recv();
        });
    Eventually.holds(() -> c.pending() == 1);
    assertFalse(alone.isDone());
    alone.thread.interrupt();
    assertThrows(InterruptedException.class, alone::get);
    assertEquals(0, c.pending());
  }

  @Test
  void aChannelOfChannels_carriesThem() throws Exception {
    Channel<Channel<Integer>> carrier = new Channel<>();
    Running<Integer> receiver = Running.start(() -> carrier.recv().recv());
    carrier.send(c);
    c.send(4);
    assertEquals(4, receiver.get());
  }

  private Running<Void> send(Integer value) {
    return Running.start(() -> {
      c.send(value);
      return null;
    });
  }
}
