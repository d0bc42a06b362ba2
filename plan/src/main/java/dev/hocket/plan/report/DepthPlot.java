package dev.hocket.plan.report;

import dev.hocket.plan.measure.Dispatch;
import dev.hocket.plan.measure.Span;
import java.util.Arrays;
import java.util.List;

/**
 * Draws the activity of the event thread over time, the depth of its call stack upwards (paper 2,
 * figure 9), coloured as in its table 3. A dispatch too short for a sampled stack is drawn as high
 * as its nesting.
 */
final class DepthPlot {
  private static final double WIDTH = 520;
  private static final double LEFT = 10;
  private static final double RIGHT = 506;
  private static final double TOP = 6;
  private static final double BOTTOM = 126;
  private static final double HEIGHT = 164;
  private static final double KEY_HEIGHT = 60;
  private static final int KEY_COLUMNS = 2;
  private static final int COLUMNS = 992;
  private static final int MOST_FRAMES = 60;

  /**
   * The number of the toolkit's frames below every dispatch; a dispatch without a stack is drawn
   * with these.
   */
  private static final int LEAST_FRAMES = 6;

  static final String KEY = key();

  private final LatencyReport report;

  /** Kinds of the deepest stack seen in each column, outermost first; null where idle. */
  private final IntervalKind[][] columns = new IntervalKind[COLUMNS][];

  private DepthPlot(LatencyReport report) {
    this.report = report;
    for (Dispatch.Unnested one : report.dispatches()) {
      IntervalKind[] stack = new IntervalKind[LEAST_FRAMES * (one.depth() + 1)];
      Arrays.fill(stack, IntervalKind.ofEvent(one.dispatch().event()));
      one.busy().forEach(span -> put(column(span.start()), column(span.end()), stack));
    }
    for (StackSample sample : report.samples()) {
      List<IntervalKind> kinds = IntervalKind.ofFrames(sample.frames());
      int at = column(sample.time());
      put(
          at,
          at,
          kinds.subList(0, Math.min(MOST_FRAMES, kinds.size())).toArray(IntervalKind[]::new));
    }
    holdBetweenSamples();
  }

  static String of(LatencyReport report) {
    return new DepthPlot(report)
        .draw(new Svg(WIDTH, HEIGHT, "What the event thread was busy with, by call depth"))
        .toString();
  }

  /** Draws the stacks as an SVG file. */
  static String file(LatencyReport report, String title, String style) {
    Svg svg = new DepthPlot(report).draw(Svg.file(WIDTH, HEIGHT + KEY_HEIGHT, title, style));
    IntervalKind[] kinds = IntervalKind.values();
    for (int i = 0; i < kinds.length; i++) {
      double x = LEFT + i % KEY_COLUMNS * (RIGHT - LEFT) / KEY_COLUMNS;
      double y = HEIGHT + 6 + 18.0 * (i / KEY_COLUMNS);
      svg.rect(x, y, 10, 10, kinds[i].style()).text(x + 15, y + 9, "start", "note", kinds[i].words);
    }
    return svg.toString();
  }

  private void put(int from, int to, IntervalKind[] stack) {
    for (int i = Math.max(0, from); i <= Math.min(COLUMNS - 1, to); i++) {
      if (columns[i] == null || columns[i].length < stack.length) {
        columns[i] = stack;
      }
    }
  }

  /** Extends stacks in long dispatches: a stack is assumed to last until the next sample. */
  private void holdBetweenSamples() {
    List<StackSample> samples = report.samples();
    for (int i = 0; i + 1 < samples.size(); i++) {
      StackSample one = samples.get(i);
      if (samples.get(i + 1).time() - one.time() <= LatencyRow.NOTICEABLE.toNanos()) {
        int from = column(one.time());
        if (from >= 0 && from < COLUMNS && columns[from] != null) {
          put(from, column(samples.get(i + 1).time()) - 1, columns[from]);
        }
      }
    }
  }

  private int column(long time) {
    Span session = report.session();
    double share = (double) (time - session.start()) / Math.max(1, session.length());
    return (int) Math.floor(share * COLUMNS);
  }

  private Svg draw(Svg svg) {
    int deepest =
        Arrays.stream(columns)
            .filter(one -> one != null)
            .mapToInt(one -> one.length)
            .max()
            .orElse(1);
    double row = (BOTTOM - TOP) / Math.max(3 * LEAST_FRAMES, deepest);
    double column = (RIGHT - LEFT) / COLUMNS;
    svg.rect(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, "idle");
    for (int i = 0; i < COLUMNS; ) {
      int next = i + 1;
      while (next < COLUMNS && columns[i] != null && Arrays.equals(columns[i], columns[next])) {
        next++;
      }
      if (columns[i] != null) {
        drawStack(svg, columns[i], LEFT + i * column, (next - i) * column, row);
      }
      i = next;
    }
    TimeAxis.draw(svg, LEFT, RIGHT, BOTTOM, report.session().length() / 1e9);
    return svg;
  }

  /** Draws one rectangle for each interval. */
  private static void drawStack(Svg svg, IntervalKind[] stack, double x, double width, double row) {
    for (int i = 0; i < stack.length; ) {
      int next = i + 1;
      while (next < stack.length && stack[next] == stack[i]) {
        next++;
      }
      svg.rect(x, BOTTOM - next * row, width, (next - i) * row, stack[i].style());
      i = next;
    }
  }

  private static String key() {
    StringBuilder key = new StringBuilder("<p class=\"muted keys\">");
    for (IntervalKind kind : IntervalKind.values()) {
      key.append("<span><i class=\"key ")
          .append(kind.style())
          .append("\"></i>")
          .append(kind.words)
          .append("</span> ");
    }
    return key.append("</p>\n").toString();
  }
}
