package dev.hocket.flow;

import dev.hocket.flow.Picture.Box;
import dev.hocket.flow.Picture.Line;
import dev.hocket.flow.Picture.Shape;
import dev.hocket.flow.graph.Graph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes a {@link Picture} as text, for Graphviz, or as a page with a drawing. */
final class PictureWriter {
  private static final int WIDTH = 190;
  private static final int ROW = 62;
  private static final int TOP = 64;
  private static final int BOX_WIDTH = 150;
  private static final int BOX_HEIGHT = 34;
  private static final int MOST_LETTERS = 21;

  private PictureWriter() {}

  static String text(Graph graph, Picture picture) {
    StringBuilder text = new StringBuilder();
    text.append("flow ").append(graph.name()).append(" at ").append(graph.position()).append('\n');
    picture
        .sections()
        .forEach((number, name) -> {
          text.append("section ").append(name.isEmpty() ? "(no function)" : name).append('\n');
          for (Box box : picture.boxes()) {
            if (box.section() == number) {
              text.append(
                  String.format(
                      Locale.ROOT,
                      "  %-24s %s%s%n",
                      box.label(),
                      box.position(),
                      box.inputs().isEmpty() ? "" : "  <- " + box.inputs()));
            }
          }
        });
    return text.toString();
  }

  static String dot(Graph graph, Picture picture) {
    StringBuilder dot = new StringBuilder();
    dot.append("digraph ")
        .append(quoted(graph.name()))
        .append(" {\n  node [fontname=Helvetica];\n");
    picture
        .sections()
        .forEach((number, name) -> {
          dot.append("  subgraph cluster_").append(number).append(" {\n    style=rounded;\n");
          for (Box box : picture.boxes()) {
            if (box.section() == number) {
              dot.append("    n")
                  .append(box.number())
                  .append(" [label=")
                  .append(quoted(box.label()))
                  .append(", shape=")
                  .append(dotShape(box.shape()))
                  .append("];\n");
            }
          }
          dot.append("  }\n");
        });
    for (Line line : picture.lines()) {
      dot.append("  n").append(line.from()).append(" -> n").append(line.to());
      String label = line.label() == null ? "" : "label=" + quoted(line.label());
      String back = line.back() ? "style=dashed, constraint=false" : "";
      String separator = label.isEmpty() || back.isEmpty() ? "" : ", ";
      dot.append(" [").append(label).append(separator).append(back).append("];\n");
    }
    return dot.append("}\n").toString();
  }

  private static String dotShape(Shape shape) {
    return switch (shape) {
      case SOURCE -> "cds";
      case FUNCTION -> "box";
      case EXPRESSION -> "ellipse";
      case CONTROL -> "diamond";
      case RESULT -> "doublecircle";
    };
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  /** Writes a self-contained page: sections are columns, and packets go down. */
  static String html(Graph graph, Picture picture) {
    List<Integer> columns = new ArrayList<>(picture.sections().keySet());
    int[] rows = rows(picture, columns);
    int height = TOP + ROW;
    for (int row : rows) {
      height = Math.max(height, TOP + (row + 1) * ROW);
    }
    int width = columns.size() * WIDTH;
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                + " font-family=\"sans-serif\" font-size=\"12\">%n"
                + "<defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\""
                + " markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
                + "<path d=\"M0 0 8 4 0 8z\" fill=\"#555\"/></marker></defs>%n",
            width,
            height));
    for (int i = 0; i < columns.size(); i++) {
      column(svg, i, picture.sections().get(columns.get(i)), height);
    }
    for (Line line : picture.lines()) {
      line(svg, picture, columns, rows, line);
    }
    for (Box box : picture.boxes()) {
      box(svg, columns.indexOf(box.section()), rows[box.number()], box);
    }
    return "<!doctype html>\n<meta charset=\"utf-8\">\n<title>"
        + escaped(graph.name())
        + "</title>\n<h1>"
        + escaped(graph.name())
        + "</h1>\n<p>"
        + escaped(graph.position().toString())
        + ". Each column is a section; dashed arcs lead back.</p>\n"
        + svg
        + "</svg>\n";
  }

  /** Places each box below the boxes that it depends on, one box to a place. */
  private static int[] rows(Picture picture, List<Integer> columns) {
    int[] rows = new int[picture.boxes().size()];
    Map<Integer, Integer> filled = new HashMap<>();
    for (Box box : picture.boxes()) {
      int row = filled.getOrDefault(columns.indexOf(box.section()), 0);
      for (Line line : picture.lines()) {
        if (line.to() == box.number() && !line.back() && line.from() < box.number()) {
          row = Math.max(row, rows[line.from()] + 1);
        }
      }
      rows[box.number()] = row;
      filled.put(columns.indexOf(box.section()), row + 1);
    }
    return rows;
  }

  private static int x(int column) {
    return column * WIDTH + WIDTH / 2;
  }

  private static int y(int row) {
    return TOP + row * ROW + ROW / 2;
  }

  private static void column(StringBuilder svg, int column, String name, int height) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<g><title>%s</title><rect x=\"%d\" y=\"4\" width=\"%d\" height=\"%d\" rx=\"8\""
                + " fill=\"%s\" stroke=\"#bbb\"/>%n<text x=\"%d\" y=\"26\""
                + " text-anchor=\"middle\" font-weight=\"bold\">section %d</text></g>%n",
            escaped(name),
            column * WIDTH + 6,
            WIDTH - 12,
            height - 8,
            column % 2 == 0 ? "#f3f7fb" : "#fbf7f0",
            x(column),
            column + 1));
  }

  private static void box(StringBuilder svg, int column, int row, Box box) {
    String fill =
        switch (box.shape()) {
          case SOURCE -> "#d5ecd4";
          case FUNCTION -> "#fff";
          case EXPRESSION -> "#eee";
          case CONTROL -> "#fde9c8";
          case RESULT -> "#d8e4f8";
        };
    int radius = box.shape() == Shape.FUNCTION || box.shape() == Shape.SOURCE ? 3 : BOX_HEIGHT / 2;
    svg.append(
        String.format(
            Locale.ROOT,
            "<g><title>%s at %s</title><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\""
                + " rx=\"%d\" fill=\"%s\" stroke=\"#555\"/>"
                + "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text></g>%n",
            escaped(box.label()),
            escaped(box.position().toString()),
            x(column) - BOX_WIDTH / 2,
            y(row) - BOX_HEIGHT / 2,
            BOX_WIDTH,
            BOX_HEIGHT,
            radius,
            fill,
            x(column),
            y(row) + 4,
            escaped(shortened(box.label()))));
  }

  private static void line(
      StringBuilder svg, Picture picture, List<Integer> columns, int[] rows, Line line) {
    int fromX = x(columns.indexOf(picture.boxes().get(line.from()).section()));
    int toX = x(columns.indexOf(picture.boxes().get(line.to()).section()));
    int fromY = y(rows[line.from()]);
    int toY = y(rows[line.to()]);
    int half = BOX_WIDTH / 2;
    boolean side = line.back() || fromX == toX && rows[line.to()] - rows[line.from()] != 1;
    String path =
        side
            ? String.format(
                Locale.ROOT,
                "M%d %d C%d %d %d %d %d %d",
                fromX + half,
                fromY,
                fromX + half + 26,
                fromY,
                toX + half + 26,
                toY,
                toX + half,
                toY)
            : String.format(
                Locale.ROOT,
                "M%d %d C%d %d %d %d %d %d",
                fromX,
                fromY + BOX_HEIGHT / 2,
                fromX,
                (fromY + toY) / 2,
                toX,
                (fromY + toY) / 2,
                toX,
                toY - BOX_HEIGHT / 2);
    svg.append(
        String.format(
            Locale.ROOT,
            "<path d=\"%s\" fill=\"none\" stroke=\"#555\"%s marker-end=\"url(#a)\"/>%n",
            path,
            line.back() ? " stroke-dasharray=\"5 4\"" : ""));
    if (line.label() != null && !line.back()) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%d\" y=\"%d\" font-size=\"10\" fill=\"#555\">%s</text>%n",
              (fromX + toX) / 2 + 6,
              (fromY + toY) / 2 + 3,
              escaped(line.label())));
    }
  }

  private static String shortened(String label) {
    return label.length() <= MOST_LETTERS ? label : label.substring(0, MOST_LETTERS - 1) + "…";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
