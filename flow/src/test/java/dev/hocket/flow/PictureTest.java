package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.settings.Sections;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the pictures of a flow. */
class PictureTest {
  /** Listing 8 of the paper, with a choice. */
  private static final Flow FLOW =
      Flow.define(
              "reads",
              Functions.library(),
              f -> {
                Definition.Value read =
                    f.loop(
                        List.of(3L, f.call("numbers", 10)),
                        v ->
                            f.when(
                                f.apply("more?", a -> (Long) a[0] > 0, v.get(0)),
                                () ->
                                    f.recur(
                                        f.apply("dec", a -> (Long) a[0] - 1, v.get(0)),
                                        f.call("twice", v.get(1))),
                                () -> v.get(1)));
                return f.when(
                    f.apply("even?", a -> (Long) a[0] % 2 == 0, read),
                    () -> f.call("sum", read),
                    () -> f.call("inc", read));
              })
          .sections(Sections.perFunction());

  @Test
  void explain_listsNodesBySectionWithPlacesAndInputs() {
    String text = FLOW.explain();
    assertTrue(text.startsWith("flow reads at PictureTest.java:"), text);
    assertTrue(text.contains("section twice#1\n"), text);
    assertTrue(
        text.lines().anyMatch(l -> l.matches("  sum#1 +PictureTest.java:\\d+  <- loop#1")), text);
  }

  @Test
  void explain_saysWhichPlainCodeSharesAValue() {
    Flow flow =
        Flow.define(
            "log",
            Functions.library(),
            f -> {
              Definition.Value log = f.environment("log", List.class, new ArrayList<>());
              Definition.Value x = f.call("numbers", 10);
              f.apply("add it", a -> ((List<?>) a[0]).remove(a[1]), log, f.call("inc", x));
              return f.apply("count them", a -> ((List<?>) a[0]).size(), log, f.call("twice", x));
            });
    String text = flow.sections(Sections.perFunction()).explain();
    for (String other : List.of("count them", "add it")) {
      assertTrue(
          text.lines().anyMatch(l -> l.matches("    shares log with " + other + " at P.*:\\d+")),
          text);
    }
  }

  @Test
  void dot_drawsSectionsAsBoxesAndFeedbackDashed() {
    String dot = FLOW.dot();
    assertEquals(4, dot.split("subgraph cluster_", -1).length - 1, dot);
    assertTrue(dot.contains("label=\"recur\", style=dashed"), dot);
    assertTrue(dot.contains("[label=\"then\"]"), dot);
  }

  @Test
  void html_drawsEveryNodeInAPlaceOfItsOwn() {
    String html = FLOW.html();
    List<String> places =
        html.lines()
            .filter(l -> l.startsWith("<g>") && l.contains(" at "))
            .map(l -> l.replaceAll(".*<rect (x=\"[\\d.]+\" y=\"\\d+\").*", "$1"))
            .toList();
    assertEquals(places.size(), places.stream().distinct().count(), html);
    assertEquals(13, places.size(), html);
  }

  @Test
  void html_namesItsSections() {
    String html = FLOW.html();
    for (String section : List.of("numbers#1", "twice#1", "sum#1", "inc#1")) {
      assertTrue(html.matches("(?s).*<span style=[^>]*>\\d " + section + "</span>.*"), html);
    }
  }

  /** Asserts that the curves of arcs, of four points each, cross no box. */
  private static void assertApart(String html) {
    List<double[]> boxes =
        numbers(html, "<rect x=\"([\\d.]+)\" y=\"(\\d+)\" width=\"(\\d+)\" height=\"(\\d+)\"");
    for (double[] m :
        numbers(
            html, "(?:M|L)([\\d.]+) (\\d+) C([\\d.]+) (\\d+) ([\\d.]+) (\\d+) ([\\d.]+) (\\d+)")) {
      for (double t = 0.02; t < 1; t += 0.02) {
        double u = 1 - t;
        double x =
            u * u * u * m[0] + 3 * u * u * t * m[2] + 3 * u * t * t * m[4] + t * t * t * m[6];
        double y =
            u * u * u * m[1] + 3 * u * u * t * m[3] + 3 * u * t * t * m[5] + t * t * t * m[7];
        for (double[] b : boxes) {
          assertFalse(
              x > b[0] && x < b[0] + b[2] && y > b[1] && y < b[1] + b[3],
              () -> "an arc runs through a box: " + Arrays.toString(m) + Arrays.toString(b));
        }
      }
    }
  }

  /** Asserts that the straight pieces of arcs, which pass a layer, cross no box. */
  private static void assertPassagesApart(String html) {
    List<double[]> boxes =
        numbers(html, "<rect x=\"([\\d.]+)\" y=\"(\\d+)\" width=\"(\\d+)\" height=\"(\\d+)\"");
    for (double[] p : numbers(html, " ([\\d.]+) (\\d+) L([\\d.]+) (\\d+) ")) {
      assertEquals(p[0], p[2]);
      for (double[] b : boxes) {
        assertFalse(
            p[0] > b[0] && p[0] < b[0] + b[2] && p[1] < b[1] + b[3] && p[3] > b[1],
            () -> "a passage runs through a box: " + Arrays.toString(p) + Arrays.toString(b));
      }
    }
  }

  private static List<double[]> numbers(String html, String pattern) {
    return Pattern.compile(pattern)
        .matcher(html)
        .results()
        .map(m ->
            IntStream.rangeClosed(1, m.groupCount())
                .mapToDouble(i -> Double.parseDouble(m.group(i)))
                .toArray())
        .toList();
  }

  @Test
  void noArc_runsThroughABox() {
    for (int seed = 0; seed < 50; seed++) {
      String html = new RandomGraphs(new Random(seed), true).flow().html();
      assertApart(html);
      assertPassagesApart(html);
    }
  }

  @Test
  void anyGraph_canBeDrawn() {
    for (int seed = 0; seed < 50; seed++) {
      Flow flow = new RandomGraphs(new Random(seed), true).flow();
      assertTrue(flow.html().endsWith("</svg>\n"));
      assertTrue(flow.dot().endsWith("}\n"));
    }
  }
}
