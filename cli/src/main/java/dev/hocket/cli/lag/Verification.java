package dev.hocket.cli.lag;

import dev.hocket.cli.terminal.Seconds;
import dev.hocket.plan.report.Episode;
import dev.hocket.plan.report.LatencyReport;
import dev.hocket.plan.report.LatencyTable;
import dev.hocket.plan.report.NamedReport;
import dev.hocket.plan.report.RunReport;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Compares a program without and with the proposals: shows whether the freezes have ended. */
final class Verification {
  private final List<NamedReport> runs = new ArrayList<>();
  private final Duration threshold;

  Verification(List<RunReport> before, List<RunReport> after, Duration threshold) {
    this.threshold = threshold;
    add("before", before);
    add("after", after);
  }

  /** The name of a column; a single run has no number. */
  static String name(String when, int run, int runs) {
    return runs == 1 ? when : when + " " + run;
  }

  private void add(String when, List<RunReport> reports) {
    for (int i = 0; i < reports.size(); i++) {
      String name = name(when, i + 1, reports.size());
      runs.add(new NamedReport(name, reports.get(i).latency().orElseThrow()));
    }
  }

  /** Both columns, in the form of the demo's table, and below them the freezes. */
  void print(PrintWriter out) {
    Map<String, List<String>> more = new LinkedHashMap<>();
    more.put("freezes", each(report -> "" + report.episodes(threshold).size()));
    more.put("time in freezes", each(report -> Seconds.text(frozen(report).toNanos() / 1e9)));
    out.println();
    out.println("Compiled with the proposals into a temporary folder, and run again:");
    out.println();
    out.print(LatencyTable.of(runs, more));
    out.flush();
  }

  private List<String> each(Function<LatencyReport, String> figure) {
    return runs.stream().map(run -> figure.apply(run.report())).toList();
  }

  private Duration frozen(LatencyReport report) {
    return report.episodes(threshold).stream()
        .map(Episode::duration)
        .reduce(Duration.ZERO, Duration::plus);
  }
}
