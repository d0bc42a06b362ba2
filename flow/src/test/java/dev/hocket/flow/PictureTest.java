package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a flow looks like. */
class PictureTest {
  /** As listing 8 of the paper, with a choice. */
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
          });

  @Test
  void explain_listsNodesBySectionWithPlacesAndInputs() {
    String text = FLOW.explain();
    assertTrue(text.startsWith("flow reads at PictureTest.java:"), text);
    assertTrue(text.contains("section twice#1\n"), text);
    assertTrue(
        text.lines().anyMatch(l -> l.matches("  sum#1 +PictureTest.java:\\d+  <- loop#1")), text);
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
            .map(l -> l.replaceAll(".*<rect (x=\"\\d+\" y=\"\\d+\").*", "$1"))
            .toList();
    assertEquals(places.size(), places.stream().distinct().count(), html);
    assertEquals(13, places.size(), html);
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
