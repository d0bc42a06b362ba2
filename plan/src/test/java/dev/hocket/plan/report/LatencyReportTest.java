package dev.hocket.plan.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.measure.Dispatch;
import dev.hocket.plan.measure.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyReportTest {
  private static final long MS = 1_000_000;

  @Test
  void latency_ofOneToHundredMillis_isTheNearestRank() {
    LatencyReport report = report(inputsOfMillis(100));
    assertEquals(Duration.ofMillis(50), report.latency(50));
    assertEquals(Duration.ofMillis(95), report.latency(95));
    assertEquals(Duration.ofMillis(7), report.latency(7));
    assertEquals(Duration.ofMillis(1), report.latency(0.001));
    assertEquals(Duration.ofMillis(100), report.latency(100));
  }

  @Test
  void latency_ofOddNumberOfInputs_isTheMiddleOne() {
    assertEquals(Duration.ofMillis(2), report(inputsOfMillis(3)).latency(50));
  }

  @Test
  void latency_percentOutOfRange_isRefusedWithTheValue() {
    LatencyReport report = report(inputsOfMillis(3));
    for (double percent : new double[] {0, -1, 100.1, Double.NaN}) {
      Exception e = assertThrows(IllegalArgumentException.class, () -> report.latency(percent));
      assertEquals("percent must be above 0 and at most 100: " + percent, e.getMessage());
    }
  }

  @Test
  void latency_withoutInputs_isRefused() {
    LatencyReport report = report(List.of(dispatch(0, 10, -1, false)));
    assertEquals(0, report.inputs());
    assertThrows(IllegalStateException.class, () -> report.latency(50));
  }

  @Test
  void latency_countsTheWaitAndTheDispatch() {
    assertEquals(Duration.ofMillis(35), report(List.of(dispatch(100, 110, 25, true))).latency(100));
  }

  @Test
  void longerThan_excludesEqualLatencies() {
    LatencyReport report =
        report(
            List.of(
                dispatch(1000, 1100, 0, true),
                dispatch(2000, 2100, 0, true),
                dispatch(3000, 3101, 0, true),
                dispatch(4000, 4001, 0, true)));
    assertEquals(1, report.longerThan(Duration.ofMillis(100)));
    assertEquals(3, report.longerThan(Duration.ofMillis(1)));
    assertEquals(4, report.longerThan(Duration.ZERO));
    assertEquals(0, report.longerThan(Duration.ofSeconds(10)));
  }

  @Test
  void inputs_countsOnlyWhatAUserDid() {
    LatencyReport report =
        report(
            List.of(
                dispatch(0, 1, 0, true),
                dispatch(2, 3, 0, false),
                dispatch(4, 5, -1, true),
                dispatch(6, 7, 0, true)));
    assertEquals(2, report.inputs());
  }

  @Test
  void totalTime_runsFromTheFirstInputsTimestampToTheLastDispatchsEnd() {
    LatencyReport report =
        report(
            List.of(
                dispatch(0, 500, -1, false),
                dispatch(1010, 1020, 10, true),
                dispatch(1900, 2000, -1, false)));
    assertEquals(Duration.ofMillis(1000), report.totalTime());
  }

  @Test
  void idleRate_leavesOutWhatHappenedBeforeTheFirstInput() {
    LatencyReport report =
        report(
            List.of(
                dispatch(0, 500, -1, false),
                dispatch(1000, 1100, 0, true),
                dispatch(1900, 2000, -1, false)));
    assertEquals(0.8, report.idleRate(), 1e-9);
  }

  @Test
  void idleRate_nestedDispatch_isCountedOnceAndThePumpBetweenIsIdle() {
    LatencyReport report =
        report(
            List.of(
                // The modal dialog is open for a second, and busy for 300 ms of it.
                dispatch(0, 1000, 0, true),
                dispatch(100, 150, 0, true),
                dispatch(850, 900, 0, true)));
    assertEquals(0.7, report.idleRate(), 1e-9);
  }

  @Test
  void latency_ofADispatchThatNestsOthers_isItsWaitAndAllOfItsOwnTime() {
    LatencyReport report =
        report(List.of(dispatch(0, 1000, 5, true), dispatch(100, 150, 0, false)));
    assertEquals(Duration.ofMillis(955), report.latency(100));
  }

  @Test
  void idleRate_nestedTwice_countsEachDepthOnce() {
    LatencyReport report =
        report(
            List.of(
                dispatch(0, 1000, 0, true),
                dispatch(100, 900, 0, false),
                dispatch(200, 300, 0, false)));
    // The loop is busy all the time, at 0-100, 100-200, 200-300, 300-900 and 900-1000: it waits for
    // no event between two dispatches.
    assertEquals(0, report.idleRate(), 1e-9);
  }

  @Test
  void episodes_areOwnTimesOfAtLeast100Millis_longestFirst() {
    LatencyReport report =
        report(
            List.of(
                dispatch(0, 99, 0, true),
                dispatch(1000, 1100, 0, true),
                // The dispatch takes 150 ms by itself, and 800 ms in a dialog, of which 700 ms are
                // in a dialog inside it.
                dispatch(2000, 2950, 0, true),
                dispatch(2100, 2900, 0, false),
                dispatch(2150, 2850, 0, false)));
    assertEquals(
        List.of(700L, 150L, 100L, 100L),
        report.episodes().stream().map(one -> one.duration().toMillis()).toList());
    assertEquals(span(2150, 2850).start(), report.episodes().getFirst().start());
  }

  @Test
  void stacksOfAnEpisode_areThoseOfItsOwnTime_mostFrequentFirst() {
    List<String> load =
        List.of("java.lang.Thread.sleep(Thread.java:1)", "app.Panel.load(P.java:7)");
    List<String> paint = List.of("app.Panel.paint(P.java:9)");
    LatencyReport report =
        LatencyReport.of(
            "edt",
            List.of(dispatch(0, 1000, 0, true), dispatch(400, 900, 0, false)),
            List.of(
                new StackSample(100 * MS, load),
                new StackSample(200 * MS, paint),
                new StackSample(300 * MS, load),
                new StackSample(500 * MS, List.of("of.the.Dialog(D.java:1)")),
                new StackSample(950 * MS, load)));
    Episode outer =
        report.episodes().stream().filter(one -> one.start() == 0).findFirst().orElseThrow();
    assertEquals(List.of(load, paint), List.copyOf(outer.stacks().keySet()));
    assertEquals(.75, outer.stacks().get(load));
    assertEquals("app.Panel.load(P.java:7)", outer.culprit());
  }

  @Test
  void idleRate_ofAnInstantaneousRun_isIdle() {
    assertEquals(1, report(List.of(dispatch(5, 5, 0, true))).idleRate());
    assertTrue(report(List.of(dispatch(5, 5, 0, true))).totalTime().isZero());
  }

  /** Makes inputs with latencies of 1 to n ms, not in order. */
  private static List<Dispatch> inputsOfMillis(int n) {
    List<Dispatch> inputs = new ArrayList<>();
    for (int i = 1; i <= n; i++) {
      int millis = i % 2 == 0 ? i : n + (n % 2 == 0 ? 0 : 1) - i;
      inputs.add(dispatch(1000L * i, 1000L * i + millis, 0, true));
    }
    return inputs;
  }

  private static LatencyReport report(List<Dispatch> dispatches) {
    return LatencyReport.of("edt", dispatches, List.of());
  }

  private static Dispatch dispatch(long start, long end, long waited, boolean input) {
    return new Dispatch(
        span(start, end), waited < 0 ? -1 : waited * MS, input, "MouseEvent.MOUSE_PRESSED");
  }

  private static Span span(long startMillis, long endMillis) {
    return new Span(startMillis * MS, endMillis * MS);
  }
}
