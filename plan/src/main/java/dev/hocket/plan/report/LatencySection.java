package dev.hocket.plan.report;

import dev.hocket.plan.TimeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Writes the parts of a page about event loops: how long inputs waited, and what delayed them. */
final class LatencySection {
  private static final int MOST_EPISODES = 25;
  private static final int MOST_STACKS = 3;

  private LatencySection() {}

  static String of(List<RunReport> runs, Duration threshold) {
    List<NamedReport> reports = new ArrayList<>();
    Map<String, List<LatencyReport>> byProgram = new LinkedHashMap<>();
    for (RunReport run : runs) {
      run.latency()
          .ifPresent(latency -> {
            reports.add(new NamedReport(run.name(), latency));
            byProgram.computeIfAbsent(run.program(), one -> new ArrayList<>()).add(latency);
          });
    }
    if (reports.isEmpty()) {
      return "";
    }
    List<CumulativePlot.Runs> curves = new ArrayList<>();
    byProgram.forEach((name, all) -> curves.add(new CumulativePlot.Runs(name, all)));
    Html html =
        new Html()
            .heading("Inputs that took longer than x")
            .raw(CumulativePlot.of(curves))
            .heading("In figures");
    table(html, reports);
    if (reports.stream().anyMatch(one -> !one.report().hasTimestamps())) {
      html.muted(
          "Without a timestamp, as in JavaFX, an input's latency is the time of its dispatch alone;"
              + " what it waited for the loop is not known.");
    }
    probes(html, runs);
    episodes(html, runs, threshold);
    return html.toString();
  }

  private static void table(Html html, List<NamedReport> reports) {
    List<String> heads = new ArrayList<>(List.of(""));
    reports.forEach(one -> heads.add(one.name()));
    html.beginTable(heads.toArray(String[]::new));
    for (LatencyRow row : LatencyRow.ALL) {
      List<String> cells = new ArrayList<>(List.of(row.label()));
      reports.forEach(one -> cells.add(row.value().apply(one.report())));
      html.row("", cells.toArray(String[]::new));
    }
    html.endTable();
  }

  private static void probes(Html html, List<RunReport> runs) {
    for (RunReport run : runs) {
      Histogram probes = run.recorded().probes;
      if (probes.getTotalCount() > 0) {
        html.muted(
            String.format(
                Locale.ROOT,
                "%s: an event posted to the loop at a fixed rate, %d times, was handled after %s"
                    + " in half of the cases, after %s at the 95th percentile, after %s at most.",
                run.name(),
                probes.getTotalCount(),
                TimeText.of(probes.getValueAtPercentile(50) / 1e9),
                TimeText.of(probes.getValueAtPercentile(95) / 1e9),
                TimeText.of(probes.getMaxValue() / 1e9)));
      }
    }
  }

  private static void episodes(Html html, List<RunReport> runs, Duration threshold) {
    html.heading("What kept the event loop for " + LatencyRow.millis(threshold) + " or longer");
    html.raw(DepthPlot.KEY);
    for (RunReport run : runs) {
      LatencyReport latency = run.latency().orElse(null);
      if (latency == null) {
        continue;
      }
      html.subheading(run.name()).raw(DepthPlot.of(latency));
      List<Episode> episodes = latency.episodes(threshold);
      if (episodes.isEmpty()) {
        html.muted("Nothing did.");
      }
      episodes.stream().limit(MOST_EPISODES).forEach(one -> episode(html, latency, one));
    }
  }

  private static void episode(Html html, LatencyReport latency, Episode episode) {
    html.raw(
        String.format(
            Locale.ROOT,
            "<details><summary><b>%s</b> %s, %s%s</summary>%n",
            LatencyRow.millis(episode.duration()),
            latency.when(episode),
            Svg.escape(episode.event()),
            episode.culprit().isEmpty()
                ? ""
                : ": <code>" + Svg.escape(episode.culprit()) + "</code>"));
    if (episode.stacks().isEmpty()) {
      html.muted("No stack was sampled: 'hocket lag' and 'hocket run --record --sample' do.");
    }
    episode.stacks().entrySet().stream()
        .limit(MOST_STACKS)
        .forEach(one ->
            html.muted(String.format(Locale.ROOT, "%.0f %% of the time", 100 * one.getValue()))
                .raw("<pre>" + Svg.escape(String.join("\n", one.getKey())) + "</pre>\n"));
    html.raw("</details>\n");
  }
}
