package dev.hocket.plan.report;

import java.util.List;
import java.util.Locale;

/**
 * The cumulative latency distribution (paper 2, figure 10): how many inputs took longer than x. The
 * axis of x is logarithmic, because good and bad latencies lie a factor of hundreds apart. An ideal
 * curve hugs the lower left corner.
 */
final class CumulativePlot {
  private static final double WIDTH = 520;
  private static final double HEIGHT = 320;
  private static final double LEFT = 46;
  private static final double RIGHT = 506;
  private static final double TOP = 30;
  private static final double BOTTOM = 272;
  private static final double MIN_MILLIS = 1;

  private final List<NamedReport> reports;
  private final double maxMillis;
  private final int maxCount;
  private final int countStep;

  private CumulativePlot(List<NamedReport> reports) {
    this.reports = reports;
    double slowest = 200;
    int inputs = 1;
    for (NamedReport named : reports) {
      if (named.report().inputs() > 0) {
        slowest = Math.max(slowest, named.report().latency(100).toNanos() / 1e6);
        inputs = Math.max(inputs, named.report().inputs());
      }
    }
    maxMillis = slowest * 1.3;
    countStep = (int) Math.max(1, Axis.step(inputs / 5.0));
    maxCount = Math.ceilDiv(inputs, countStep) * countStep;
  }

  static String of(List<NamedReport> reports) {
    return new CumulativePlot(reports).draw();
  }

  private String draw() {
    Svg svg = new Svg(WIDTH, HEIGHT, "Number of user inputs that took longer than x milliseconds");
    drawAxes(svg);
    for (int i = 0; i < reports.size(); i++) {
      svg.path(curve(reports.get(i).report()), "curve series" + i);
    }
    drawThreshold(svg);
    drawLegend(svg);
    return svg.toString();
  }

  private void drawAxes(Svg svg) {
    for (int count = 0; count <= maxCount; count += countStep) {
      svg.line(LEFT, y(count), RIGHT, y(count), count == 0 ? "axis" : "grid");
      svg.text(LEFT - 7, y(count) + 4, "end", "tick", Integer.toString(count));
    }
    for (double decade = MIN_MILLIS; decade <= maxMillis; decade *= 10) {
      for (int factor : new int[] {1, 2, 5}) {
        double millis = decade * factor;
        if (millis <= maxMillis) {
          svg.line(x(millis), BOTTOM, x(millis), BOTTOM + 4, "axis");
          String label = String.format(Locale.ROOT, "%.0f", millis);
          String style = factor == 1 ? "tick" : "tick minor";
          svg.text(x(millis), BOTTOM + 18, "middle", style, label);
        }
      }
    }
    svg.text((LEFT + RIGHT) / 2, HEIGHT - 8, "middle", "label", "latency x in ms (logarithmic)");
    svg.uprightText(13, (TOP + BOTTOM) / 2, "label upright", "inputs that took longer than x");
  }

  private void drawThreshold(Svg svg) {
    double x = x(LatencyRow.NOTICEABLE.toMillis());
    svg.line(x, TOP, x, BOTTOM, "threshold");
    svg.text(x + 6, TOP + 11, "start", "note", "100 ms: people notice");
  }

  private void drawLegend(Svg svg) {
    double x = LEFT;
    for (int i = 0; i < reports.size(); i++) {
      String name = reports.get(i).name();
      svg.line(x, 13, x + 20, 13, "curve series" + i);
      svg.text(x + 27, 17, "start", "label", name);
      x += 50 + 7.5 * name.length();
    }
  }

  /** A staircase: at each latency the count goes down by one. */
  private String curve(LatencyReport report) {
    long[] latencies = report.sortedLatencies();
    StringBuilder path = new StringBuilder();
    int longer = 0;
    for (long latency : latencies) {
      if (latency > MIN_MILLIS * 1e6) {
        longer++;
      }
    }
    append(path, 'M', LEFT, y(longer));
    for (int i = latencies.length - longer; i < latencies.length; i++) {
      double x = x(latencies[i] / 1e6);
      append(path, 'L', x, y(longer));
      append(path, 'L', x, y(--longer));
    }
    append(path, 'L', RIGHT, y(0));
    return path.toString();
  }

  private static void append(StringBuilder path, char command, double x, double y) {
    path.append(String.format(Locale.ROOT, "%c%.1f %.1f", command, x, y));
  }

  private double x(double millis) {
    double share = Math.log(millis / MIN_MILLIS) / Math.log(maxMillis / MIN_MILLIS);
    return LEFT + share * (RIGHT - LEFT);
  }

  private double y(double count) {
    return BOTTOM - count / maxCount * (BOTTOM - TOP);
  }
}
