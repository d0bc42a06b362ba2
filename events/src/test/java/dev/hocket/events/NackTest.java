package dev.hocket.events;

import static dev.hocket.events.Events.aChoose;
import static dev.hocket.events.Events.aWithNack;
import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.guard;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.sChoose;
import static dev.hocket.events.Events.select;
import static dev.hocket.events.Events.withNack;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.events.channels.QueuesPeek;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests that a nack fires if its event was not chosen, for any reason, and never if it was. */
class NackTest {
  private final List<Event<Void>> nacks = new ArrayList<>();
  private final Channel<String> c = new Channel<>("c");

  @Test
  void theLosersNack_fires() throws Exception {
    select(nacked(never()), alwaysEvt("x"), nacked(never()));
    assertTrue(hasFired(0));
    assertTrue(hasFired(1));
  }

  @Test
  void theWinnersNack_neverFires() throws Exception {
    nacked(alwaysEvt("x")).sync();
    select(never(), nacked(alwaysEvt("x")));
    assertFalse(hasFired(0));
    assertFalse(hasFired(1));
  }

  @Test
  void aNack_canBeWaitedForByMany() throws Exception {
    Running<String> choice = Running.start(() -> select(nacked(never()), c.recvEvt()));
    Eventually.holds(() -> c.waiting() == 1);
    Running<Void> first = Running.start(() -> nacks.get(0).sync());
    Running<Void> second = Running.start(() -> nacks.get(0).sync());
    c.send("x");
    choice.get();
    first.get();
    second.get();
    assertTrue(hasFired(0));
  }

  @Test
  void aNackAroundAChoice_coversAllItsBranches() throws Exception {
    prefer(nacked(choose(never(), alwaysEvt("x"))), alwaysEvt("y")).sync();
    prefer(nacked(choose(never(), never())), alwaysEvt("y")).sync();
    assertFalse(hasFired(0));
    assertTrue(hasFired(1));
  }

  @Test
  void nestedNacks_fireUnlessTheyCoverTheChosenBranch() throws Exception {
    nacked(choose(nacked(never()), nacked(alwaysEvt("x")))).sync();
    assertFalse(hasFired(0));
    assertTrue(hasFired(1));
    assertFalse(hasFired(2));
  }

  @Test
  void anInterrupt_firesAllNacks() throws Exception {
    Running<String> choice =
        Running.start(() -> select(nacked(never()), nacked(c.recvEvt()), nacked(c.recvEvt())));
    Eventually.holds(() -> c.waiting() == 2);
    choice.thread.interrupt();
    assertThrows(InterruptedException.class, choice::get);
    assertTrue(hasFired(0) && hasFired(1) && hasFired(2));
    assertEquals(0, c.waiting());
  }

  @Test
  void anInterruptOfOneNackedOperation_firesItsNack() throws Exception {
    Running<String> single = Running.start(() -> nacked(c.recvEvt()).sync());
    Eventually.holds(() -> c.waiting() == 1);
    single.thread.interrupt();
    assertThrows(InterruptedException.class, single::get);
    assertTrue(hasFired(0));
  }

  @Test
  void aGuardThatThrows_firesTheNacksBeforeIt() {
    Event<String> bad =
        guard(() -> {
          throw new IllegalStateException("guard");
        });
    assertThrows(IllegalStateException.class, () -> select(nacked(alwaysEvt("x")), bad));
    assertTrue(hasFired(0));
  }

  @Test
  void aMakerThatThrows_firesItsOwnNack() {
    Event<String> bad =
        withNack(nack -> {
          nacks.add(nack);
          throw new IllegalStateException("maker");
        });
    assertThrows(IllegalStateException.class, () -> select(nacked(alwaysEvt("x")), bad));
    assertTrue(hasFired(0) && hasFired(1));
  }

  @Test
  void aMakerThatIsInterrupted_firesItsOwnNack() throws Exception {
    Event<String> slow =
        withNack(nack -> {
          nacks.add(nack);
          return alwaysEvt(c.recv());
        });
    Running<String> choice = Running.start(slow::sync);
    Eventually.holds(() -> c.waiting() == 1);
    assertFalse(hasFired(0));
    choice.thread.interrupt();
    assertThrows(InterruptedException.class, choice::get);
    assertTrue(hasFired(0));
  }

  @Test
  void anActionThatThrows_doesNotUndoTheChoice() {
    Event<String> failing =
        nacked(alwaysEvt("x"))
            .wrap(v -> {
              throw new IllegalStateException("action");
            });
    assertThrows(IllegalStateException.class, failing::sync);
    assertFalse(hasFired(0));
  }

  @Test
  void aNackThatFires_consumesAsynchronousEventsThatWaitForIt() throws Exception {
    Channel<String> told = new Channel<>();
    Event<String> request =
        withNack(nack -> {
          nack.sTrans()
              .aWrap(lost -> {
                told.aSend("lost");
                return null;
              })
              .aSync();
          return never();
        });
    select(request, alwaysEvt("x"));
    assertEquals("lost", told.recv());
  }

  @Test
  void aSingleCreation_isChosen() throws Exception {
    aNacked(c.aSendEvt("x")).aSync();
    assertFalse(hasFired(0));
    c.recv();
    assertFalse(hasFired(0));
  }

  @Test
  void aChoose_firesTheNacksOfAllButOne() throws Exception {
    for (int i = 0; i < 50; i++) {
      nacks.clear();
      int taken =
          aChoose(
                  aNacked(c.aSendEvt("0")).sWrap(v -> 0),
                  aNacked(c.aSendEvt("1")).sWrap(v -> 1),
                  aNacked(Events.<Void>aNever()).sWrap(v -> 2))
              .aSync();
      for (int n = 0; n < 3; n++) {
        assertEquals(n != taken, hasFired(n));
      }
      if (taken < 2) {
        assertEquals(String.valueOf(taken), c.recv());
      }
      assertEquals(0, c.pending());
    }
  }

  @Test
  void sChoose_firesTheNacksOfThoseNotConsumed() throws Exception {
    Channel<String> other = new Channel<>("other");
    Running<Integer> creator =
        Running.start(() ->
            sChoose(
                    aNacked(c.aSendEvt("0")).sWrap(v -> 0),
                    aNacked(other.aSendEvt("1")).sWrap(v -> 1))
                .aSync());
    Eventually.holds(() -> c.pending() == 1 && other.pending() == 1);
    assertFalse(hasFired(0) || hasFired(1));
    assertEquals("1", other.recv());
    assertEquals(1, creator.get());
    assertTrue(hasFired(0));
    assertFalse(hasFired(1));
    assertEquals(0, c.pending());
  }

  @Test
  void aTransInAChoice_isNackedWhenItLoses() throws Exception {
    select(aNacked(c.aSendEvt("x")).aTrans().wrap(v -> ""), alwaysEvt("y"));
    assertTrue(hasFired(0));
    assertEquals(0, c.pending());
  }

  @Test
  void aNackInsideAConsumption_firesWhenAnotherBranchIsConsumed() throws Exception {
    choose(nacked(c.recvEvt()), nacked(never())).sTrans().aSync();
    assertFalse(hasFired(0) || hasFired(1));
    c.send("x");
    Eventually.holds(() -> hasFired(1));
    assertFalse(hasFired(0));
  }

  @Test
  void aCreationWhoseGuardThrows_firesItsNack() {
    AsyncEvent<Void, Void> bad =
        aWithNack(nack -> {
          nacks.add(nack);
          throw new IllegalStateException("maker");
        });
    assertThrows(IllegalStateException.class, () -> aChoose(aNacked(c.aSendEvt("x")), bad).aSync());
    assertTrue(hasFired(0) && hasFired(1));
    assertEquals(0, c.pending());
  }

  @Test
  void aCreationThatFindsNoRoom_firesItsNack() throws Exception {
    Channel<String> full = Channel.limited("full", 1, Overflow.FAIL);
    full.aSend("x");
    AsyncEvent<Void, Void> send = aNacked(full.aSendEvt("y"));
    assertThrows(ChannelFullException.class, send::aSync);
    assertTrue(hasFired(0));
    full.recv();
    send.aSync();
    assertFalse(hasFired(1));
    assertEquals("y", full.recv());
    assertFalse(hasFired(1));
  }

  @Test
  void aCreationThatIsInterruptedWhileItWaitsForRoom_firesItsNack() throws Exception {
    Channel<String> full = Channel.limited("full", 1, Overflow.WAIT);
    full.aSend("x");
    Running<Void> creator = Running.start(aNacked(full.aSendEvt("y"))::aSync);
    Eventually.holds(() -> QueuesPeek.inLine(full.queues) == 1);
    assertFalse(hasFired(0));
    creator.thread.interrupt();
    assertThrows(InterruptedException.class, creator::get);
    assertTrue(hasFired(0));
  }

  @Test
  void aCreationOnAClosedChannel_countsAsChosen() {
    c.close();
    assertThrows(ChannelClosedException.class, aNacked(c.aSendEvt("x"))::aSync);
    assertFalse(hasFired(0));
  }

  private Event<String> nacked(Event<String> event) {
    return withNack(nack -> {
      nacks.add(nack);
      return event;
    });
  }

  private <A, B> AsyncEvent<A, B> aNacked(AsyncEvent<A, B> event) {
    return aWithNack(nack -> {
      nacks.add(nack);
      return event;
    });
  }

  private boolean hasFired(int i) {
    try {
      return prefer(nacks.get(i).wrap(fired -> true), alwaysEvt(false)).sync();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void nackOfAnEventThatAChooseDoesNotPick_firesBeforeTheChosenIsConsumed() throws Exception {
    for (int i = 0; i < 20; i++) {
      Channel<Integer> chosen = new Channel<>("chosen");
      Channel<Integer> passed = new Channel<>("passed");
      AtomicReference<Event<Void>> nack = new AtomicReference<>();
      Event<Void> either =
          aChoose(
                  chosen.aSendEvt(1),
                  aWithNack(lost -> {
                    nack.set(lost);
                    return passed.aSendEvt(2);
                  }))
              .aTrans();
      Running<Void> waiting = Running.start(either::sync);
      Eventually.holds(() -> chosen.pending() + passed.pending() == 1);
      boolean isPassedBy = chosen.pending() == 1;
      Event<Boolean> fired = nack.get().wrap(lost -> true);
      assertEquals(isPassedBy, prefer(fired, alwaysEvt(false)).sync());
      (isPassedBy ? chosen : passed).recv();
      waiting.get();
    }
  }
}
