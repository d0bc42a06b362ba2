package dev.hocket.events;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests that a choice takes exactly one branch, a ready one if there is one, and leaves nothing of
 * the others.
 */
class ChoiceTest {
  private final Channel<String> a = new Channel<>("a");
  private final Channel<String> b = new Channel<>("b");

  @Test
  void theReadyBranch_isTaken() throws Exception {
    b.aSend("from b");
    assertEquals("from b", select(a.recvEvt(), b.recvEvt(), never()));
    assertEquals(0, a.waiting() + b.waiting() + b.pending());
  }

  @Test
  void aChoiceThatWaits_takesTheFirstBranchThatIsReady() throws Exception {
    Running<String> choice = Running.start(() -> select(a.recvEvt(), b.recvEvt()));
    Eventually.holds(() -> a.waiting() == 1 && b.waiting() == 1);
    b.send("from b");
    assertEquals("from b", choice.get());
    assertFalse(a.sendPoll("to nobody"));
  }

  @Test
  void losers_leaveTheirQueues() throws Exception {
    Running<String> choice = Running.start(() -> select(a.recvEvt(), b.recvEvt()));
    Eventually.holds(() -> a.waiting() == 1 && b.waiting() == 1);
    b.send("x");
    choice.get();
    assertEquals(0, a.waiting() + a.pending() + b.waiting() + b.pending());
  }

  @Test
  void sendAndReceive_canStandInOneChoice() throws Exception {
    Event<String> either = choose(a.sendEvt("sent").wrap(sent -> "sent"), b.recvEvt());
    Running<String> first = Running.start(either::sync);
    assertEquals("sent", a.recv());
    assertEquals("sent", first.get());
    Running<String> second = Running.start(either::sync);
    b.send("received");
    assertEquals("received", second.get());
  }

  @Test
  void sendAndReceiveOnOneChannel_doNotMeetThemselves() throws Exception {
    Event<String> swap = choose(a.sendEvt("mine").wrap(sent -> "sent"), a.recvEvt());
    Running<String> alone = Running.start(swap::sync);
    Eventually.holds(() -> a.waiting() == 1 && a.pending() == 1);
    assertFalse(alone.isDone());
    a.send("other");
    assertEquals("other", alone.get());
    assertEquals(0, a.waiting() + a.pending());
  }

  @Test
  void twoSwaps_meetEachOther() throws Exception {
    Event<String> swap = choose(a.sendEvt("mine").wrap(sent -> "sent"), a.recvEvt());
    Running<String> one = Running.start(swap::sync);
    Running<String> other = Running.start(swap::sync);
    List<String> results = new ArrayList<>(List.of(one.get(), other.get()));
    results.sort(null);
    assertEquals(List.of("mine", "sent"), results);
    assertEquals(0, a.waiting() + a.pending());
  }

  @Test
  void oneChannel_mayStandInManyBranches() throws Exception {
    Event<String> twice =
        choose(
            a.recvEvt().wrap(v -> v + 1),
            a.recvEvt().wrap(v -> v + 2),
            a.sendEvt("s").wrap(v -> "sent"));
    Running<String> choice = Running.start(twice::sync);
    Eventually.holds(() -> a.waiting() == 2 && a.pending() == 1);
    a.send("x");
    assertTrue(List.of("x1", "x2").contains(choice.get()));
    assertEquals(0, a.waiting() + a.pending());
  }

  @Test
  void choicesNest_asOneChoice() throws Exception {
    Event<String> nested =
        choose(choose(a.recvEvt().wrap(v -> v + "1"), never()).wrap(v -> v + "2"), b.recvEvt());
    Running<String> choice = Running.start(nested::sync);
    a.send("x");
    assertEquals("x12", choice.get());
  }

  @Test
  void aChoiceOfNothing_neverHappens() throws Exception {
    Running<Object> choice = Running.start(() -> select(choose(List.of())));
    assertEquals("there", select(choose(List.of()), alwaysEvt("there")));
    choice.thread.interrupt();
    assertThrows(InterruptedException.class, choice::get);
  }

  @Test
  void aChoiceOfOne_isThatEvent() throws Exception {
    a.aSend("x");
    assertEquals("x", select(a.recvEvt()));
  }

  @Test
  void sixtyFourBranches_work() throws Exception {
    List<Channel<Integer>> channels =
        IntStream.range(0, 64).mapToObj(i -> new Channel<Integer>()).toList();
    Event<Integer> any = choose(channels.stream().map(Channel::recvEvt).toList());
    for (int i = 0; i < 64; i++) {
      Running<Integer> choice = Running.start(any::sync);
      channels.get(i).send(i);
      assertEquals(i, choice.get());
    }
    assertTrue(channels.stream().allMatch(c -> c.waiting() == 0));
  }

  @Test
  void prefer_takesTheEarlierOfTheReady() throws Exception {
    for (int i = 0; i < 100; i++) {
      a.aSend("a");
      b.aSend("b");
      assertEquals("b", prefer(never(), b.recvEvt(), a.recvEvt()).sync());
      assertEquals("a", prefer(b.recvEvt(), a.recvEvt(), alwaysEvt("none")).sync());
      assertEquals("none", prefer(b.recvEvt(), a.recvEvt(), alwaysEvt("none")).sync());
    }
  }

  @Test
  void preferInsideChoose_keepsItsOrder() throws Exception {
    AtomicInteger inner = new AtomicInteger();
    for (int i = 0; i < 1000; i++) {
      int taken =
          select(
              alwaysEvt(0), prefer(alwaysEvt(1), alwaysEvt(2)), choose(alwaysEvt(3), alwaysEvt(4)));
      assertTrue(taken != 2);
      inner.addAndGet(taken == 1 ? 1 : 0);
    }
    assertTrue(inner.get() > 100 && inner.get() < 500, "taken " + inner);
  }

  @Test
  void chooseInsidePrefer_comesInItsTurn() throws Exception {
    int[] counts = new int[4];
    for (int i = 0; i < 1000; i++) {
      counts[prefer(never(), choose(alwaysEvt(0), alwaysEvt(1)), alwaysEvt(2)).sync()]++;
    }
    assertEquals(0, counts[2]);
    assertTrue(counts[0] > 350 && counts[1] > 350, counts[0] + ", " + counts[1]);
  }

  @Test
  void nullAmongTheBranches_isRefusedWhereItIsMade() {
    assertThrows(NullPointerException.class, () -> choose(a.recvEvt(), null));
  }
}
