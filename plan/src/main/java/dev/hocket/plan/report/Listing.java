package dev.hocket.plan.report;

import java.util.List;

/**
 * Source code on a page, with some lines that are to change.
 *
 * @param caption the source, as in {@code src/Panel.java}
 * @param lines the lines in their order
 */
public record Listing(String caption, List<Line> lines) {
  private static final String DIRECTIVE = "//#omp";

  /** Keeps a copy of the lines. */
  public Listing {
    lines = List.copyOf(lines);
  }

  /**
   * A line of the source.
   *
   * @param number its number, from 1, in the new text, or in the old one if it is removed
   * @param change the change of the line
   * @param text the line without its end
   */
  public record Line(int number, Change change, String text) {}

  /** The change of a line. */
  public enum Change {
    /** The line stays. */
    NONE,
    /** The line is new. */
    INSERTED,
    /** The line is removed. */
    REMOVED
  }

  /** Writes the code with a number and a sign before each line; changed lines are marked. */
  void write(Html html) {
    html.subheading(caption);
    StringBuilder text = new StringBuilder("<pre class=\"source\">");
    for (Line line : lines) {
      text.append("<span class=\"%s\">".formatted(style(line)))
          .append("%5d %s ".formatted(line.number(), sign(line.change())))
          .append(Svg.escape(line.text()))
          .append("</span>\n");
    }
    html.raw(text + "</pre>\n");
  }

  private static String style(Line line) {
    return switch (line.change()) {
      case NONE -> "same";
      case REMOVED -> "removed";
      case INSERTED -> line.text().strip().startsWith(DIRECTIVE) ? "inserted omp" : "inserted";
    };
  }

  private static char sign(Change change) {
    return switch (change) {
      case NONE -> ' ';
      case REMOVED -> '-';
      case INSERTED -> '+';
    };
  }
}
