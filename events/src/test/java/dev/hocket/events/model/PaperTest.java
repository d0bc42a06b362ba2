package dev.hocket.events.model;

import static dev.hocket.events.model.Syntax.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the examples of the paper's sections 3 and 4, with outcomes computed by hand. */
class PaperTest {

  /** Returns all outcomes of a program, as text. */
  static Set<String> ends(Stmt... program) {
    return Explorer.outcomes(program).stream()
        .map(Outcome::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  static Stmt[] program(Stmt[] first, Stmt... then) {
    return Stream.concat(Stream.of(first), Stream.of(then)).toArray(Stmt[]::new);
  }

  private static final Stmt[] F = {
    spawn("p", sync("s1", sendEvt("c", "v"))),
    sync("s2", sendEvt("c", "v'")),
    sync("r", recvEvt("c")),
    observe("f", var("r"))
  };

  @Test
  void f_alone_blocks() {
    assertEquals(Set.of("[] stuck in [s1, s2]"), ends(F));
  }

  @Test
  void f_withAnotherReceiver_receivesTheSpawnedValueOrBlocks() {
    Set<String> ends = ends(program(new Stmt[] {spawn("q", sync("t", recvEvt("c")))}, F));
    assertEquals(Set.of("[f=v]", "[] stuck in [s2]"), ends);
  }

  @Test
  void af_neverBlocks_andReceivesEither() {
    Set<String> ends =
        ends(
            spawn("p", sync("s1", sendEvt("c", "v"))),
            aSync("s2", aSendEvt("c", "v'")),
            sync("r", recvEvt("c")),
            observe("f", var("r")));
    assertEquals(Set.of("[f=v]", "[f=v'] stuck in [s1]"), ends);
  }

  @Test
  void af_sendingBeforeItSpawns_receivesItsOwnValue() {
    Set<String> ends =
        ends(
            aSync("s2", aSendEvt("c", "v'")),
            spawn("p", sync("s1", sendEvt("c", "v"))),
            sync("r", recvEvt("c")),
            observe("f", var("r")));
    assertEquals(Set.of("[f=v'] stuck in [s1]"), ends);
  }

  @Test
  void sendsOfThreadsOfTheirOwn_arriveInAnyOrder() {
    Set<String> ends =
        ends(
            sync(
                "e1",
                wrap(alwaysEvt(""), fn("_", unit(), spawn("p", sync("s1", sendEvt("c", "v")))))),
            sync(
                "e2",
                wrap(alwaysEvt(""), fn("_", unit(), spawn("q", sync("s2", sendEvt("c", "v'")))))),
            sync("r", recvEvt("c")),
            observe("got", var("r")));
    assertEquals(Set.of("[got=v] stuck in [s2]", "[got=v'] stuck in [s1]"), ends);
  }

  @Test
  void asynchronousSends_arriveInTheOrderOfTheirSynchronisation() {
    Set<String> ends =
        ends(
            aSync("s1", aSendEvt("c", "v")),
            aSync("s2", aSendEvt("c", "v'")),
            sync("r", recvEvt("c")),
            observe("got", var("r")),
            sync("s", recvEvt("c")),
            observe("got", var("s")));
    assertEquals(Set.of("[got=v, got=v']"), ends);
  }

  @Test
  void asynchronousReceives_areServedInTheOrderOfTheirSynchronisation() {
    Set<String> ends =
        ends(
            aSync("r1", aWrap(aRecvEvt("c"), tag("first"))),
            aSync("r2", aWrap(aRecvEvt("c"), tag("second"))),
            sync("s1", sendEvt("c", "v")),
            sync("s2", sendEvt("c", "v'")));
    assertEquals(Set.of("[first=v, second=v']", "[second=v', first=v]"), ends);
  }

  @Test
  void asynchronousReceive_yieldsUnitEvenIfASendIsReady() {
    Set<String> ends =
        ends(aSync("s", aSendEvt("c", "v")), aSync("r", aRecvEvt("c")), observe("got", var("r")));
    assertEquals(Set.of("[got=()]"), ends);
  }

  /**
   * Section 4.1: {@code h} runs in a context in which the value was consumed, {@code g} when it is
   * on the channel.
   */
  @Test
  void barrier_withAReceiver_isPassedOnceTheValueIsConsumed() {
    assertEquals(
        Set.of("[g=(), h=()]"),
        ends(program(new Stmt[] {spawn("q", sync("t", recvEvt("c")))}, barrier(observe("g")))));
  }

  @Test
  void barrier_withoutAReceiver_isNotPassed() {
    assertEquals(Set.of("[g=()] stuck in [passed]"), ends(barrier(observe("g"))));
  }

  @Test
  void barrier_whoseG_consumes_witnessesTheValue() {
    assertEquals(
        Set.of("[g=v, h=()]"), ends(barrier(sync("x", recvEvt("c")), observe("g", var("x")))));
  }

  @Test
  void barrier_whoseG_sends_isConsumedFirst() {
    Set<String> ends =
        ends(
            program(
                new Stmt[] {
                  spawn(
                      "q",
                      sync("x", recvEvt("c")),
                      observe("got", var("x")),
                      sync("y", recvEvt("c")))
                },
                barrier(aSync("s", aSendEvt("c", "later")))));
    assertEquals(Set.of("[got=v, h=()]", "[h=(), got=v]"), ends);
  }

  @Test
  void barrier_bySynchronousWrap_blocks() {
    Set<String> ends =
        ends(
            spawn("q", sync("t", recvEvt("c"))),
            sync(
                "s", wrap(sendEvt("c", "v"), fn("_", unit(), sync("inner", sendEvt("local", ""))))),
            sync("passed", recvEvt("local")),
            observe("h"));
    assertEquals(Set.of("[] stuck in [inner]"), ends);
  }

  private static Stmt[] barrier(Stmt... g) {
    return Stream.of(
            Stream.of(
                aSync(
                    "sent",
                    aWrap(
                        aSendEvt("c", "v"), fn("_", unit(), sync("inner", sendEvt("local", "")))))),
            Stream.of(g),
            Stream.of(sync("passed", recvEvt("local")), observe("h")))
        .flatMap(s -> s)
        .toArray(Stmt[]::new);
  }

  @Test
  void callbackEvt_runsOnTheThreadThatSynchronisesOnTheResult_onceTheEventIsConsumed() {
    Ev callback =
        guard(new Block(java.util.List.of(newChannel("local")), quote(callbackEvt("local"))));
    Stmt[] receiving = {
      aSync("later", callback),
      observe("created"),
      sync("x", use("later")),
      observe("returned", var("x"))
    };
    assertEquals(Set.of("[created=()] stuck in [x]"), ends(receiving));
    assertEquals(
        Set.of(
            "[created=(), more=v, f=v, returned=v]",
            "[created=(), f=v, more=v, returned=v]",
            "[created=(), f=v, returned=v, more=v]",
            "[more=v, created=(), f=v, returned=v]"),
        ends(program(new Stmt[] {spawn("q", sync("s", sendEvt("c", "v")))}, receiving)));
  }

  /** Makes the body of the paper's function, extended by one more post-consumption action. */
  private static Ev callbackEvt(String local) {
    Ev told =
        aWrap(
            aRecvEvt("c"),
            fn("x1", var("x1"), aSync("told", sTrans(new Ev.Send(var(local), var("x1"))))));
    return aWrap(sWrap(told, fn("_", quote(wrap(new Ev.Recv(var(local)), tag("f"))))), tag("more"));
  }

  private static final Ev A = aSendEvt("c", "v");
  private static final Ev B = aSendEvt("d", "v'");

  private static Set<String> chooseAgainstReceiverOnC(Ev event) {
    return ends(
        spawn("q", sync("t", recvEvt("c")), observe("got", var("t"))),
        aSync("chosen", event),
        sync("after", prefer(wrap(recvEvt("d"), tag("left on d")), alwaysEvt(""))));
  }

  @Test
  void aChoose_picksWhetherOrNotThereIsAPartner() {
    assertEquals(
        Set.of("[got=v]", "[left on d=v'] stuck in [t]"), chooseAgainstReceiverOnC(aChoose(A, B)));
  }

  @Test
  void sChoose_waitsForAPartner_andLeavesNothingOfTheLoser() {
    assertEquals(Set.of("[got=v]"), chooseAgainstReceiverOnC(sChoose(A, B)));
  }

  @Test
  void chooseOfATrans_isSChooseAndNotAChoose() {
    assertEquals(Set.of("[got=v]"), chooseAgainstReceiverOnC(choose(aTrans(A), aTrans(B))));
  }

  @Test
  void threeReadingsOfChoice_withoutAnyPartner_differ() {
    assertEquals(Set.of("[done=()]"), ends(aSync("x", aChoose(A, B)), observe("done")));
    assertEquals(Set.of("[] stuck in [x]"), ends(aSync("x", sChoose(A, B)), observe("done")));
    assertEquals(
        Set.of("[] stuck in [x]"), ends(sync("x", choose(aTrans(A), aTrans(B))), observe("done")));
  }

  /** Figure 3: f runs before logRequestEnd, in one thread; g on the thread that synchronised. */
  @Test
  void orchestrator_logsTheEndOfARequestAfterItsProcessing() {
    Ev processor = aWrap(sWrap(aSendEvt("c", "v"), tag("g")), tag("f"));
    Ev manager = recvEvt("connections");
    Ev orchestrate =
        choose(
            aTrans(
                guard(block(aWrap(processor, tag("logRequestEnd")), observe("logRequestStart")))),
            guard(block(wrap(manager, tag("logConnEnd")), observe("logConnStart"))));
    Set<String> ends = ends(spawn("client", sync("t", recvEvt("c"))), sync("x", orchestrate));
    String start = "[logRequestStart=(), logConnStart=(), ";
    assertEquals(
        Set.of(
            start + "g=(), f=(), logRequestEnd=()]",
            start + "f=(), g=(), logRequestEnd=()]",
            start + "f=(), logRequestEnd=(), g=()]"),
        ends);
  }

  /** Section 6: exiting waits until the log has received the fatal error. */
  @Test
  void logCallback_runsOnceTheLogHasTheError_andAfterTheCleanUp() {
    Ev logged =
        aWrap(
            aSendEvt("log", "fatal"),
            fn("x1", var("x1"), aSync("told", sTrans(new Ev.Send(chan("local"), var("x1"))))));
    Ev exitEvt =
        sWrap(logged, fn("_", quote(wrap(recvEvt("local"), fn("_", unit(), observe("exit"))))));
    Set<String> ends =
        ends(
            spawn("logger", sync("l1", recvEvt("log")), sync("l2", recvEvt("log"))),
            aSync("exitLater", exitEvt),
            sync("clean", sendEvt("log", "cleaned")),
            observe("clean"),
            sync("x", use("exitLater")));
    assertEquals(Set.of("[clean=(), exit=()]"), ends);
  }
}
