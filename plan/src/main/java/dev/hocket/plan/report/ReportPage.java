package dev.hocket.plan.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import tools.jackson.jr.ob.JSON;

/**
 * Writes the content of recordings as one self-contained web page, with text, tables and curves of
 * latencies. Timelines are drawn by uPlot, which is embedded in the page.
 */
public final class ReportPage {
  /** The delay that a person notices. */
  public static final Duration NOTICEABLE = LatencyRow.NOTICEABLE;

  private static final String UPLOT = "META-INF/resources/webjars/uplot/1.6.30/dist/";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm zzz", Locale.ENGLISH);

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ENGLISH);

  private static final String EXPLANATION =
      """
      <p>The latency of an input (a key or a mouse button pressed or released, a turn of the wheel,
      a move of the mouse) is the time from the event’s own timestamp to the end of its dispatch on
      the event loop: what it waited in the queue counts, and so does what its handler did. Event
      timestamps have a resolution of 1 ms, so latencies of a millisecond or two are not exact.
      Percentiles are exact (nearest rank). The loop is idle when it dispatches nothing; a dispatch
      that dispatches events itself, as a modal dialog does, is not counted twice. Time runs from the
      first input to the end of the last dispatch, or from the first block to the last where there is
      no event loop.</p>
      <p>The flow time of a block is the time from its encounter to its end; its service time what it
      held a thread without waiting. Figures with ± are means with their 95 % confidence interval.
      The models take events for independent of each other; the replay takes them as they were, and
      decides. Bands in brackets come from drawing stretches of the recording again.</p>
      """;

  private ReportPage() {}

  /**
   * Writes the page. It names the machine that writes it, and the time.
   *
   * @param html the file to write; replaced if it exists, its folders are created
   * @param title the title, in one line
   * @param about paragraphs of text on the measurement, such as the user's actions
   * @param runs the runs to show side by side
   * @param threshold dispatches at least this long are listed with their stacks
   * @throws IOException if the file cannot be written
   */
  public static void write(
      Path html, String title, List<String> about, List<RunReport> runs, Duration threshold)
      throws IOException {
    write(html, title, about, Proposals.none(), runs, threshold);
  }

  /**
   * Writes the page with changes of the program's sources on it.
   *
   * @param html the file to write; replaced if it exists, its folders are created
   * @param title the title, in one line
   * @param about paragraphs of text on the measurement, such as the user's actions
   * @param proposals the proposed changes
   * @param runs the runs to show side by side
   * @param threshold dispatches at least this long are listed with their stacks
   * @throws IOException if the file cannot be written
   */
  public static void write(
      Path html,
      String title,
      List<String> about,
      Proposals proposals,
      List<RunReport> runs,
      Duration threshold)
      throws IOException {
    Files.createDirectories(html.toAbsolutePath().getParent());
    Files.writeString(html, page(title, about, proposals, runs, threshold, ""));
  }

  /**
   * Writes a page on a running program, which the browser loads again from time to time.
   *
   * @param program the program
   * @param run the report on its last minutes
   * @param pause the time for which the browser waits before it asks again
   * @return the page
   * @throws IOException if a part of it is missing
   */
  public static String live(String program, RunReport run, Duration pause) throws IOException {
    String when = "As of " + ZonedDateTime.now().format(CLOCK) + ": the last five minutes at most.";
    return page(program, List.of(when), Proposals.none(), List.of(run), NOTICEABLE, again(pause));
  }

  /**
   * Writes a page on a running program that has done nothing to show yet.
   *
   * @param program the program
   * @param why the reason, a sentence
   * @param pause the time for which the browser waits before it asks again
   * @return the page
   */
  public static String waiting(String program, String why, Duration pause) {
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>%s</title>
    </head>
    <body>
    <h1>%s</h1>
    <p>%s</p>
    %s</body>
    </html>
    """
        .formatted(Svg.escape(program), Svg.escape(program), Svg.escape(why), again(pause));
  }

  /**
   * Writes a script that reloads the page, unless the reader has switched that off or the server is
   * gone.
   */
  private static String again(Duration pause) {
    return """
    <p class="live"><label><input type="checkbox" id="again" checked> update</label>
    <span id="gone" role="status"></span></p>
    <script>
    (() => {
      const box = document.getElementById('again');
      box.checked = sessionStorage.getItem('again') !== 'no';
      box.onchange = () => sessionStorage.setItem('again', box.checked ? 'yes' : 'no');
      setInterval(async () => {
        if (!box.checked || document.hidden) return;
        try {
          if ((await fetch('/', {method: 'HEAD'})).ok) location.reload();
        } catch (e) {
          document.getElementById('gone').textContent =
            'No answer: the program has ended, or hocket has. This is what was seen last.';
        }
      }, %d);
    })();
    </script>
    """
        .formatted(pause.toMillis());
  }

  private static String page(
      String title,
      List<String> about,
      Proposals proposals,
      List<RunReport> runs,
      Duration threshold,
      String again)
      throws IOException {
    Html body = new Html().raw("<h1>" + Svg.escape(title) + "</h1>\n");
    about.forEach(body::paragraph);
    body.raw(again);
    runs.forEach(run -> body.raw(AdviceSection.verdict(run)));
    body.muted(machine())
        .raw(proposals.section())
        .raw(LatencySection.of(runs, threshold))
        .raw(timelines(runs));
    runs.forEach(run -> body.raw(RequestSection.of(run)));
    for (RunReport run : runs) {
      if (!run.recorded().flows.isEmpty()) {
        body.heading("Flows of " + run.name()).raw(FlowSection.of(run));
      }
    }
    runs.forEach(run -> body.raw(Decisions.of(run)));
    int handlers = 0;
    for (RunReport run : runs) {
      if (run.measurement().isPresent()) {
        body.heading("Handlers of " + run.name()).raw(AdviceSection.of(run, handlers));
        handlers += run.advice().map(one -> Math.min(12, one.subjects().size())).orElse(0);
      }
    }
    body.heading("What is measured").raw(EXPLANATION);
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>%s</title>
    <style>
    %s%s</style>
    </head>
    <body>
    %s<script type="application/json" id="data">%s</script>
    <script>%s</script>
    <script>%s</script>
    </body>
    </html>
    """
        .formatted(
            Svg.escape(title),
            resource(UPLOT + "uPlot.min.css"),
            own("report.css"),
            body,
            // Escapes text of a recording, so that it cannot end the script element that contains
            // it.
            JSON.std
                .with(JSON.Feature.WRITE_NULL_PROPERTIES)
                .asString(ReportData.of(runs))
                .replace("<", "\\u003c"),
            resource(UPLOT + "uPlot.iife.min.js"),
            own("report.js"));
  }

  private static String timelines(List<RunReport> runs) {
    Html html =
        new Html()
            .heading("What the event loop and the targets did")
            .raw(
                """
                <p class="muted keys"><span><i class="key busy"></i>share of time the loop was busy</span>
                <span><i class="key block"></i>blocks that ran</span>
                <span><i class="key queued"></i>blocks that waited for a thread</span>
                <span><i class="key freeze"></i>loop busy for more than 100 ms on end</span></p>
                <p class="muted">Drag to zoom, double-click for the whole; with the keyboard: Tab to a
                timeline, then + − ← → and 0.</p>
                """);
    for (int i = 0; i < runs.size(); i++) {
      RunReport run = runs.get(i);
      html.subheading(run.name());
      List<String> lanes = ReportData.lanes(run);
      if (lanes.isEmpty()) {
        html.muted("No loop dispatched, and no target ran a block.");
        continue;
      }
      html.raw(
          "<div class=\"lanes\" id=\"lanes%d\" tabindex=\"0\" role=\"group\" aria-label=\"Timeline of %s\">\n"
              .formatted(i, Svg.escape(run.name())));
      for (int lane = 0; lane < lanes.size(); lane++) {
        html.raw("<div class=\"lane\" data-lane=\"" + lane + "\">")
            .subheading(title(run, lanes.get(lane)))
            .raw("</div>\n");
      }
      html.raw("</div>\n");
    }
    return html.toString();
  }

  /** Describes in words the curve of a lane. */
  private static String title(RunReport run, String lane) {
    if (run.latency().filter(latency -> latency.loop().equals(lane)).isPresent()) {
      return String.format(
          Locale.ROOT,
          "%s: event loop, idle %.1f %% of the time",
          lane,
          100 * run.latency().get().idleRate());
    }
    Activity activity = run.recorded().targets.get(lane);
    String size =
        activity.size() < 0
            ? ""
            : activity.size() == Integer.MAX_VALUE
                ? ", any number at once"
                : ", at most " + activity.size() + " at once";
    return lane + ": " + activity.blocks() + " blocks" + size;
  }

  private static String own(String name) throws IOException {
    try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String resource(String path) throws IOException {
    try (InputStream in = ReportPage.class.getClassLoader().getResourceAsStream(path)) {
      if (in == null) {
        throw new IOException("the library uPlot is not on the class path: " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String machine() {
    return "Made on %s on %d cores, %s %s, JDK %s."
        .formatted(
            ZonedDateTime.now().format(TIME),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            Runtime.version());
  }
}
