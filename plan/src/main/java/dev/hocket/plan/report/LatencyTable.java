package dev.hocket.plan.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prints reports side by side as text, for a terminal. */
public final class LatencyTable {
  private static final String GAP = "   ";

  private LatencyTable() {}

  /**
   * Sets reports side by side.
   *
   * @param reports the reports, one column each
   * @return one line per figure, each with its unit and ended by a line feed
   */
  public static String of(List<NamedReport> reports) {
    return of(reports, Map.of());
  }

  /**
   * Prints reports side by side, followed by figures that are not in a report.
   *
   * @param reports the reports, one column each
   * @param more the label of each further line, and its text in each column
   * @return one line per figure, ended by a line feed
   */
  public static String of(List<NamedReport> reports, Map<String, List<String>> more) {
    List<List<String>> columns = new ArrayList<>();
    List<String> labels = new ArrayList<>(List.of(""));
    LatencyRow.ALL.forEach(row -> labels.add(row.label()));
    labels.addAll(more.keySet());
    columns.add(labels);
    for (int i = 0; i < reports.size(); i++) {
      NamedReport named = reports.get(i);
      List<String> column = new ArrayList<>(List.of(named.name()));
      LatencyRow.ALL.forEach(row -> column.add(row.value().apply(named.report())));
      for (List<String> line : more.values()) {
        column.add(line.get(i));
      }
      columns.add(column);
    }
    return lines(columns);
  }

  private static String lines(List<List<String>> columns) {
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < columns.getFirst().size(); line++) {
      for (int i = 0; i < columns.size(); i++) {
        List<String> column = columns.get(i);
        int width = column.stream().mapToInt(String::length).max().orElseThrow();
        String padding = " ".repeat(width - column.get(line).length());
        // Labels are aligned to the left, figures to the right.
        text.append(i == 0 ? column.get(line) + padding : GAP + padding + column.get(line));
      }
      text.append('\n');
    }
    return text.toString();
  }
}
