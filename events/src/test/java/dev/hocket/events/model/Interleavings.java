package dev.hocket.events.model;

import static dev.hocket.events.model.Syntax.*;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Runs small programs in every interleaving, in a JVM of its own with {@link Turns#OPTION}. The
 * runs must show all outcomes that the model allows, and no others.
 */
final class Interleavings {
  private static final int LIMIT = 200_000;

  /**
   * The rounds after which the search ends. A fair choice draws random numbers, which no schedule
   * decides, so an outcome that the model allows may be missing in the first round of all
   * schedules.
   */
  private static final int ROUNDS = 50;

  /** The programs with more interleavings, because spinning threads can be interrupted. */
  private static final Set<String> LARGE =
      Set.of(
          "f with another receiver",
          "two choices, and a poll of one branch of both",
          "two choices, and the end of a channel of both");

  private Interleavings() {}

  public static void main(String[] args) {
    int wrong = 0;
    for (Map.Entry<String, Stmt[]> program : programs().entrySet()) {
      System.out.println(program.getKey());
      Set<Outcome> expected = Explorer.outcomes(program.getValue());
      for (Waits waits : waits(program.getKey())) {
        Set<Outcome> seen = seen(expected, waits, program.getValue());
        if (!seen.equals(expected)) {
          wrong++;
          System.out.println("  wrong: the model has " + expected + "\n  the library " + seen);
        }
      }
    }
    System.out.println(programs().size() + " programs, " + wrong + " wrong");
    System.exit(wrong == 0 ? 0 : 1);
  }

  /** Collects outcomes, in as many rounds as it takes until all expected ones have occurred. */
  private static Set<Outcome> seen(Set<Outcome> expected, Waits waits, Stmt... program) {
    Set<Outcome> seen = new HashSet<>();
    for (int round = 0; round < ROUNDS && !seen.containsAll(expected); round++) {
      seen.addAll(Runs.all(LIMIT, waits, program));
    }
    return seen;
  }

  private static Waits[] waits(String program) {
    return LARGE.contains(program) ? new Waits[] {Waits.COLD, Waits.SUSPENDED} : Waits.values();
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
    programs.putAll(choices());
    programs.putAll(endings());
    return programs;
  }

  /**
   * Makes choices to send or receive on one channel that meet similar choices, no partner or two
   * partners.
   */
  private static Map<String, Stmt[]> choices() {
    Map<String, Stmt[]> programs = new LinkedHashMap<>();
    programs.put(
        "a choice, and a thread that sends to one branch and polls the other",
        new Stmt[] {
          spawn("p", sync("x", choose(sendEvt("c", "1"), recvEvt("d"))), observe("x", var("x"))),
          aSync("s", aSendEvt("d", "2")),
          sync("y", prefer(recvEvt("c"), alwaysEvt("none"))),
          observe("y", var("y"))
        });
    programs.put(
        "two choices, one of whom finds another first",
        new Stmt[] {
          spawn("p", sync("x", choose(sendEvt("c", "1"), recvEvt("d"))), observe("x", var("x"))),
          aSync("s", aSendEvt("c", "2")),
          sync("y", choose(recvEvt("c"), sendEvt("d", "3"))),
          observe("y", var("y"))
        });
    programs.put(
        "two choices, and a poll of one branch of both",
        new Stmt[] {
          spawn("p", sync("x", choose(sendEvt("c", "1"), recvEvt("d"))), observe("x", var("x"))),
          spawn("q", sync("y", choose(recvEvt("c"), sendEvt("d", "2"))), observe("y", var("y"))),
          sync("z", prefer(recvEvt("c"), alwaysEvt("none"))),
          observe("z", var("z"))
        });
    programs.put(
        "two choices, and the end of a channel of both",
        new Stmt[] {
          spawn("p", sync("x", choose(sendEvt("c", "1"), recvEvt("d"))), observe("x", var("x"))),
          spawn("q", close("d")),
          sync("y", choose(recvEvt("c"), sendEvt("d", "2"))),
          observe("y", var("y"))
        });
    programs.put(
        "two choices of three, of whom one has a partner elsewhere",
        new Stmt[] {
          spawn(
              "p",
              sync("x", choose(sendEvt("c", "1"), recvEvt("d"), recvEvt("e"))),
              observe("x", var("x"))),
          aSync("s", aSendEvt("e", "2")),
          sync("y", choose(recvEvt("c"), sendEvt("d", "3"), sendEvt("e", "4"))),
          observe("y", var("y"))
        });
    return programs;
  }

  /** Makes programs with an interrupt, failure, withdrawal or timeout that races with a partner. */
  private static Map<String, Stmt[]> endings() {
    Map<String, Stmt[]> programs = new LinkedHashMap<>();
    programs.put(
        "an interrupt of a choice",
        new Stmt[] {
          spawn(
              "p", sync("x", prefer(watched(recvEvt("c")), recvEvt("d"))), observe("x", var("x"))),
          interrupt("p"),
          aSync("s", aSendEvt("c", "v"))
        });
    programs.put(
        "an interrupt of one of two choices that meet",
        new Stmt[] {
          spawn(
              "p",
              sync("x", prefer(wrap(sendEvt("c", "1"), to("-")), recvEvt("d"))),
              observe("p", var("x"))),
          spawn("q", sync("y", prefer(sendEvt("d", "2"), recvEvt("c")))),
          interrupt("p")
        });
    programs.put(
        "a failure of a channel in a choice",
        new Stmt[] {
          spawn(
              "p",
              sync("x", prefer(wrapHandler(watched(recvEvt("c")), to("failed")), recvEvt("d"))),
              observe("x", var("x"))),
          aSync("s", aSendEvt("d", "v")),
          fail("c", "broken")
        });
    programs.put(
        "a failure, which takes with it what was sent",
        new Stmt[] {
          spawn("p", sync("x", recvEvt("c")), observe("x", var("x"))),
          aSync("s", aSendEvt("c", "v")),
          fail("c", "broken")
        });
    programs.put(
        "a withdrawal",
        new Stmt[] {
          spawn("p", sync("s", sendEvt("c", "v")), observe("sent")),
          start("h", prefer(recvEvt("c"), recvEvt("d"))),
          withdraw("x", "h"),
          observe("withdrawn", var("x"))
        });
    programs.put(
        "a withdrawal, and the nack",
        new Stmt[] {
          start("h", prefer(watched(recvEvt("c")), recvEvt("d"))),
          withdraw("x", "h"),
          observe("withdrawn", var("x"))
        });
    programs.put(
        "a timeout",
        new Stmt[] {
          spawn("p", sync("s", sendEvt("c", "v")), observe("sent")),
          sync("x", prefer(recvEvt("c"), wrap(timeOutEvt(), to("late")))),
          observe("x", var("x"))
        });
    programs.put(
        "a buffer",
        new Stmt[] {
          buffered("c", 1),
          spawn("p", sync("r", recvEvt("c")), observe("got", var("r"))),
          sync("s", sendEvt("c", "1")),
          sync("x", prefer(wrap(sendEvt("c", "2"), to("sent")), recvEvt("c"))),
          observe("x", var("x"))
        });
    programs.put(
        "no room, and the thread that waits for it is interrupted",
        new Stmt[] {
          waiting("c", 1),
          spawn("p", aSync("s", aSendEvt("c", "1")), observe("p")),
          interrupt("p"),
          aSync("t", aSendEvt("c", "2")),
          sync("x", recvEvt("c")),
          observe("x", var("x"))
        });
    programs.put(
        "no room, and a choice and a send that wait for some",
        new Stmt[] {
          waiting("c", 1),
          aSync("t", aSendEvt("c", "1")),
          spawn("p", aSync("s", sTrans(prefer(sendEvt("c", "2"), recvEvt("d")))), observe("p")),
          spawn("q", aSync("u", aSendEvt("c", "3")), observe("q")),
          sync("x", recvEvt("c")),
          observe("x", var("x"))
        });
    programs.put(
        "no room, until a choice is taken elsewhere",
        new Stmt[] {
          waiting("c", 1),
          aSync("t", sTrans(prefer(sendEvt("c", "1"), recvEvt("d")))),
          spawn("p", aSync("s", aSendEvt("c", "2")), observe("p")),
          spawn("q", sync("v", sendEvt("d", "3"))),
          sync("x", prefer(recvEvt("c"), alwaysEvt("none"))),
          observe("x", var("x"))
        });
    programs.put(
        "no room, and a sender that finds none fails",
        new Stmt[] {
          failing("c", 1),
          spawn("p", aSync("s", aSendEvt("c", "1")), observe("p")),
          aSync("t", sTrans(prefer(watched(sendEvt("c", "2")), recvEvt("d")))),
          sync("x", recvEvt("c")),
          observe("x", var("x"))
        });
    return programs;
  }

  /**
   * Makes an event with a process that waits for its nack and then outputs that it was not chosen.
   */
  private static Ev watched(Ev event) {
    return withNack("n", block(event, spawn("watch", sync("w", use("n")), observe("lost"))));
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
