package dev.hocket.plan.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventLoopTest {
  private static final long MILLI = 1_000_000;

  private static Dispatch dispatch(String event, long from, long to, long waited) {
    return new Dispatch(new Span(from * MILLI, to * MILLI), waited * MILLI, true, event);
  }

  private static Run run(String label, long arrival, long queue) {
    return new Run(
        label,
        "worker",
        (arrival + queue) * MILLI,
        MILLI,
        queue * MILLI,
        0,
        0,
        0,
        false,
        "completed");
  }

  @Test
  void dispatches_areAStationOfOneThread() {
    List<Dispatch> dispatches = new ArrayList<>();
    for (int i = 0; i < 21; i++) {
      dispatches.add(dispatch("click", 100 * i + 10, 100 * i + 40, 10));
    }
    EventLoop loop = EventLoop.of("edt", dispatches);
    assertEquals(10, loop.all().load().arrivalsPerSecond(), 1e-9);
    assertEquals(.03, loop.all().load().serviceSeconds(), 1e-12);
    assertEquals(.04, loop.flow().value(), 1e-12);
  }

  @Test
  void dispatchInsideAnother_isNoPartOfIt() {
    EventLoop loop =
        EventLoop.of(
            "edt", List.of(dispatch("dialog", 0, 1000, 0), dispatch("button", 200, 230, 0)));
    // The dialog was busy until 200 and from 230 on: the time between other dispatches is not its
    // own.
    assertEquals(.97 + .03, 2 * loop.all().service().value(), 1e-9);
    assertEquals(List.of("dialog", "button"), loop.byEvent().stream().map(Label::name).toList());
  }

  /** The dispatch opens a dialog, works for half a second, and opens another dialog. */
  @Test
  void workBetweenDialogs_isTheOuterDispatchsOwn_whereTheWaitsForEventsAreRecorded() {
    EventLoop loop =
        EventLoop.of(
            "edt",
            List.of(
                dispatch("menu", 0, 1000, 0),
                Dispatch.idle(new Span(100 * MILLI, 200 * MILLI)),
                dispatch("button", 200, 230, 0),
                Dispatch.idle(new Span(730 * MILLI, 870 * MILLI)),
                dispatch("button", 870, 900, 0)));
    assertEquals(List.of("menu", "button"), loop.byEvent().stream().map(Label::name).toList());
    assertEquals(.7, loop.byEvent().getFirst().service().value(), 1e-9);
  }

  @Test
  void eventsWithoutTimestamp_arriveAsTheyBegin_andHaveNoFlowTime() {
    EventLoop loop =
        EventLoop.of(
            "fx",
            List.of(
                new Dispatch(new Span(0, 10 * MILLI), -1, true, "Input"),
                new Dispatch(new Span(500 * MILLI, 510 * MILLI), -1, true, "Input")));
    assertEquals(2, loop.all().load().arrivalsPerSecond(), 1e-9);
    assertTrue(Double.isNaN(loop.flow().value()));
  }

  @Test
  void handOvers_areTheRunsRequestedInADispatch() {
    EventLoop loop =
        EventLoop.of(
            "edt", List.of(dispatch("click", 100, 120, 0), dispatch("click", 300, 340, 0)));
    Trace trace = new Trace();
    trace.add(run("A.java:1", 110, 50));
    trace.add(run("A.java:1", 340, 0));
    trace.add(run("A.java:1", 90, 20));
    trace.add(run("A.java:1", 250, 0));
    trace.add(run("B.java:1", 130, 0));
    EventLoop.HandOvers found = loop.handOvers(trace, List.of("A.java:1"));
    assertEquals(.5, found.share());
    assertEquals(.03, found.seconds(), 1e-12);
    assertEquals(0, loop.handOvers(trace, List.of("B.java:1")).share());
    assertEquals(0, loop.handOvers(trace, List.of("None.java:1")).share());
  }
}
