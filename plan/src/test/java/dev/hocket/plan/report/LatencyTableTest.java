package dev.hocket.plan.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.plan.measure.Dispatch;
import dev.hocket.plan.measure.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyTableTest {
  private static final long MS = 1_000_000;

  @Test
  void of_twoReports_alignsTheirFigures() {
    NamedReport sequential =
        new NamedReport(
            "sequential", report(input(0, 3, 0), input(10, 1210, 0), input(1210, 1211, 650)));
    NamedReport hocket =
        new NamedReport("hocket", report(input(0, 3, 0), input(10, 14, 0), input(800, 801, 0)));
    assertEquals(
        """
                          sequential   hocket
        total time            1.21 s   0.80 s
        event loop idle        0.6 %   99.0 %
        user inputs                3        3
        latency p50           651 ms   3.0 ms
        latency p95          1200 ms   4.0 ms
        latency max          1200 ms   4.0 ms
        inputs > 100 ms            2        0
        """,
        LatencyTable.of(List.of(sequential, hocket)));
  }

  @Test
  void of_reportWithoutInputs_showsADash() {
    LatencyReport silent =
        report(
            new Dispatch(new Span(0, MS), -1, false, "PaintEvent"),
            new Dispatch(new Span(MS, MS), -1, false, "PaintEvent"));
    assertEquals(
        """
                          silent
        total time        0.00 s
        event loop idle    0.0 %
        user inputs            0
        latency p50            –
        latency p95            –
        latency max            –
        inputs > 100 ms        0
        """,
        LatencyTable.of(List.of(new NamedReport("silent", silent))));
  }

  private static LatencyReport report(Dispatch... dispatches) {
    return LatencyReport.of("edt", List.of(dispatches), List.of());
  }

  private static Dispatch input(long start, long end, long waited) {
    return new Dispatch(new Span(start * MS, end * MS), waited * MS, true, "KeyEvent");
  }
}
