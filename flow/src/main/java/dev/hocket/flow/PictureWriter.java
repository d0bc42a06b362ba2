package dev.hocket.flow;

import dev.hocket.flow.Picture.Box;
import dev.hocket.flow.Picture.Line;
import dev.hocket.flow.Picture.Shape;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Statistics;
import dev.hocket.flow.walk.Site;
import java.util.Locale;
import java.util.Map;

/** Writes a {@link Picture} as text, or for Graphviz. */
final class PictureWriter {
  private PictureWriter() {}

  static String text(Graph graph, Picture picture) {
    return text(graph, picture, null);
  }

  /**
   * Writes a text.
   *
   * @param seen the measurements; null if there are none
   */
  static String text(Graph graph, Picture picture, Statistics seen) {
    Map<String, String> notes = picture.notes();
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
                      "  %-24s %s%s%s%n",
                      box.label(),
                      seen == null ? "" : measured(box.label(), seen),
                      box.position(),
                      box.inputs().isEmpty() ? "" : "  <- " + box.inputs()));
              String note = notes.get(box.id());
              text.append(note == null ? "" : "    " + note + System.lineSeparator());
            }
          }
        });
    return text.toString();
  }

  /** Formats the cost of a box's calls, with the same width for all boxes. */
  private static String measured(String label, Statistics seen) {
    String id = Site.original(label);
    return seen.functions().stream()
        .filter(calls -> calls.id().equals(id) && calls.calls() > 0)
        .findFirst()
        .map(calls -> String.format(Locale.ROOT, "%8s %8s  ", time(calls), calls.calls() + "×"))
        .orElse(" ".repeat(19));
  }

  /** Formats the mean time of a call. */
  private static String time(Statistics.Calls calls) {
    if (calls.nanos() < 0) {
      return "?";
    }
    double nanos = (double) calls.nanos() / calls.calls();
    if (nanos < 1_000) {
      return String.format(Locale.ROOT, "%.0f ns", nanos);
    }
    return nanos < 1_000_000
        ? String.format(Locale.ROOT, "%.1f µs", nanos / 1_000)
        : String.format(Locale.ROOT, "%.1f ms", nanos / 1_000_000);
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
}
