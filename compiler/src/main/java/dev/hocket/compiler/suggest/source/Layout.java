package dev.hocket.compiler.suggest.source;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import dev.hocket.compiler.patch.Edit;
import java.util.List;
import java.util.stream.Collectors;

/** Lays out new lines in place of a statement, with the indentation and line ends of the file. */
public final class Layout {
  private final SourcePositions positions;
  private final String text;
  private final String newline;

  public Layout(Trees trees, TreePath path) {
    this.positions = trees.getSourcePositions();
    this.text = Texts.of(path.getCompilationUnit());
    this.newline = text.contains("\r\n") ? "\r\n" : "\n";
  }

  /** Inserts a line before a statement or a declaration. */
  public Edit before(TreePath path, String line) {
    int start = start(path);
    return isFirst(start)
        ? Edit.insert(start, line + newline + indent(start))
        : Edit.insert(
            start, newline + indent(start) + "  " + line + newline + indent(start) + "  ");
  }

  /**
   * Replaces a statement or a lambda's body with lines. The last element may hold several lines.
   */
  public Edit instead(TreePath code, List<String> lines) {
    int start = start(code);
    Tree parent = code.getParentPath().getLeaf();
    boolean isBody = parent instanceof LambdaExpressionTree;
    boolean isAmongOthers =
        parent instanceof BlockTree || (parent instanceof CaseTree c && c.getBody() == null);
    boolean isOne =
        lines.subList(0, lines.size() - 1).stream().allMatch(line -> line.startsWith("//"));
    String indent = indent(start);
    if (isBody || !(isAmongOthers || isOne)) {
      String inner = lines.stream().map(line -> indent + "  " + line).collect(joining());
      return edit(code, "{" + newline + inner + newline + indent + "}");
    }
    if (isFirst(start)) {
      return edit(code, String.join(newline + indent, lines));
    }
    return edit(
        code, newline + lines.stream().map(line -> indent + "  " + line).collect(joining()));
  }

  private java.util.stream.Collector<CharSequence, ?, String> joining() {
    return Collectors.joining(newline);
  }

  private Edit edit(TreePath code, String replacement) {
    return new Edit(start(code), end(code), replacement);
  }

  private int start(TreePath path) {
    return (int) positions.getStartPosition(path.getCompilationUnit(), path.getLeaf());
  }

  private int end(TreePath path) {
    return (int) positions.getEndPosition(path.getCompilationUnit(), path.getLeaf());
  }

  private int lineStart(int offset) {
    return text.lastIndexOf('\n', offset - 1) + 1;
  }

  private boolean isFirst(int offset) {
    return text.substring(lineStart(offset), offset).isBlank();
  }

  private String indent(int offset) {
    int end = lineStart(offset);
    while (end < text.length() && " \t".indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    return text.substring(lineStart(offset), end);
  }
}
