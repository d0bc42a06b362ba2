package dev.hocket.plan.report;

import java.util.List;

/**
 * Source code on a page, of which some lines are to change.
 *
 * @param caption what it is, as in {@code src/Panel.java}
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
   * @param change what happens to it
   * @param text the line without its end
   */
  public record Line(int number, Change change, String text) {}

  /** What happens to a line. */
  public enum Change {
    /** It stays. */
    NONE,
    /** It is new. */
    INSERTED,
    /** It goes. */
    REMOVED
  }

  /** Writes it with a number and a sign before each line; those that change are marked. */
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
