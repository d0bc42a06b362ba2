package dev.hocket.bench.figures;

import dev.hocket.plan.report.LinePlot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Draws figures 5 to 7 of paper 5 from the measurements of {@code quoll/bench/main.mjs}: one line
 * of text per curve, with tabs between the figure, its title, the curve's name, and its points for
 * 1, 2, 3 … workers.
 */
final class QuollFigures {
  private static final String ABORTS = "-aborts";

  private QuollFigures() {}

  private record Curve(String figure, String title, String name, double[] points) {
    static Curve parse(String line) {
      String[] fields = line.split("\t");
      double[] points = Stream.of(fields).skip(3).mapToDouble(Double::parseDouble).toArray();
      return new Curve(fields[0], fields[1], fields[2], points);
    }

    double highest() {
      double highest = 0;
      for (double point : points) {
        highest = Math.max(highest, point);
      }
      return highest;
    }
  }

  /**
   * Draws all figures for which the lines have points.
   *
   * @return a file name ending in {@code .svg} and the picture, for each figure
   */
  static Map<String, String> of(List<String> lines) {
    Map<String, List<Curve>> figures = new LinkedHashMap<>();
    for (String line : lines) {
      Curve curve = Curve.parse(line);
      figures.computeIfAbsent(curve.figure(), figure -> new ArrayList<>()).add(curve);
    }
    Map<String, String> files = new LinkedHashMap<>();
    figures.forEach((figure, curves) -> files.put(figure + ".svg", draw(curves)));
    return files;
  }

  private static String draw(List<Curve> curves) {
    Curve first = curves.get(0);
    boolean ofAborts = first.figure().endsWith(ABORTS);
    double highest = curves.stream().mapToDouble(Curve::highest).max().orElseThrow();
    LinePlot plot =
        new LinePlot(
            first.title(),
            "workers",
            1,
            first.points().length,
            ofAborts ? "aborted attempts, per cent of all" : "speed-up over plain Node, 1 thread",
            Math.max(highest * 1.1, ofAborts ? 10 : 1));
    for (Curve curve : curves) {
      plot.curve(curve.name(), workers -> curve.points()[(int) Math.rint(workers) - 1], 1);
    }
    return plot.toString();
  }
}
