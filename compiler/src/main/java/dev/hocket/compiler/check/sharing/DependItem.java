package dev.hocket.compiler.check.sharing;

import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.diagnose.SourceText;
import dev.hocket.compiler.parse.Clause;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A location in the list of a {@code depend} clause: {@code x}, or {@code a[i][j]}.
 *
 * @param clause the clause, which lists only this item
 * @param root the variable, or the array variable
 * @param indices the indices of the element; none for a variable
 */
public record DependItem(Clause clause, Part root, List<Part> indices) {
  /**
   * A part of an item.
   *
   * @param start its offset in the file
   * @param text its text as written
   */
  public record Part(int start, String text) {}

  /** Whether the item is a variable without indices. */
  public boolean isName() {
    return indices.isEmpty();
  }

  /** The item as javac prints an expression, such as {@code a[i][j]}, if its indices are names. */
  public String text() {
    return indices.stream()
        .map(index -> "[" + index.text().strip() + "]")
        .collect(Collectors.joining("", root.text(), ""));
  }

  /** Reports an item that is not a location. */
  public static void refuse(Clause clause, String reason, SourceText source, Problems problems) {
    int offset = clause.expression().offset();
    String item = clause.expression().text();
    problems.report(Message.HK065, source, offset, "item", item, "reason", reason);
  }

  /** The name of the variable. */
  public String name() {
    return root.text();
  }
}
