package dev.hocket.plan.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Year;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class LatencyPageTest {
  private static final long MS = 1_000_000;

  @TempDir Path folder;

  @Test
  void write_twoReports_drawsACurveOfEachAndItsLanes() throws Exception {
    String page = write(new NamedReport("sequential", report(90)), named("hocket"));
    List<Document> figures = figures(page);
    assertEquals(2, figures.size());
    assertEquals(1, count(figures.getFirst(), "path", "curve series0"));
    assertEquals(1, count(figures.getFirst(), "path", "curve series1"));
    assertEquals(4, count(figures.getLast(), "rect", "idle"));
    assertEquals(2, count(figures.getLast(), "rect", "block"));
  }

  @Test
  void write_dispatchOfMoreThan100Millis_standsOut() throws Exception {
    Document timeline = figures(write(new NamedReport("slow", report(101)))).getLast();
    assertEquals(1, count(timeline, "rect", "freeze"));
    assertEquals(0, count(figures(write(named("fast"))).getLast(), "rect", "freeze"));
  }

  @Test
  void write_page_needsNothingFromElsewhere() throws Exception {
    String page = write(named("hocket"));
    assertFalse(page.contains("http"), "a reference to elsewhere");
    assertFalse(page.contains("<script"), "a script");
    assertFalse(page.contains("NaN"), "a figure that is none");
  }

  @Test
  void write_nameWithMarkup_isEscaped() throws Exception {
    String page = write(named("<b>&\"x\""));
    assertFalse(page.contains("<b>"));
    assertTrue(page.contains("&lt;b&gt;&amp;&quot;x&quot;"));
    assertEquals(2, figures(page).size());
  }

  @Test
  void write_page_saysWhatWasMeasuredAndWhen() throws Exception {
    String page = write(named("hocket"));
    assertTrue(page.contains("<title>a &lt; b</title>"), page);
    assertTrue(
        page.contains("<h1>a &lt; b</h1>\n<p>what &lt;was&gt;</p>\n<p>measured</p>\n"), page);
    Pattern when =
        Pattern.compile(
            "Measured on \\d{1,2} [A-Z][a-z]+ " + Year.now() + ", \\d\\d:\\d\\d \\S+ on");
    assertTrue(when.matcher(page).find(), page);
  }

  @Test
  void write_reportWithoutInputs_isStillAPage() throws Exception {
    Dispatch silent = new Dispatch(new Span(0, MS), -1, false);
    LatencyReport report = LatencyReport.of("edt", List.of(silent), Map.of());
    assertEquals(2, figures(write(new NamedReport("silent", report))).size());
  }

  @Test
  void write_intoAMissingFolder_createsIt() throws Exception {
    Path html = folder.resolve("a/b/page.html");
    LatencyPage.write(html, "title", List.of(), List.of(named("hocket")));
    assertTrue(Files.size(html) > 0);
  }

  private String write(NamedReport... reports) throws Exception {
    Path html = folder.resolve("page.html");
    LatencyPage.write(html, "a < b", List.of("what <was>", "measured"), List.of(reports));
    return Files.readString(html);
  }

  private static NamedReport named(String name) {
    return new NamedReport(name, report(4));
  }

  private static LatencyReport report(long slowestMillis) {
    return LatencyReport.of(
        "edt",
        List.of(
            new Dispatch(new Span(0, slowestMillis * MS), 0, true),
            new Dispatch(new Span(900 * MS, 901 * MS), 2 * MS, true)),
        Map.of("worker", List.of(new Span(5 * MS, 600 * MS))));
  }

  /** The figures, which must be well-formed. */
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
