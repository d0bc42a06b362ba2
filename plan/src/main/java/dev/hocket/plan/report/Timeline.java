package dev.hocket.plan.report;

import java.util.List;
import java.util.Locale;

/**
 * When the event loop was busy (paper 2, figure 9) and, below it, when the targets ran blocks. All
 * reports share one scale of time.
 */
final class Timeline {
  private static final double WIDTH = 520;
  private static final double LEFT = 10;
  private static final double RIGHT = 506;
  private static final double LANE = 22;
  private static final double TITLE = 24;
  private static final double AXIS = 44;

  private final List<NamedReport> reports;
  private final double totalNanos;

  private Timeline(List<NamedReport> reports) {
    this.reports = reports;
    this.totalNanos =
        Math.max(
            1, reports.stream().mapToLong(r -> r.report().totalTime().toNanos()).max().orElse(1));
  }

  static String of(List<NamedReport> reports) {
    return new Timeline(reports).draw();
  }

  private String draw() {
    long lanes = reports.stream().mapToLong(r -> r.report().lanes().size()).sum();
    double height = lanes * (LANE + TITLE) + 8 + AXIS;
    Svg svg = new Svg(WIDTH, height, "When the event loop was busy and when it was idle");
    double y = 0;
    for (NamedReport named : reports) {
      boolean loop = true;
      for (LatencyReport.Lane lane : named.report().lanes()) {
        drawLane(svg, named, lane, loop, y);
        loop = false;
        y += LANE + TITLE;
      }
    }
    drawAxis(svg, y + 8);
    return svg.toString();
  }

  private void drawLane(
      Svg svg, NamedReport named, LatencyReport.Lane lane, boolean loop, double y) {
    svg.text(LEFT, y + TITLE - 6, "start", "label", named.name() + " · " + lane.target());
    double width = x(named.report().totalTime().toNanos()) - LEFT;
    svg.rect(LEFT, y + TITLE, width, LANE, "idle");
    for (Span span : lane.busy()) {
      boolean freeze = loop && span.length() > LatencyRow.NOTICEABLE.toNanos();
      String style = freeze ? "freeze" : loop ? "busy" : "block";
      svg.rect(x(span.start()), y + TITLE, x(span.end()) - x(span.start()), LANE, style);
    }
  }

  private void drawAxis(Svg svg, double y) {
    svg.line(LEFT, y, RIGHT, y, "axis");
    double seconds = totalNanos / 1e9;
    double step =
        seconds > 60 ? 10 * Math.ceil(seconds / 100) : seconds > 16 ? 5 : seconds > 4 ? 1 : 0.5;
    for (int i = 0; i * step <= seconds; i++) {
      double x = x(i * step * 1e9);
      svg.line(x, y, x, y + 4, "axis");
      String label = String.format(Locale.ROOT, step < 1 ? "%.1f" : "%.0f", i * step);
      svg.text(x, y + 17, i == 0 ? "start" : "middle", "tick", label);
    }
    svg.text((LEFT + RIGHT) / 2, y + 36, "middle", "label", "seconds since the first input");
  }

  private double x(double nanos) {
    return LEFT + nanos / totalNanos * (RIGHT - LEFT);
  }
}
