package dev.hocket.events.model;

import static dev.hocket.events.model.Syntax.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests events that must behave alike in every context, and some that must not. */
class LawsTest {
  private static final Ev A = wrap(sendEvt("c", "v"), tag("a"));
  private static final Ev B = wrap(recvEvt("d"), tag("b"));
  private static final Ev C = wrap(recvEvt("c"), tag("c"));
  private static final Ev AE = aWrap(aSendEvt("c", "v"), tag("a"));
  private static final Ev BE = aWrap(aRecvEvt("d"), tag("b"));

  /** The processes beside the synchronising one; each law is checked with all combinations. */
  private static final List<Stmt> NEIGHBOURS =
      List.of(
          spawn("receiver", sync("t", recvEvt("c")), observe("got", var("t"))),
          spawn("sender", sync("s", sendEvt("d", "w")), observe("sent")),
          spawn("sender on c", sync("u", sendEvt("c", "x"))),
          spawn(
              "chooser",
              sync("y", choose(wrap(sendEvt("d", "z"), tag("z")), wrap(recvEvt("c"), tag("y"))))));

  static Stream<Arguments> equal() {
    return Stream.of(
        law(
            "sWrap and aWrap commute",
            sWrap(aWrap(AE, tag("f")), tag("g")),
            aWrap(sWrap(AE, tag("g")), tag("f"))),
        law(
            "they do on sChoose",
            sWrap(aWrap(sChoose(AE, BE), tag("f")), tag("g")),
            aWrap(sWrap(sChoose(AE, BE), tag("g")), tag("f"))),
        law(
            "wrap distributes over choose",
            wrap(choose(A, B), tag("f")),
            choose(wrap(A, tag("f")), wrap(B, tag("f")))),
        law(
            "wraps compose",
            wrap(wrap(B, to("1")), tag("f")),
            wrap(B, fn("_", atom("1"), observe("f", atom("1"))))),
        law("choose is associative", choose(A, choose(B, C)), choose(choose(A, B), C)),
        law("choose is commutative", choose(A, B), choose(B, A)),
        law("choose is idempotent", choose(A, A), A),
        law("never is the unit of choose", choose(A, never()), A),
        law("choose of one is that one", choose(B), B),
        law("prefer is associative", prefer(A, prefer(B, C)), prefer(prefer(A, B), C)),
        law("prefer of one is that one", prefer(B), B),
        law("never is the unit of prefer", prefer(never(), A), A),
        law("a guard is what it returns", guard(block(choose(A, B))), choose(A, B)),
        law("a nack unused is a guard", withNack("n", block(A)), A),
        law("aTrans commits alone as in a choice", choose(aTrans(AE)), aTrans(AE)),
        law("choose of aTrans is sChoose", choose(aTrans(AE), aTrans(BE)), sChoose(AE, BE)),
        law("sChoose is synchronous already", aTrans(sChoose(AE, BE)), sChoose(AE, BE)),
        law(
            "sChoose is associative",
            sChoose(AE, sChoose(BE, aRecvEvt("c"))),
            sChoose(sChoose(AE, BE), aRecvEvt("c"))),
        law("aNever is the unit of sChoose", sChoose(AE, aNever()), aTrans(AE)),
        law("aChoose of one is that one", aChoose(AE), AE),
        law(
            "aChoose is associative",
            aChoose(AE, aChoose(BE, aSendEvt("c", "u"))),
            aChoose(aChoose(AE, BE), aSendEvt("c", "u"))),
        law(
            "aTrans of an asynchronous send is a send with a process beside",
            aTrans(AE),
            wrap(sendEvt("c", "v"), fn("_", unit(), spawn("beside", observe("a"))))));
  }

  /** Neighbours with which a receiver on c and a sender on d certainly exist. */
  private static final List<Stmt> READY =
      List.of(aSync("r0", aWrap(aRecvEvt("c"), tag("got"))), aSync("s0", aSendEvt("d", "w")));

  private static Arguments law(String name, Ev left, Ev right) {
    return Arguments.of(name, left, right);
  }

  static Stream<Arguments> different() {
    return Stream.of(
        law("prefer is not commutative", prefer(A, B), prefer(B, A)),
        law("prefer is not choose", prefer(A, B), choose(A, B)),
        law(
            "the paper's equation of choose[aTrans] and aChoose",
            choose(aTrans(AE), aTrans(BE)),
            aChoose(AE, BE)),
        law("aChoose is not sChoose", aChoose(AE, BE), sChoose(AE, BE)),
        law("aNever is no unit of aChoose", aChoose(AE, aNever()), AE),
        law(
            "wrap of an asynchronous choice is no post-consumption action",
            sWrap(AE, tag("f")),
            aWrap(AE, tag("f"))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void equal(String name, Ev left, Ev right) {
    for (List<Stmt> context : contexts()) {
      assertEquals(outcomes(context, left), outcomes(context, right), "beside " + context);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void different(String name, Ev left, Ev right) {
    assertFalse(contexts().stream().allMatch(c -> outcomes(c, left).equals(outcomes(c, right))));
  }

  private static Set<Outcome> outcomes(List<Stmt> context, Ev event) {
    List<Stmt> program = new ArrayList<>(context);
    // aSync of a synchronous event waits like sync.
    program.add(aSync("x", event));
    program.add(observe("x", var("x")));
    return Explorer.outcomes(program.toArray(Stmt[]::new));
  }

  private static List<List<Stmt>> contexts() {
    List<List<Stmt>> contexts = new ArrayList<>(List.of(READY));
    for (int bits = 0; bits < 1 << NEIGHBOURS.size(); bits++) {
      List<Stmt> context = new ArrayList<>();
      for (int i = 0; i < NEIGHBOURS.size(); i++) {
        if ((bits & 1 << i) != 0) {
          context.add(NEIGHBOURS.get(i));
        }
      }
      contexts.add(context);
    }
    return contexts;
  }
}
