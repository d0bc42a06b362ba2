package dev.hocket.events;

import static dev.hocket.events.Events.aChoose;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.sChoose;
import static dev.hocket.events.Events.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/**
 * Tests choice among asynchronous events, and conversions between the two kinds of events (paper 4,
 * 4.1).
 */
class PaperChoicesTest {
  private final Channel<String> c = new Channel<>("c");
  private final Channel<String> d = new Channel<>("d");

  @Test
  void sTrans_makesActionsOfTheEventPostConsumptionActions() throws Exception {
    LinkedBlockingQueue<Thread> got = new LinkedBlockingQueue<>();
    assertNull(
        choose(c.recvEvt(), d.recvEvt())
            .wrap(v -> got.add(Thread.currentThread()))
            .sTrans()
            .aSync());
    assertEquals(1, c.waiting());
    assertEquals(1, d.waiting());
    d.send("v");
    assertNotSame(Thread.currentThread(), got.take());
    assertEquals(0, c.waiting() + d.waiting());
  }

  // This one test distinguishes the three readings of choice: only c has a receiver.

  @Test
  void aChoose_picksWhetherThereIsAPartnerOrNot() throws Exception {
    int chosenWithoutPartner = 0;
    for (int i = 0; i < 200; i++) {
      Running<String> partner = Running.start(c::recv);
      Eventually.holds(() -> c.waiting() == 1);
      if (aChoose(c.aSendEvt("c").sWrap(v -> "c"), d.aSendEvt("d").sWrap(v -> "d"))
          .aSync()
          .equals("d")) {
        chosenWithoutPartner++;
        assertEquals("d", d.recv());
        c.send("for the partner");
      }
      partner.get();
      assertEquals(0, c.pending() + d.pending());
    }
    assertTrue(
        chosenWithoutPartner > 60 && chosenWithoutPartner < 140, "chosen " + chosenWithoutPartner);
  }

  @Test
  void sChoose_waitsForAPartnerAndTakesItsBranch() throws Exception {
    Running<String> creator =
        Running.start(() ->
            sChoose(c.aSendEvt("c").sWrap(v -> "took c"), d.aSendEvt("d").sWrap(v -> "took d"))
                .aSync());
    Eventually.holds(() -> c.pending() == 1 && d.pending() == 1);
    assertFalse(creator.isDone());
    assertEquals("c", c.recv());
    assertEquals("took c", creator.get());
    assertEquals(0, d.pending());
  }

  @Test
  void sChoose_runsThePostConsumptionActionsOfItsBranchElsewhere() throws Exception {
    LinkedBlockingQueue<Thread> got = new LinkedBlockingQueue<>();
    c.aSend("v");
    sChoose(
            c.aRecvEvt().aWrap(v -> got.add(Thread.currentThread())),
            d.aRecvEvt().aWrap(v -> got.add(Thread.currentThread())))
        .aSync();
    assertNotSame(Thread.currentThread(), got.take());
  }

  @Test
  void aTrans_waitsForConsumptionAsSChooseDoes() throws Exception {
    Running<String> chooser =
        Running.start(() ->
            select(
                c.aSendEvt("c").sWrap(v -> "took c").aTrans(),
                d.aSendEvt("d").sWrap(v -> "took d").aTrans()));
    Eventually.holds(() -> c.pending() == 1 && d.pending() == 1);
    assertFalse(chooser.isDone());
    assertEquals("d", d.recv());
    assertEquals("took d", chooser.get());
    assertEquals(0, c.pending());
  }

  @Test
  void aTransAlone_waitsAsInAChoiceOfOne() throws Exception {
    Running<Void> alone = Running.start(() -> c.aSendEvt("c").aTrans().sync());
    Eventually.holds(() -> c.pending() == 1);
    assertFalse(alone.isDone());
    c.recv();
    alone.get();
  }

  @Test
  void aTrans_hidesPostConsumptionActionsAndRunsThem() throws Exception {
    LinkedBlockingQueue<String> got = new LinkedBlockingQueue<>();
    c.aSend("v");
    String result =
        c.aRecvEvt().aWrap(got::add).sWrap(v -> "created").aTrans().wrap(v -> v + "!").sync();
    assertEquals("created!", result);
    assertEquals("v", got.take());
  }

  @Test
  void aTransOfAChoose_choosesOneBranchBeforeItWaits() throws Exception {
    for (int i = 0; i < 20; i++) {
      Running<Void> chooser =
          Running.start(() -> aChoose(c.aSendEvt("c"), d.aSendEvt("d")).aTrans().sync());
      Eventually.holds(() -> c.pending() + d.pending() > 0);
      assertEquals(1, c.pending() + d.pending());
      select(c.recvEvt(), d.recvEvt());
      chooser.get();
    }
  }

  @Test
  void anSChooseInAnAChoose_isOneOfItsEvents() throws Exception {
    Channel<String> e = new Channel<>("e");
    int blocking = 0;
    for (int i = 0; i < 200; i++) {
      Running<Void> creator =
          Running.start(
              () -> aChoose(sChoose(c.aSendEvt("c"), d.aSendEvt("d")), e.aSendEvt("e")).aSync());
      Eventually.holds(() -> c.pending() + d.pending() + e.pending() > 0);
      if (!select(c.recvEvt(), d.recvEvt(), e.recvEvt()).equals("e")) {
        blocking++;
      }
      creator.get();
      assertEquals(0, c.pending() + d.pending() + e.pending());
    }
    assertTrue(blocking > 60 && blocking < 140, "blocking " + blocking);
  }

  @Test
  void aTransInsideSTrans_forksInTheImplicitThread() throws Exception {
    LinkedBlockingQueue<String> got = new LinkedBlockingQueue<>();
    c.aRecvEvt()
        .aWrap(v -> got.add("inner " + v))
        .sWrap(v -> "created")
        .aTrans()
        .wrap(v -> got.add("outer " + v))
        .sTrans()
        .aSync();
    c.send("v");
    List<String> both = new ArrayList<>(List.of(got.take(), got.take()));
    both.sort(null);
    assertEquals(List.of("inner v", "outer created"), both);
  }
}
