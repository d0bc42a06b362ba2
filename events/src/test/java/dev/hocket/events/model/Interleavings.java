package dev.hocket.events.model;

import static dev.hocket.events.model.Syntax.*;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Runs small programs in every interleaving, in a JVM of its own with {@link Turns#OPTION}. All
 * that the model allows must come, and nothing else.
 */
final class Interleavings {
  private static final int LIMIT = 200_000;

  private Interleavings() {}

  public static void main(String[] args) {
    int wrong = 0;
    for (Map.Entry<String, Stmt[]> program : programs().entrySet()) {
      Set<Outcome> expected = Explorer.outcomes(program.getValue());
      Set<Outcome> seen = Runs.all(LIMIT, program.getValue());
      if (!seen.equals(expected)) {
        wrong++;
        System.out.println(
            program.getKey() + ": the model has " + expected + "\n  the library " + seen);
      }
    }
    System.out.println(programs().size() + " programs, " + wrong + " wrong");
    System.exit(wrong == 0 ? 0 : 1);
  }

  private static Map<String, Stmt[]> programs() {
    Map<String, Stmt[]> programs = new LinkedHashMap<>();
    programs.put("f", f(sync("s2", sendEvt("c", "v'"))));
    programs.put("af", f(aSync("s2", aSendEvt("c", "v'"))));
    programs.put(
        "f with another receiver",
        PaperTest.program(
            new Stmt[] {spawn("q", sync("t", recvEvt("c")), observe("t", var("t")))},
            f(sync("s2", sendEvt("c", "v'")))));
    programs.put(
        "two swap",
        new Stmt[] {
          spawn(
              "p",
              sync("x", prefer(wrap(sendEvt("c", "1"), to("-")), recvEvt("c"))),
              observe("p", var("x"))),
          sync("y", prefer(wrap(sendEvt("c", "2"), to("-")), recvEvt("c"))),
          observe("q", var("y"))
        });
    programs.put(
        "a nack",
        new Stmt[] {
          spawn("p", sync("s", sendEvt("c", "v"))),
          sync(
              "x",
              prefer(
                  withNack(
                      "n", block(never(), spawn("watch", sync("w", use("n")), observe("lost")))),
                  recvEvt("c"))),
          observe("x", var("x"))
        });
    programs.put(
        "post-consumption and post-creation",
        new Stmt[] {
          spawn("p", sync("r", recvEvt("c")), observe("got", var("r"))),
          aSync("x", sWrap(aWrap(aSendEvt("c", "v"), tag("consumed")), tag("created")))
        });
    programs.put(
        "sChoose",
        new Stmt[] {
          spawn("p", sync("r", recvEvt("c")), observe("got", var("r"))),
          aSync("x", sChoose(aWrap(aSendEvt("c", "v"), tag("a")), aRecvEvt("d"))),
          observe("x", var("x"))
        });
    programs.put(
        "close",
        new Stmt[] {
          spawn("p", sync("r", recvEvt("c")), observe("got", var("r"))),
          aSync("s", aSendEvt("d", "v")),
          close("c"),
          close("d"),
          sync("x", recvEvt("d")),
          observe("x", var("x"))
        });
    return programs;
  }

  private static Stmt[] f(Stmt send) {
    return new Stmt[] {
      spawn("p", sync("s1", sendEvt("c", "v")), observe("sent")),
      send,
      sync("r", recvEvt("c")),
      observe("f", var("r"))
    };
  }
}
