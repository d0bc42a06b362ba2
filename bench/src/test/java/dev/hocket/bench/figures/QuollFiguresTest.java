package dev.hocket.bench.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuollFiguresTest {
  @Test
  void of_drawsACurveForEachLine_andAbortsByThemselves() {
    Map<String, String> files =
        QuollFigures.of(
            List.of(
                "figure6\tFigure 6\tregular\t0.9\t1.7\t1.8\t1.6",
                "figure6\tFigure 6\teventual\t0.9\t1.9\t1.9\t1.9",
                "figure6-aborts\tFigure 6, aborts\tregular\t0\t1.5\t4\t12"));

    assertEquals(List.of("figure6.svg", "figure6-aborts.svg"), List.copyOf(files.keySet()));
    String speedUps = files.get("figure6.svg");
    assertEquals(3, speedUps.split("<path").length, speedUps);
    assertTrue(speedUps.contains(">eventual</text>"), speedUps);
    assertTrue(files.get("figure6-aborts.svg").contains("aborted attempts, per cent"));
  }

  @Test
  void of_keepsAllPointsInsideThePicture() {
    String svg = QuollFigures.of(List.of("figure5\tT\tprimes\t1\t40\t2")).get("figure5.svg");

    // A point outside would break the curve: there is one M only.
    String path = svg.substring(svg.indexOf("<path"));
    assertEquals(2, path.split("L").length - 1, path);
  }
}
