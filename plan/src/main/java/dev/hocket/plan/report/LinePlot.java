package dev.hocket.plan.report;

import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/**
 * Draws curves over linear axes that begin at 0, as a self-contained SVG file. A curve is cut off
 * at the upper end of the picture.
 */
public final class LinePlot {
  private static final double WIDTH = 560;
  private static final double HEIGHT = 400;
  private static final double LEFT = 52;
  private static final double RIGHT = 544;
  private static final double TOP = 34;
  private static final double BOTTOM = 310;
  private static final int POINTS = 400;

  private static final String STYLE =
      """
      <style>
      svg { font: 12px sans-serif; }
      .axis { stroke: #333; } .grid { stroke: #ddd; }
      .title { font-size: 14px; font-weight: bold; }
      .curve { fill: none; stroke-width: 2; }
      .series0 { stroke: #1f5fbf; } .series1 { stroke: #d1495b; }
      .series2 { stroke: #2a9d5c; stroke-dasharray: 6 3; }
      .series3 { stroke: #8a5fbf; stroke-dasharray: 2 3; }
      </style>
      """;

  private final Svg svg;
  private final double maxX;
  private final double maxY;
  private final double firstX;
  private int series;

  /**
   * Begins a plot.
   *
   * @param title the title above the plot
   * @param x the meaning of the horizontal axis
   * @param firstX the begin of the curves
   * @param maxX the end of the horizontal axis
   * @param y the meaning of the vertical axis
   * @param maxY the end of the vertical axis
   */
  public LinePlot(String title, String x, double firstX, double maxX, String y, double maxY) {
    this.firstX = firstX;
    this.maxX = maxX;
    this.maxY = maxY;
    svg = Svg.file(WIDTH, HEIGHT, title, STYLE);
    svg.text((LEFT + RIGHT) / 2, 20, "middle", "title", title);
    for (double at = 0; at <= maxY * 1.0001; at += Axis.step(maxY / 6)) {
      svg.line(LEFT, y(at), RIGHT, y(at), at == 0 ? "axis" : "grid");
      svg.text(LEFT - 7, y(at) + 4, "end", "tick", label(at));
    }
    for (double at = 0; at <= maxX * 1.0001; at += Axis.step(maxX / 8)) {
      svg.line(x(at), BOTTOM, x(at), BOTTOM + 4, "axis");
      svg.text(x(at), BOTTOM + 18, "middle", "tick", label(at));
    }
    svg.text((LEFT + RIGHT) / 2, BOTTOM + 38, "middle", "label", x);
    svg.uprightText(14, (TOP + BOTTOM) / 2, "label", y);
  }

  /**
   * Adds a curve of a function of real numbers.
   *
   * @param name the name below the plot
   * @param function the height at each place
   * @return this plot
   */
  public LinePlot curve(String name, DoubleUnaryOperator function) {
    return curve(name, function, (maxX - firstX) / POINTS);
  }

  /**
   * Adds a curve of a function that is drawn at some places only, such as whole numbers.
   *
   * @param name the name below the plot
   * @param function the height at each place
   * @param step the distance between two places
   * @return this plot
   */
  public LinePlot curve(String name, DoubleUnaryOperator function, double step) {
    StringBuilder path = new StringBuilder();
    boolean drawing = false;
    for (double at = firstX; at <= maxX + step / 1000; at += step) {
      double value = function.applyAsDouble(at);
      boolean inside = value >= 0 && value <= maxY;
      if (inside) {
        path.append(
            String.format(Locale.ROOT, "%c%.1f %.1f", drawing ? 'L' : 'M', x(at), y(value)));
      }
      drawing = inside;
    }
    svg.path(path.toString(), "curve series" + series);
    double left = series % 2 == 0 ? LEFT : (LEFT + RIGHT) / 2;
    double line = BOTTOM + 58 + 18 * (series / 2);
    svg.line(left, line, left + 24, line, "curve series" + series);
    svg.text(left + 30, line + 4, "start", "label", name);
    series++;
    return this;
  }

  /** Writes the SVG file. */
  @Override
  public String toString() {
    return svg.toString();
  }

  private static String label(double value) {
    double rounded = Math.rint(value * 1000) / 1000;
    return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
  }

  private double x(double value) {
    return LEFT + value / maxX * (RIGHT - LEFT);
  }

  private double y(double value) {
    return BOTTOM - value / maxY * (BOTTOM - TOP);
  }
}
