package dev.hocket.cli.terminal;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A table as text: each column is as wide as its widest cell; columns of words are left-aligned.
 */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<String[]> lines = new ArrayList<>();
  private final int wordColumns;

  /** The number of columns with words, which come first; the others contain figures. */
  public TextTable(int wordColumns) {
    this.wordColumns = wordColumns;
  }

  public TextTable line(String... cells) {
    lines.add(cells);
    return this;
  }

  public void print(PrintWriter out) {
    int[] widths = new int[lines.getFirst().length];
    for (String[] line : lines) {
      for (int i = 0; i < line.length; i++) {
        widths[i] = Math.max(widths[i], line[i].length());
      }
    }
    for (String[] line : lines) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < line.length; i++) {
        String padding = " ".repeat(widths[i] - line[i].length());
        text.append(i == 0 ? "" : GAP)
            .append(i < wordColumns ? line[i] + padding : padding + line[i]);
      }
      out.println(text.toString().stripTrailing());
    }
  }
}
