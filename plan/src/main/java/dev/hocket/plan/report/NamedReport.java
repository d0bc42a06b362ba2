package dev.hocket.plan.report;

import java.util.Objects;

/**
 * A report with a name, for example {@code sequential}.
 *
 * @param name the heading of a column, or the name of a curve
 * @param report the report
 */
public record NamedReport(String name, LatencyReport report) {
  /** Checks that neither part is null. */
  public NamedReport {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(report, "report");
  }
}
