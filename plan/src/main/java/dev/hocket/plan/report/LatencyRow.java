package dev.hocket.plan.report;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * One line of a comparison.
 *
 * @param label the name of the figure
 * @param value formats the figure of a report, with its unit
 */
record LatencyRow(String label, Function<LatencyReport, String> value) {
  /** The delay that a person notices (paper 2, section 4.1). */
  static final Duration NOTICEABLE = Duration.ofMillis(100);

  private static final String NONE = "–";

  static final List<LatencyRow> ALL =
      List.of(
          new LatencyRow("total time", r -> seconds(r.totalTime())),
          new LatencyRow("event loop idle", r -> format("%.1f %%", 100 * r.idleRate())),
          new LatencyRow("user inputs", r -> Integer.toString(r.inputs())),
          new LatencyRow("latency p50", r -> percentile(r, 50)),
          new LatencyRow("latency p95", r -> percentile(r, 95)),
          new LatencyRow("latency max", r -> percentile(r, 100)),
          new LatencyRow("inputs > 100 ms", r -> Integer.toString(r.longerThan(NOTICEABLE))));

  private static String percentile(LatencyReport report, double percent) {
    return report.inputs() == 0 ? NONE : millis(report.latency(percent));
  }

  static String millis(Duration duration) {
    double millis = duration.toNanos() / 1e6;
    return format(millis < 10 ? "%.1f ms" : "%.0f ms", millis);
  }

  private static String seconds(Duration duration) {
    return format("%.2f s", duration.toNanos() / 1e9);
  }

  private static String format(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
