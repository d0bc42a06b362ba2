package dev.hocket.events.model;

import static dev.hocket.events.model.PaperTest.ends;
import static dev.hocket.events.model.Syntax.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests each rule with the smallest program that shows it. */
class RulesTest {

  @ParameterizedTest
  @EnumSource
  void eachRule_isUsedByItsProgram(Rule rule) {
    Explorer explorer = new Explorer();
    explorer.from(State.start(programFor(rule)));
    assertTrue(explorer.used().contains(rule));
  }

  private static Stmt[] programFor(Rule rule) {
    return switch (rule) {
      case SYNC, ALWAYS, RETURN -> new Stmt[] {sync("x", alwaysEvt("v"))};
      case CALL -> new Stmt[] {sync("x", wrap(alwaysEvt("v"), tag("f")))};
      case OBSERVE -> new Stmt[] {observe("seen")};
      case SPAWN -> new Stmt[] {spawn("p")};
      case CHANNEL -> new Stmt[] {newChannel("c")};
      case THROW -> new Stmt[] {raise("boom")};
      case GUARD -> new Stmt[] {sync("x", guard(block(alwaysEvt("v"))))};
      case WITH_NACK -> new Stmt[] {sync("x", withNack("n", block(alwaysEvt("v"))))};
      case PICK -> new Stmt[] {aSync("x", aChoose(aNever(), aNever()))};
      case MATCH -> new Stmt[] {aSync("x", aSendEvt("c", "v")), sync("y", recvEvt("c"))};
      case FIRE, NACKED -> new Stmt[] {sync("x", choose(alwaysEvt("v"), watched(never())))};
      case WAIT -> new Stmt[] {sync("x", never())};
      case DEPOSIT -> new Stmt[] {aSync("x", aSendEvt("c", "v"))};
      case STORE -> new Stmt[] {buffered("c", 1), sync("x", sendEvt("c", "v"))};
      case FETCH ->
          new Stmt[] {buffered("c", 1), sync("x", sendEvt("c", "v")), sync("y", recvEvt("c"))};
      case TIME -> new Stmt[] {sync("x", timeOutEvt())};
      case FULL ->
          new Stmt[] {
            failing("c", 1), aSync("x", aSendEvt("c", "v")), aSync("y", aSendEvt("c", "w"))
          };
      case ROOM ->
          new Stmt[] {
            waiting("c", 1),
            spawn("p", sync("r", recvEvt("c"))),
            aSync("x", aSendEvt("c", "v")),
            aSync("y", sTrans(choose(sendEvt("c", "w"), never())))
          };
      case WITHDRAW -> new Stmt[] {start("h", recvEvt("c")), withdraw("x", "h")};
      case CLOSE, REFUSED -> new Stmt[] {close("c"), sync("x", recvEvt("c"))};
      case FAIL -> new Stmt[] {fail("c", "boom")};
      case INTERRUPT, INTERRUPTED -> new Stmt[] {interrupt("main"), sync("x", never())};
    };
  }

  /**
   * Makes an event with a process that waits for its nack and then outputs that it was not chosen.
   */
  private static Ev watched(Ev event) {
    return withNack("n", block(event, spawn("watch", sync("w", use("n")), observe("lost"))));
  }

  // MATCH, WAIT, DEPOSIT

  @Test
  void aTransOfAReceive_doesNotYieldTheValue() {
    assertEquals(
        Set.of("[x=()]"),
        ends(
            aSync("s", aSendEvt("c", "v")),
            sync("x", aTrans(aRecvEvt("c"))),
            observe("x", var("x"))));
  }

  @Test
  void postConsumptionActions_runWhicheverSideWaits_howeverOftenTheEventIsTransformed() {
    Ev event = aWrap(aSendEvt("c", "v"), tag("f"));
    assertEquals(
        Set.of("[f=()]"), ends(aSync("r", aRecvEvt("c")), aSync("s", sTrans(aTrans(event)))));
    assertEquals(
        Set.of("[f=()]"),
        ends(aSync("r", aRecvEvt("c")), sync("s", aTrans(sTrans(aTrans(event))))));
  }

  @Test
  void branchesOfOneSynchronisation_neverMeet() {
    assertEquals(
        Set.of("[] stuck in [x]"), ends(sync("x", choose(sendEvt("c", "v"), recvEvt("c")))));
    assertEquals(
        Set.of("[]"),
        ends(aSync("x", sTrans(choose(sendEvt("c", "v"), wrap(recvEvt("c"), tag("got")))))));
  }

  @Test
  void twoThatOfferTheSame_swap() {
    Ev one = choose(wrap(sendEvt("c", "1"), to("-")), recvEvt("c"));
    Ev two = choose(wrap(sendEvt("c", "2"), to("-")), recvEvt("c"));
    assertEquals(
        Set.of("[p=-, q=1]", "[q=1, p=-]", "[p=2, q=-]", "[q=-, p=2]"),
        ends(
            spawn("p", sync("x", one), observe("p", var("x"))),
            sync("y", two),
            observe("q", var("y"))));
  }

  @Test
  void aChannel_isFifoOverAllDepositors() {
    assertEquals(
        Set.of("[x=1, y=2, z=3]"),
        ends(
            aSync("s1", aSendEvt("c", "1")),
            aSync("s2", sTrans(choose(sendEvt("c", "2"), sendEvt("d", "2")))),
            aSync("s3", aSendEvt("c", "3")),
            sync("x", recvEvt("c")),
            observe("x", var("x")),
            sync("y", recvEvt("c")),
            observe("y", var("y")),
            sync("z", recvEvt("c")),
            observe("z", var("z"))));
  }

  @Test
  void losersOfADepositedChoice_leaveNothing() {
    assertEquals(
        Set.of("[c=1, left=2]", "[left=2, c=1]"),
        ends(
            aSync("r", sTrans(choose(wrap(recvEvt("c"), tag("c")), wrap(recvEvt("d"), tag("d"))))),
            aSync("s1", aSendEvt("c", "1")),
            aSync("s2", aSendEvt("d", "2")),
            sync("x", recvEvt("d")),
            observe("left", var("x"))));
  }

  @Test
  void aPostCreationAction_runsAfterTheDeposit() {
    assertEquals(
        Set.of("[got=v]"),
        ends(
            aSync(
                "s",
                sWrap(
                    aSendEvt("c", "v"),
                    fn("_", unit(), sync("x", recvEvt("c")), observe("got", var("x")))))));
  }

  // The choices

  @Test
  void choose_takesAnyBranchThatIsReady_preferTheFirst() {
    Stmt[] ready = {aSync("s1", aSendEvt("c", "v")), aSync("s2", aSendEvt("d", "w"))};
    assertEquals(
        Set.of("[x=v]", "[x=w]"),
        ends(
            PaperTest.program(
                ready, sync("x", choose(recvEvt("c"), recvEvt("d"))), observe("x", var("x")))));
    assertEquals(
        Set.of("[x=v]"),
        ends(
            PaperTest.program(
                ready, sync("x", prefer(recvEvt("c"), recvEvt("d"))), observe("x", var("x")))));
    assertEquals(
        Set.of("[x=0]", "[x=v]"),
        ends(
            PaperTest.program(
                ready,
                sync("x", choose(prefer(recvEvt("c"), recvEvt("d")), alwaysEvt("0"))),
                observe("x", var("x")))));
  }

  @Test
  void prefer_whenNothingIsReady_takesTheFirstThatBecomesReady() {
    assertEquals(
        Set.of("[x=w]"),
        ends(
            spawn("p", sync("s", sendEvt("d", "w"))),
            sync("x", prefer(recvEvt("c"), recvEvt("d"))),
            observe("x", var("x"))));
  }

  @Test
  void guards_runFromLeftToRight_beforeAnyBranchIsTried() {
    assertEquals(
        Set.of("[1=(), 2=(), x=v]"),
        ends(
            sync(
                "x",
                choose(
                    guard(block(alwaysEvt("v"), observe("1"))),
                    guard(block(never(), observe("2"))))),
            observe("x", var("x"))));
  }

  // FIRE, NACKED

  @Test
  void theNackOfALoser_fires_andThatOfTheChosenNever() {
    assertEquals(Set.of("[lost=()]"), ends(sync("x", choose(alwaysEvt("v"), watched(never())))));
    assertEquals(
        Set.of("[] stuck in [w]"), ends(sync("x", choose(watched(alwaysEvt("v")), never()))));
  }

  @Test
  void aNack_hasFiredWhenTheSynchronisationReturns() {
    Ev escaping =
        withNack("n", block(never(), aSync("out", sTrans(new Ev.Send(chan("nacks"), var("n"))))));
    assertEquals(
        Set.of("[x=fired]"),
        ends(
            sync("s", choose(alwaysEvt("v"), escaping)),
            sync("nack", recvEvt("nacks")),
            sync("x", prefer(wrap(use("nack"), to("fired")), alwaysEvt("not yet"))),
            observe("x", var("x"))));
  }

  @Test
  void theNacksOfADeposit_fireWhenItIsConsumed() {
    Ev pending = sTrans(choose(watched(recvEvt("c")), recvEvt("d")));
    assertEquals(Set.of("[] stuck in [w]"), ends(aSync("r", pending)));
    assertEquals(
        Set.of("[] stuck in [w]"), ends(aSync("r", pending), sync("s", sendEvt("c", "v"))));
    assertEquals(Set.of("[lost=()]"), ends(aSync("r", pending), sync("s", sendEvt("d", "v"))));
  }

  @Test
  void theNackOfWhatAChooseDoesNotPick_fires() {
    assertEquals(
        Set.of("[lost=()]", "[] stuck in [w]"),
        ends(aSync("x", aChoose(aNever(), watched(aNever())))));
  }

  @Test
  void nacks_fireWhenAGuardThrows() {
    assertEquals(
        Set.of("[lost=()] failed by [boom]"),
        ends(sync("x", choose(watched(never()), guard(block(never(), raise("boom")))))));
  }

  @Test
  void nacks_fireWhenTheProcessIsInterrupted_evenInTheGuard() {
    Ev guarding =
        withNack(
            "n",
            block(
                never(),
                spawn("watch", sync("w", use("n")), observe("lost")),
                sync("inside", never())));
    assertEquals(
        Set.of("[] failed by [interrupted]", "[lost=()] failed by [interrupted]"),
        ends(spawn("p", sync("x", guarding)), interrupt("p")));
    assertEquals(
        Set.of("[] failed by [interrupted]", "[lost=()] failed by [interrupted]"),
        ends(spawn("p", sync("x", watched(never()))), interrupt("p")));
  }

  // THROW, INTERRUPTED

  @Test
  void aPostConsumptionAction_thatThrows_leavesTheCommunicationAsItIs() {
    assertEquals(
        Set.of("[x=v] failed by [boom]"),
        ends(
            aSync("s", aWrap(aSendEvt("c", "v"), fn("_", unit(), raise("boom")))),
            sync("x", recvEvt("c")),
            observe("x", var("x"))));
  }

  @Test
  void aHandler_handlesOnlyFailuresOfActionsInside() {
    Ev failing = wrap(alwaysEvt("v"), fn("_", unit(), raise("boom")));
    Fn handler = fn("e", var("e"), observe("handled", var("e")));
    assertEquals(
        Set.of("[handled=boom, x=boom]"),
        ends(sync("x", wrapHandler(failing, handler)), observe("x", var("x"))));
    assertEquals(
        Set.of("[x=v]"),
        ends(sync("x", wrapHandler(alwaysEvt("v"), handler)), observe("x", var("x"))));
    assertEquals(
        Set.of("[] failed by [boom]"),
        ends(sync("x", wrapHandler(guard(block(failing, raise("boom"))), handler))));
    assertEquals(
        Set.of("[] failed by [boom]"),
        ends(
            sync("x", wrap(wrapHandler(alwaysEvt("v"), handler), fn("_", unit(), raise("boom"))))));
    assertEquals(
        Set.of("[] failed by [interrupted]"),
        ends(interrupt("main"), sync("x", wrapHandler(never(), handler))));
  }

  @Test
  void anInterrupt_happensInsteadOfTheEvent_andLosesNoValue() {
    Set<String> ends =
        ends(
            spawn("p", sync("x", recvEvt("c")), observe("p", var("x"))),
            interrupt("p"),
            aSync("s", aSendEvt("c", "v")),
            sync("y", prefer(recvEvt("c"), alwaysEvt("none"))),
            observe("main", var("y")));
    assertEquals(
        Set.of("[main=v] failed by [interrupted]", "[p=v, main=none]", "[main=none, p=v]"), ends);
  }

  @Test
  void aDeposit_ignoresAnInterrupt() {
    assertEquals(
        Set.of("[done=()]"),
        ends(interrupt("main"), aSync("s", aSendEvt("c", "v")), observe("done")));
  }

  // CLOSE, FAIL, REFUSED

  @Test
  void valuesSentBeforeAClose_canBeReceived_andNoOthers() {
    assertEquals(
        Set.of("[x=v] failed by [c closed]"),
        ends(
            aSync("s", aSendEvt("c", "v")),
            close("c"),
            sync("x", recvEvt("c")),
            observe("x", var("x")),
            sync("y", recvEvt("c"))));
    assertEquals(Set.of("[] failed by [c closed]"), ends(close("c"), sync("x", sendEvt("c", "v"))));
  }

  @Test
  void valuesSentBeforeAFailure_cannotBeReceived() {
    Stmt[] sent = {aSync("s", aSendEvt("c", "v")), fail("c", "broke"), sync("x", recvEvt("c"))};
    assertEquals(Set.of("[] failed by [c broke]"), ends(sent));
  }

  @Test
  void aFailureReplacesAClose_butNotTheOtherWayRound() {
    assertEquals(
        Set.of("[] failed by [c broke]"),
        ends(close("c"), fail("c", "broke"), sync("x", recvEvt("c"))));
    assertEquals(
        Set.of("[] failed by [c broke]"),
        ends(fail("c", "broke"), close("c"), sync("x", recvEvt("c"))));
  }

  @Test
  void waitingProcesses_areRefusedWhenTheirChannelEnds() {
    assertEquals(
        Set.of("[] failed by [c closed]"), ends(spawn("p", sync("x", recvEvt("c"))), close("c")));
    assertEquals(
        Set.of("[] stuck in [x]", "[] failed by [c closed]"),
        ends(spawn("p", sync("x", sendEvt("c", "v"))), close("c")));
    assertEquals(
        Set.of("[] failed by [c broke]"),
        ends(spawn("p", sync("x", sendEvt("c", "v"))), fail("c", "broke")));
  }

  @Test
  void creatingOnAChannelThatHasEnded_isRefused() {
    assertEquals(
        Set.of("[] failed by [c closed]"),
        ends(close("c"), aSync("s", aSendEvt("c", "v")), observe("sent")));
    assertEquals(
        Set.of("[] failed by [c closed]"),
        ends(close("c"), sync("s", aTrans(aSendEvt("c", "v"))), observe("sent")));
  }

  @Test
  void aPendingReceive_isEndedQuietlyByAClose_andAFailureIsReportedToItsActions() {
    Ev receive = aWrap(aRecvEvt("c"), tag("got"));
    assertEquals(Set.of("[]"), ends(aSync("r", receive), close("c")));
    assertEquals(Set.of("[] failed by [c broke]"), ends(aSync("r", receive), fail("c", "broke")));
    assertEquals(Set.of("[]"), ends(aSync("r", aRecvEvt("c")), fail("c", "broke")));
    Ev handled = sTrans(wrapHandler(recvEvt("c"), fn("e", unit(), observe("end", var("e")))));
    assertEquals(Set.of("[end=c closed]"), ends(aSync("r", handled), close("c")));
    assertEquals(Set.of("[end=c closed]"), ends(close("c"), aSync("r", handled)));
  }

  @Test
  void aBranchThatIsRefused_hasBeenChosen() {
    assertEquals(
        Set.of("[] stuck in [w] failed by [c closed]"),
        ends(close("c"), sync("x", choose(watched(recvEvt("c")), never()))));
    assertEquals(
        Set.of("[lost=()] failed by [c closed]"),
        ends(close("c"), sync("x", choose(recvEvt("c"), watched(never())))));
  }
}
