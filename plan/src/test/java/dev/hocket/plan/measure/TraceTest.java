package dev.hocket.plan.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.simulate.FlowTimes;
import dev.hocket.plan.simulate.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceTest {
  private static final long MILLI = 1_000_000;
  private static final List<List<String>> BOTH = List.of(List.of("early"), List.of("late"));

  private static Run run(String label, long arrivalMillis) {
    return new Run(
        label, "worker", arrivalMillis * MILLI + 5, MILLI, 5, 0, 0, 0, false, "completed");
  }

  @Test
  void longRecording_isKeptInStretchesOfTheWhole() {
    Trace trace = new Trace(1000);
    for (int i = 0; i < 10_000; i++) {
      trace.add(run(i < 5000 ? "early" : "late", i));
    }
    Trace.Events events = trace.events(BOTH);
    int kept = events.workload().events();
    assertTrue(kept > 400 && kept <= 1000, kept + " kept");
    int late = events.flows().ofClass(1).count();
    assertTrue(late > kept / 3 && late < kept * 2 / 3, late + " of the second half");
  }

  /** If the gaps were kept, each stretch would be followed by a pause in which all queues drain. */
  @Test
  void stretches_followEachOther_withoutTheGapsBetweenThem() {
    Trace trace = new Trace(1000);
    for (int i = 0; i < 10_000; i++) {
      trace.add(run("early", i));
    }
    Workload workload = trace.events(BOTH).workload();
    assertEquals(1000, workload.events() / workload.lastArrival(), 50);
  }

  @Test
  void measuredFlowTimes_areThoseOfTheSameEvents() {
    Trace trace = new Trace();
    trace.add(run("late", 2));
    trace.add(run("early", 1));
    Trace.Events events = trace.events(BOTH);
    assertEquals(.001 + 5e-9, events.flows().mean(), 1e-12);
    assertEquals(1, events.flows().ofClass(0).count());
    assertEquals(.001, events.workload().lastArrival(), 1e-12);
  }

  /** A recording has blocks in the order of their ends, so short ones come first. */
  @Test
  void eventsThatArriveAtOnce_areInTheOrderInWhichTheyBegan() {
    Trace trace = new Trace();
    trace.add(begun("late", 3, 1));
    trace.add(begun("early", 0, 3));
    trace.add(begun("late", 4, 1));
    FlowTimes flows = trace.events(BOTH).flows();
    assertEquals(.003, flows.inOrder()[0], 1e-12);
    assertEquals(.004, flows.inOrder()[1], 1e-12);
    assertEquals(.005, flows.inOrder()[2], 1e-12);
  }

  /** Returns a run that was requested at 0. */
  private static Run begun(String label, long beginMillis, long lengthMillis) {
    return new Run(
        label,
        "worker",
        beginMillis * MILLI,
        lengthMillis * MILLI,
        beginMillis * MILLI,
        0,
        0,
        0,
        false,
        "completed");
  }
}
