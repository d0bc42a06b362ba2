package dev.hocket.plan.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.Recordings;
import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.decide.Goal;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Year;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import tools.jackson.jr.ob.JSON;

class ReportPageTest {
  private static final Advice.Question QUESTION = new Advice.Question(4, Goal.MEAN, .9, Map.of());

  @TempDir static Path folder;
  private static Path window;
  private static Path server;

  @BeforeAll
  static void record() throws Exception {
    window =
        Recordings.record(
            folder.resolve("window.jfr"),
            () -> {
              Recordings.target("worker", "worker", 2);
              Recordings.input(5, () -> spin(120));
              blocks(40);
              Recordings.input(0, () -> {});
            });
    server = Recordings.record(folder.resolve("server.jfr"), () -> blocks(60));
  }

  private static void blocks(int count) {
    Recordings.target("worker", "worker", 2);
    for (int i = 0; i < count; i++) {
      Recordings.block("</script>A.java:1", "worker", false, () -> spin(1));
    }
  }

  private static void spin(long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private static RunReport run(String name, Path recording) throws Exception {
    return RunReport.read(name, name, recording, QUESTION, events -> {});
  }

  private static String page(RunReport... runs) throws Exception {
    Path html = folder.resolve("page.html");
    ReportPage.write(
        html, "a < b", List.of("what <was>", "measured"), List.of(runs), Duration.ofMillis(100));
    return Files.readString(html);
  }

  private static Map<String, Object> data(String page) {
    Matcher json =
        Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>")
            .matcher(page);
    assertTrue(json.find(), page);
    return JSON.std.mapFrom(json.group(1));
  }

  private static List<Map<String, Object>> list(Object value) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Object one : (List<?>) value) {
      Map<String, Object> map = new LinkedHashMap<>();
      ((Map<?, ?>) one).forEach((key, member) -> map.put((String) key, member));
      list.add(map);
    }
    return list;
  }

  @Test
  void data_hasALaneForTheLoopAndEachTarget() throws Exception {
    Map<String, Object> run = list(data(page(run("w", window))).get("runs")).getFirst();
    List<Map<String, Object>> lanes = list(run.get("lanes"));
    assertEquals(List.of("edt", "worker"), lanes.stream().map(lane -> lane.get("name")).toList());
    assertEquals("loop", lanes.getFirst().get("kind"));
    assertFalse(((List<?>) lanes.getFirst().get("freezes")).isEmpty());
    assertEquals(2, lanes.getLast().get("floor"));
    double seconds = ((Number) run.get("seconds")).doubleValue();
    double busy = seconds * mean(lanes.getFirst().get("busy"));
    assertTrue(busy > .119 && busy < seconds, "the slow input alone takes 120 ms: " + busy);
    // Recordings.block writes 3 ms in the queue for each of the blocks between the two inputs.
    assertTrue(mean(lanes.getLast().get("queued")) > 0);
  }

  private static double mean(Object numbers) {
    return ((List<?>) numbers)
        .stream().mapToDouble(one -> ((Number) one).doubleValue()).average().orElseThrow();
  }

  @Test
  void data_hasMeasuredAndModelledFlowTimes_ofEachHandler() throws Exception {
    Map<String, Object> handler = list(data(page(run("s", server))).get("handlers")).getFirst();
    assertEquals("s, </script>A.java:1", handler.get("name"));
    List<?> measured = (List<?>) handler.get("measured");
    assertEquals(((List<?>) handler.get("shares")).size(), measured.size());
    assertEquals(measured.size(), ((List<?>) handler.get("model")).size());
    // The blocks wait for 3 ms in the queue, as Recordings.block writes them, and run for 1 ms.
    assertTrue(((Number) measured.get(5)).doubleValue() >= 3.9, measured.toString());
    double previous = 0;
    for (Object modelled : (List<?>) handler.get("model")) {
      assertTrue(((Number) modelled).doubleValue() >= previous, handler.toString());
      previous = ((Number) modelled).doubleValue();
    }
    assertTrue(previous >= 1, "slower than the service time at the far end");
  }

  @Test
  void page_needsNothingFromElsewhere_andIsSmall() throws Exception {
    String page = page(run("w", window), run("s", server));
    assertFalse(page.contains("src="), "a reference to elsewhere");
    assertFalse(page.contains("<link"), "a reference to elsewhere");
    assertFalse(page.contains("NaN,"), "a figure that is none");
    assertTrue(page.contains("uPlot"));
    assertTrue(page.length() < 400_000, "page of " + page.length());
  }

  @Test
  void tables_haveLatenciesHandlersAndSizes() throws Exception {
    String page = page(run("w", window));
    assertTrue(page.contains("<td>latency p95</td>"), page);
    Matcher episode = Pattern.compile("<summary><b>(\\d+) ms").matcher(page);
    assertTrue(episode.find(), "the slow input is an episode");
    assertTrue(Integer.parseInt(episode.group(1)) >= 120, episode.group());
    assertTrue(page.contains("MouseEvent.MOUSE_PRESSED"));
    assertTrue(page.contains("<td>1 &lt;/script&gt;A.java:1</td>"), page);
    String decided = "</td><td>[0-9.]+&nbsp;m?s</td><td>P1A";
    assertTrue(matches(page, "<tr class=\"best\"><td>best" + decided), page);
    assertTrue(matches(page, "<td>as recorded" + decided + "2</td>"), page);
    assertFalse(page.contains("</script>A"), "markup from a recording");
  }

  private static boolean matches(String page, String pattern) {
    return Pattern.compile(pattern).matcher(page).find();
  }

  @Test
  void verdict_standsOnTop_withTheCheckOfThePredictions() throws Exception {
    String page = page(run("s", server));
    int verdict = page.indexOf("<div class=\"verdict\">");
    assertTrue(verdict > 0 && verdict < page.indexOf("<h2>"), page);
    assertTrue(matches(page, "<p><b>(Keep|Change|Change nothing) "), page);
    assertTrue(page.contains("Checked on the sizes that ran, P1A2: "), page);
  }

  @Test
  void curves_areOneForEachProgram_withABandOverItsRuns() throws Exception {
    List<Document> one = figures(page(run("a", window), run("b", window)));
    assertEquals(0, count(one.getFirst(), "path", "band series0"));
    assertEquals(1, count(one.getFirst(), "path", "curve series1"));
    List<RunReport> runs = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      runs.add(RunReport.read("run " + i, "program", window, QUESTION, events -> {}));
    }
    Document band = figures(page(runs.toArray(RunReport[]::new))).getFirst();
    assertEquals(1, count(band, "path", "band series0"));
    assertEquals(3, count(band, "path", "curve thin series0"));
    assertEquals(1, count(band, "path", "curve series0"));
  }

  @Test
  void serverWithoutALoop_hasNoLatencySection() throws Exception {
    String page = page(run("s", server));
    assertFalse(page.contains("Inputs that took longer"), page);
    assertEquals(1, list(list(data(page).get("runs")).getFirst().get("lanes")).size());
  }

  @Test
  void flowsAndDecisionsOfATuner_areTables() throws Exception {
    Path flow =
        Recordings.record(
            folder.resolve("flow.jfr"),
            () -> {
              Recordings.section("1, 2", 5, true);
              Recordings.section("1, 2", 70, false);
              Recordings.section("3", 70, true);
              Recordings.tuning("pool", "keep", 2, 2);
              Recordings.tuning("pool", "grow", 2, 5);
              Recordings.tuning("pool", "refuse", 5, 5);
            });
    String page = page(run("f", flow));
    String cells = "<td>38</td><td>50.%</td><td>3, at most 3</td><td>50.% of the time</td>";
    assertTrue(matches(page.replace("&nbsp;", " "), "<td>1, 2</td>" + cells), page);
    assertTrue(page.contains("<td>pool</td><td>2 to 5</td><td>because of &lt;it&gt;</td>"), page);
    assertTrue(page.contains("<td>refused to change 5</td>"), page);
    assertFalse(page.contains("<td>2 to 2"), page);
  }

  /** The page of a running program loads itself again; that of a file does not. */
  @Test
  void livePage_loadsItselfAgain() throws Exception {
    String live = ReportPage.live("Process 7", run("s", server), Duration.ofSeconds(5));
    assertTrue(live.contains("location.reload()") && live.contains("}, 5000);"), live);
    assertFalse(page(run("s", server)).contains("location.reload()"));
    String none = ReportPage.waiting("<7>", "Nothing yet.", Duration.ofSeconds(5));
    assertTrue(none.contains("<h1>&lt;7&gt;</h1>") && none.contains("Nothing yet."), none);
  }

  @Test
  void regions_areATableWithTheirSpeedUps_alsoWithoutBlocks() throws Exception {
    Path teams =
        Recordings.record(
            folder.resolve("teams.jfr"),
            () -> {
              Recordings.region("Sums.java:12", 1, () -> spin(4));
              Recordings.region("Sums.java:12", 2, () -> spin(2));
            });
    String page = page(run("t", teams));
    assertTrue(page.contains("<td>Sums.java:12</td><td>2</td><td>1</td>"), page);
    assertTrue(page.contains("No sizes are advised: "), page);
    assertTrue(page.contains("No loop dispatched, and no target ran a block."), page);
    assertEquals(page.split("<div").length, page.split("</div>").length, page);
    assertTrue(((Number) list(data(page).get("runs")).getFirst().get("seconds")).doubleValue() > 0);
  }

  @Test
  void page_escapesText_andStatesWhenItWasMade() throws Exception {
    String page = page(run("<b>&\"x\"", window));
    assertTrue(page.contains("<title>a &lt; b</title>"), page);
    assertTrue(
        page.contains("<h1>a &lt; b</h1>\n<p>what &lt;was&gt;</p>\n<p>measured</p>\n"), page);
    assertFalse(page.contains("<b>&"));
    assertTrue(page.contains("&lt;b&gt;&amp;&quot;x&quot;"));
    Pattern when =
        Pattern.compile("Made on \\d{1,2} [A-Z][a-z]+ " + Year.now() + ", \\d\\d:\\d\\d \\S+ on");
    assertTrue(when.matcher(page).find(), page);
  }

  @Test
  void recordingOfAnotherProgram_isRefused() throws Exception {
    Path file = Recordings.record(folder.resolve("none.jfr"), () -> {});
    RecordingException refusal = assertThrows(RecordingException.class, () -> run("none", file));
    assertTrue(refusal.getMessage().contains("has no events of Hocket's"), refusal.getMessage());
  }

  @Test
  void pageIntoAMissingFolder_createsIt() throws Exception {
    Path html = folder.resolve("a/b/page.html");
    ReportPage.write(html, "title", List.of(), List.of(run("s", server)), Duration.ofMillis(100));
    assertTrue(Files.size(html) > 0);
  }

  /** Returns the figures, which must be well-formed. */
  private static List<Document> figures(String page) throws Exception {
    List<Document> figures = new ArrayList<>();
    Pattern svg = Pattern.compile("<svg.*?</svg>", Pattern.DOTALL);
    for (MatchResult match : svg.matcher(page).results().toList()) {
      figures.add(
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader(match.group()))));
    }
    return figures;
  }

  private static int count(Document figure, String element, String style) {
    int count = 0;
    var elements = figure.getElementsByTagName(element);
    for (int i = 0; i < elements.getLength(); i++) {
      var attribute = elements.item(i).getAttributes().getNamedItem("class");
      if (attribute != null && attribute.getNodeValue().equals(style)) {
        count++;
      }
    }
    return count;
  }
}
