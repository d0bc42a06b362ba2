package dev.hocket.plan.report;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Draws the cumulative latency distribution (paper 2, figure 10): how many inputs took longer than
 * x. The x axis is logarithmic, because good and bad latencies differ by a factor of hundreds. The
 * curve of a program that answers at once stays in the lower left corner. Several runs of the same
 * program are thin curves around their mean, with the 95 % band of the mean.
 */
final class CumulativePlot {
  private static final double WIDTH = 520;
  private static final double HEIGHT = 320;
  private static final double LEFT = 46;
  private static final double RIGHT = 506;
  private static final double TOP = 30;
  private static final double BOTTOM = 272;
  private static final double MIN_MILLIS = 1;
  private static final String DESCRIPTION =
      "Number of user inputs that took longer than x milliseconds";

  /** Least distance in pixels between two points of a curve with many inputs. */
  private static final double STEP = 0.5;

  private static final int MOST_STEPS = 500;
  private static final double CONFIDENCE = 0.975;

  private final List<Runs> curves;
  private final double maxMillis;
  private final int maxCount;
  private final int countStep;

  /** The reports drawn as one curve: a run, or several of the same program. */
  record Runs(String name, List<LatencyReport> reports) {}

  private CumulativePlot(List<Runs> curves) {
    this.curves = curves;
    double slowest = 200;
    int inputs = 1;
    for (LatencyReport report : curves.stream().flatMap(c -> c.reports().stream()).toList()) {
      if (report.inputs() > 0) {
        slowest = Math.max(slowest, report.latency(100).toNanos() / 1e6);
        inputs = Math.max(inputs, report.inputs());
      }
    }
    maxMillis = slowest * 1.3;
    countStep = (int) Math.max(1, Axis.step(inputs / 5.0));
    maxCount = Math.ceilDiv(inputs, countStep) * countStep;
  }

  static String of(List<Runs> curves) {
    return new CumulativePlot(curves).draw(new Svg(WIDTH, HEIGHT, DESCRIPTION)).toString();
  }

  /** Draws the curves as an SVG file. */
  static String file(List<Runs> curves, String style) {
    return new CumulativePlot(curves).draw(Svg.file(WIDTH, HEIGHT, DESCRIPTION, style)).toString();
  }

  private Svg draw(Svg svg) {
    drawAxes(svg);
    for (int i = 0; i < curves.size(); i++) {
      List<LatencyReport> reports = curves.get(i).reports();
      if (reports.size() > 1) {
        svg.path(band(reports), "band series" + i);
        for (LatencyReport report : reports) {
          svg.path(curve(report), "curve thin series" + i);
        }
        svg.path(mean(reports), "curve series" + i);
      } else {
        svg.path(curve(reports.getFirst()), "curve series" + i);
      }
    }
    drawThreshold(svg);
    drawLegend(svg);
    return svg;
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
    boolean isRight = x > (LEFT + RIGHT) / 2;
    svg.text(
        isRight ? x - 6 : x + 6,
        TOP + 11,
        isRight ? "end" : "start",
        "note",
        "100 ms: people notice");
  }

  private void drawLegend(Svg svg) {
    double x = LEFT;
    for (int i = 0; i < curves.size(); i++) {
      String name = curves.get(i).name();
      svg.line(x, 13, x + 20, 13, "curve series" + i);
      svg.text(x + 27, 17, "start", "label", name);
      x += 50 + 7.5 * name.length();
    }
  }

  /** Draws a curve with a step at each latency, where the count goes down by one. */
  private String curve(LatencyReport report) {
    long[] latencies = report.sortedLatencies();
    StringBuilder path = new StringBuilder();
    int longer = 0;
    for (long latency : latencies) {
      if (latency > MIN_MILLIS * 1e6) {
        longer++;
      }
    }
    if (longer > MOST_STEPS) {
      return path(millis -> count(report, millis));
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

  private String path(DoubleUnaryOperator count) {
    StringBuilder path = new StringBuilder();
    for (double x = LEFT; x <= RIGHT; x += STEP) {
      append(path, path.isEmpty() ? 'M' : 'L', x, y(count.applyAsDouble(millis(x))));
    }
    return path.toString();
  }

  private static double count(LatencyReport report, double millis) {
    return report.longerThan(Duration.ofNanos((long) (millis * 1e6)));
  }

  private static double meanCount(List<LatencyReport> reports, double millis) {
    return reports.stream().mapToDouble(one -> count(one, millis)).average().orElseThrow();
  }

  private String mean(List<LatencyReport> reports) {
    return path(millis -> meanCount(reports, millis));
  }

  /** The 95 % confidence interval of the mean at each x, from Student's t over the runs. */
  private String band(List<LatencyReport> reports) {
    int runs = reports.size();
    double student = TDistribution.of(runs - 1.0).inverseCumulativeProbability(CONFIDENCE);
    DoubleUnaryOperator halfWidth =
        millis -> {
          double mean = meanCount(reports, millis);
          double squares =
              reports.stream().mapToDouble(one -> Math.pow(count(one, millis) - mean, 2)).sum();
          return student * Math.sqrt(squares / (runs - 1) / runs);
        };
    StringBuilder path = new StringBuilder();
    for (double x = LEFT; x <= RIGHT; x += STEP) {
      double high = meanCount(reports, millis(x)) + halfWidth.applyAsDouble(millis(x));
      append(path, path.isEmpty() ? 'M' : 'L', x, y(Math.min(maxCount, high)));
    }
    for (double x = RIGHT; x >= LEFT; x -= STEP) {
      double low = meanCount(reports, millis(x)) - halfWidth.applyAsDouble(millis(x));
      append(path, 'L', x, y(Math.max(0, low)));
    }
    return path.append('Z').toString();
  }

  private double millis(double x) {
    return MIN_MILLIS * Math.pow(maxMillis / MIN_MILLIS, (x - LEFT) / (RIGHT - LEFT));
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
