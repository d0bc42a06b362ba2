package dev.hocket.plan.report;

import java.util.Locale;

/** An axis of seconds since the beginning. */
final class TimeAxis {
  private TimeAxis() {}

  static void draw(Svg svg, double left, double right, double y, double length) {
    svg.line(left, y, right, y, "axis");
    double seconds = Math.max(length, 1e-6);
    double step = Axis.step(seconds / 8);
    for (int i = 0; i * step <= seconds; i++) {
      double x = left + i * step / seconds * (right - left);
      svg.line(x, y, x, y + 4, "axis");
      String label = String.format(Locale.ROOT, step < 1 ? "%.2g" : "%.0f", i * step);
      svg.text(x, y + 17, i == 0 ? "start" : "middle", "tick", label);
    }
    svg.text((left + right) / 2, y + 34, "middle", "label", "seconds since the first input");
  }
}
