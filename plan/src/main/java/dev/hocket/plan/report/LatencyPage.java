package dev.hocket.plan.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Reports side by side as one web page that needs nothing but itself. */
public final class LatencyPage {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --page: #fff; --ink: #1f2433; --muted: #5d6478;
        --line: #d9dce6; --soft: #eef0f6; --series0: #c2410c; --series1: #2563eb;
        --series2: #15803d; --freeze: #dc2626; --busy: #2563eb; --block: #0f9d6e; }
      @media (prefers-color-scheme: dark) { :root { --page: #14161d; --ink: #e8eaf2;
        --muted: #a3a9bb; --line: #363b4a; --soft: #20242f; --series0: #fb923c;
        --series1: #7aa5ff; --series2: #4ade80; --freeze: #f87171; --busy: #7aa5ff;
        --block: #34d399; } }
      * { box-sizing: border-box; }
      body { margin: 0 auto; max-width: 46rem; padding: 1.5rem 1rem 3rem; background: var(--page);
        color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
      h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .4rem; }
      h2 { font-size: 1.1rem; margin: 2.2rem 0 .6rem; }
      p { margin: .5rem 0; }
      .muted { color: var(--muted); font-size: .9rem; }
      table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
      th, td { padding: .4rem .5rem; border-bottom: 1px solid var(--line); text-align: right; }
      th:first-child, td:first-child { text-align: left; font-weight: normal; padding-left: 0; }
      td:last-child, th:last-child { padding-right: 0; }
      svg { display: block; width: 100%; height: auto; }
      text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: var(--ink); }
      text.tick, text.note { fill: var(--muted); font-size: 11px; }
      .axis { stroke: var(--muted); } .grid { stroke: var(--line); }
      .threshold { stroke: var(--muted); stroke-dasharray: 4 3; }
      .curve { fill: none; stroke-width: 2.2; stroke-linejoin: round; }
      .series0 { stroke: var(--series0); } .series1 { stroke: var(--series1); }
      .series2 { stroke: var(--series2); }
      .idle { fill: var(--soft); } .busy { fill: var(--busy); } .freeze { fill: var(--freeze); }
      .block { fill: var(--block); }
      .key { display: inline-block; width: .8em; height: .8em; border-radius: 2px;
        margin-right: .3em; vertical-align: -.05em; }
      .key.busy { background: var(--busy); } .key.freeze { background: var(--freeze); }
      .key.block { background: var(--block); } .key.idle { background: var(--soft);
        outline: 1px solid var(--line); }
      .keys > span { white-space: nowrap; margin-right: .8em; }
      @media (max-width: 34rem) { text { font-size: 17px; }
        text.tick, text.note { font-size: 16px; } text.minor, text.upright { display: none; } }
      """;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm zzz", Locale.ENGLISH);

  private LatencyPage() {}

  /**
   * Writes a page with the cumulative latency distribution (paper 2, figure 10), the table and a
   * timeline of each report. The page names the machine that writes it, and the time.
   *
   * @param html the file to write; replaced if it exists, its folders are created
   * @param title what was measured, in a line
   * @param about paragraphs of text on how it was measured, such as what the user did
   * @param reports one curve and one column each
   * @throws IOException if the file cannot be written
   */
  public static void write(Path html, String title, List<String> about, List<NamedReport> reports)
      throws IOException {
    Path folder = html.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Files.writeString(html, page(title, about, reports));
  }

  private static String page(String title, List<String> about, List<NamedReport> reports) {
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>%s</title>
    <style>
    %s</style>
    </head>
    <body>
    <h1>%s</h1>
    %s<p class="muted">%s</p>
    <h2>Inputs that took longer than x</h2>
    %s<h2>In figures</h2>
    %s<h2>When the event loop was busy</h2>
    %s%s<h2>What is measured</h2>
    %s</body>
    </html>
    """
        .formatted(
            Svg.escape(title),
            STYLE,
            Svg.escape(title),
            paragraphs(about),
            Svg.escape(machine()),
            CumulativePlot.of(reports),
            table(reports),
            TIMELINE_KEY,
            Timeline.of(reports),
            EXPLANATION);
  }

  private static final String TIMELINE_KEY =
      """
      <p class="muted keys"><span><i class="key freeze"></i>busy for more than 100 ms on end</span>
      <span><i class="key busy"></i>busy</span> <span><i class="key idle"></i>idle</span>
      <span><i class="key block"></i>blocks on other targets</span></p>
      """;

  private static final String EXPLANATION =
      """
      <p>The latency of an input (a key or a mouse button pressed or released, a turn of the wheel,
      a move of the mouse) is the time from the event’s own timestamp to the end of its dispatch on the event loop: what it waited
      in the queue counts, and so does what its handler did. Event timestamps have a resolution of
      1 ms, so latencies of a millisecond or two are not exact. Percentiles are exact (nearest
      rank). The loop is idle when it dispatches nothing; a dispatch that dispatches events itself,
      as a modal dialog does, is not counted twice. Time runs from the first input to the end of
      the last dispatch. All figures come from the events <code>dev.hocket.Dispatch</code> and
      <code>dev.hocket.Block</code> in JDK Flight Recorder files of each run.</p>
      """;

  private static String table(List<NamedReport> reports) {
    StringBuilder table = new StringBuilder("<table>\n<tr><th></th>");
    reports.forEach(r -> table.append("<th>").append(Svg.escape(r.name())).append("</th>"));
    table.append("</tr>\n");
    for (LatencyRow row : LatencyRow.ALL) {
      table.append("<tr><td>").append(Svg.escape(row.label())).append("</td>");
      for (NamedReport named : reports) {
        table.append("<td>").append(row.value().apply(named.report())).append("</td>");
      }
      table.append("</tr>\n");
    }
    return table.append("</table>\n").toString();
  }

  private static String paragraphs(List<String> texts) {
    return texts.stream()
        .map(text -> "<p>" + Svg.escape(text) + "</p>\n")
        .collect(Collectors.joining());
  }

  private static String machine() {
    return "Measured on %s on %d cores, %s %s, JDK %s."
        .formatted(
            ZonedDateTime.now().format(TIME),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            Runtime.version());
  }
}
