package dev.hocket.plan.report;

import dev.hocket.plan.TimeText;
import dev.hocket.plan.measure.Span;
import dev.hocket.plan.requests.Part;
import dev.hocket.plan.requests.Request;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Draws the way of a request: a row for each part, below the part that began it, with the times at
 * which it was queued, computed and waited.
 */
final class Waterfall {
  private static final double WIDTH = 720;
  private static final double LEFT = 268;
  private static final double RIGHT = 712;
  private static final double ROW = 19;
  private static final double INDENT = 9;
  private static final int MOST_DEPTH = 10;
  private static final int MOST_ROWS = 40;
  private static final int MOST_LETTERS = 44;

  /** The most waits of a part that are drawn, and that its tooltip names: the longest. */
  private static final int MOST_WAITS = 500;

  private static final int MOST_NAMED = 10;

  /** The width of the mark with most letters, about. */
  private static final double WIDEST_MARK = 40;

  /** The width of a letter of the rows, about. */
  private static final double LETTER = 5.9;

  private final Span whole;

  private Waterfall(Request request) {
    this.whole = request.span();
  }

  /** Draws the first {@value #MOST_ROWS} parts of a request. */
  static String of(Request request) {
    return new Waterfall(request).draw(request);
  }

  private String draw(Request request) {
    List<Part> parts = request.parts();
    List<Integer> depths = request.depths();
    int rows = Math.min(MOST_ROWS, parts.size());
    double bottom = rows * ROW + 4;
    Svg svg = new Svg(WIDTH, bottom + 22, "The parts of a request over time");
    axis(svg, bottom);
    for (int i = 0; i < rows; i++) {
      row(svg, parts.get(i), Math.min(MOST_DEPTH, depths.get(i)), i * ROW);
    }
    int left = parts.size() - rows + request.more();
    return left == 0
        ? svg.toString()
        : svg + "<p class=\"muted\">and %,d more parts</p>%n".formatted(left);
  }

  private void axis(Svg svg, double bottom) {
    double seconds = Math.max(1e-6, whole.length() / 1e9);
    double step = Axis.step(seconds / 6);
    svg.line(LEFT, bottom, RIGHT, bottom, "axis");
    for (int i = 0; i * step <= seconds; i++) {
      double x = LEFT + i * step / seconds * (RIGHT - LEFT);
      svg.line(x, 0, x, bottom + 4, "grid");
      svg.text(x, bottom + 16, anchor(x), "tick", mark(i * step, step));
    }
  }

  /** The side of a mark's text at its place, so that the picture does not cut it. */
  private static String anchor(double x) {
    if (x == LEFT) {
      return "start";
    }
    return x > RIGHT - WIDEST_MARK / 2 ? "end" : "middle";
  }

  /** Writes a time of the axis in the unit of its steps. */
  private static String mark(double time, double step) {
    if (step >= 1) {
      return String.format(Locale.ROOT, "%.0f s", time);
    }
    boolean millis = step >= 1e-3;
    return String.format(Locale.ROOT, millis ? "%.0f ms" : "%.0f us", time * (millis ? 1e3 : 1e6));
  }

  private void row(Svg svg, Part part, int depth, double top) {
    double x = 4 + depth * INDENT;
    int most = Math.min(MOST_LETTERS, (int) ((LEFT - 8 - x) / LETTER));
    svg.open("<g>").title(words(part));
    svg.text(x, top + 14, "start", "note", shortened(name(part), most));
    bar(svg, new Span(part.arrival(), part.span().start()), top + 6, 8, "queued");
    bar(svg, part.span(), top + 4, 12, part.outcome().equals("completed") ? "block" : "freeze");
    for (Part.Pause pause : longest(part, MOST_WAITS)) {
      bar(svg, pause.span(), top + 4, 12, "idle");
      bar(svg, pause.waiting(), top + 8, 4, pause.isSuspended() ? "suspended" : "waits");
      Span requeued = new Span(pause.waiting().end(), pause.span().end());
      bar(svg, requeued, top + 6, 8, "queued");
    }
    svg.open("</g>");
  }

  /** Returns the longest waits of a part, in the order of time. */
  private static List<Part.Pause> longest(Part part, int most) {
    if (part.pauses().size() <= most) {
      return part.pauses();
    }
    return part.pauses().stream()
        .sorted(Comparator.comparingLong((Part.Pause pause) -> -pause.span().length()))
        .limit(most)
        .sorted(Comparator.comparingLong(pause -> pause.span().start()))
        .toList();
  }

  private void bar(Svg svg, Span span, double top, double height, String style) {
    double x = x(span.start());
    double width = x(span.end()) - x;
    if (span.length() > 0) {
      // A part too short to be seen is drawn as a line.
      svg.rect(x, top, Math.max(.8, width), height, style);
    }
  }

  private double x(long time) {
    double share = (double) (time - whole.start()) / Math.max(1, whole.length());
    return LEFT + (RIGHT - LEFT) * Math.clamp(share, 0, 1);
  }

  private static String name(Part part) {
    return switch (part.kind()) {
      case "block", "dispatch", "packet", "region" -> part.name() + " on " + part.place();
      case "process" -> "process " + part.name();
      default -> part.name();
    };
  }

  private static String shortened(String text, int most) {
    return text.length() <= most ? text : text.substring(0, Math.max(1, most - 1)) + "…";
  }

  /** Describes a part for a reader who points at it. */
  private static String words(Part part) {
    StringBuilder words =
        new StringBuilder(name(part)).append(": ").append(time(part.span().length()));
    if (part.queued() > 0) {
      words.append(", queued for ").append(time(part.queued()));
    }
    for (Part.Pause pause : longest(part, MOST_NAMED)) {
      words
          .append(pause.isSuspended() ? ", suspended for " : ", waited ")
          .append(time(pause.span().length()))
          .append(" for ")
          .append(pause.what());
    }
    int others = part.pauses().size() - MOST_NAMED;
    if (others > 0) {
      words.append(String.format(Locale.ROOT, ", and %,d shorter waits", others));
    }
    return part.outcome().equals("completed")
        ? words.toString()
        : words.append(", ").append(part.outcome()).toString();
  }

  private static String time(long nanos) {
    return TimeText.of(nanos / 1e9);
  }
}
