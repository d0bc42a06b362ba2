package dev.hocket.plan.report;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Writes the tables of a page, and escapes all text. */
final class Html {
  private final StringBuilder out = new StringBuilder();

  Html heading(String text) {
    out.append("<h2>").append(Svg.escape(text)).append("</h2>\n");
    return this;
  }

  Html subheading(String text) {
    out.append("<h3>").append(Svg.escape(text)).append("</h3>\n");
    return this;
  }

  Html paragraph(String text) {
    out.append("<p>").append(Svg.escape(text)).append("</p>\n");
    return this;
  }

  Html muted(String text) {
    out.append("<p class=\"muted\">").append(Svg.escape(text)).append("</p>\n");
    return this;
  }

  /** Appends HTML without escaping it. */
  Html raw(String html) {
    out.append(html);
    return this;
  }

  Html beginTable(String... heads) {
    // A table that is wider than the screen scrolls, with the keyboard too.
    out.append(
            heads.length > 4
                ? "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">"
                : "<div>")
        .append("<table>\n<tr>");
    for (String head : heads) {
      out.append("<th>").append(Svg.escape(head)).append("</th>");
    }
    out.append("</tr>\n");
    return this;
  }

  Html row(String style, String... cells) {
    out.append(style.isEmpty() ? "<tr>" : "<tr class=\"" + style + "\">")
        .append(
            Arrays.stream(cells)
                .map(cell -> "<td>" + withUnits(cell) + "</td>")
                .collect(Collectors.joining()))
        .append("</tr>\n");
    return this;
  }

  /** Keeps a figure and its unit on one line. */
  private static String withUnits(String cell) {
    return Svg.escape(cell).replaceAll("(\\d) (ms|us|s|%)", "$1&nbsp;$2");
  }

  Html endTable() {
    out.append("</table></div>\n");
    return this;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
