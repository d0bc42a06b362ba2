package dev.hocket.plan.report;

import java.util.Locale;

/** Writes the few SVG elements of the figures. Colours and fonts are CSS classes of the page. */
final class Svg {
  private final StringBuilder out = new StringBuilder();

  Svg(double width, double height, String description) {
    line(
        "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">",
        width, height, escape(description));
  }

  /** Makes a self-contained file: adds the name space, a white background and the style. */
  static Svg file(double width, double height, String description, String style) {
    Svg svg = new Svg(width, height, description);
    svg.out.insert("<svg".length(), " xmlns=\"http://www.w3.org/2000/svg\"");
    svg.out.append(style);
    return svg.line("<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>", width, height);
  }

  Svg line(double x1, double y1, double x2, double y2, String style) {
    return line(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
        style, x1, y1, x2, y2);
  }

  /** A rectangle. Its x and width have more digits, because very thin ones must add up. */
  Svg rect(double x, double y, double width, double height, String style) {
    return line(
        "<rect class=\"%s\" x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\"/>",
        style, x, y, width, height);
  }

  /** Text; {@code anchor} is start, middle or end. */
  Svg text(double x, double y, String anchor, String style, String text) {
    return line(
        "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
        style, x, y, anchor, escape(text));
  }

  /** Text that reads upwards. */
  Svg uprightText(double x, double y, String style, String text) {
    return line(
        "<text class=\"%s\" transform=\"translate(%.1f %.1f) rotate(-90)\""
            + " text-anchor=\"middle\">%s</text>",
        style, x, y, escape(text));
  }

  /** The text that a browser shows for the element that has just begun. */
  Svg title(String text) {
    out.append("<title>").append(escape(text)).append("</title>\n");
    return this;
  }

  /** Begins or ends an element that groups others. */
  Svg open(String tag) {
    out.append(tag);
    return this;
  }

  Svg path(String data, String style) {
    return line("<path class=\"%s\" d=\"%s\"/>", style, data);
  }

  @Override
  public String toString() {
    return out + "</svg>\n";
  }

  private Svg line(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
    return this;
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
