package dev.hocket.compiler.scan;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the tree at an offset. One rule applies everywhere (bodies without braces, switch groups,
 * lambdas): a directive belongs to the outermost statement that starts at the next token.
 */
public final class StatementIndex {
  private final Map<Integer, TreePath> starts = new HashMap<>();
  private final Map<Integer, TreePath> ends = new HashMap<>();
  private final Map<Integer, TreePath> lambdas = new HashMap<>();
  private final List<TreePath> methods = new ArrayList<>();

  /** Indexes a source file. */
  public StatementIndex(CompilationUnitTree unit, Trees trees) {
    SourcePositions positions = trees.getSourcePositions();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void scan(Tree tree, Void unused) {
        if (tree instanceof StatementTree
            || tree instanceof MethodTree
            || tree instanceof CaseTree) {
          // Parents are visited first, so the outermost tree at an offset is kept.
          int start = (int) positions.getStartPosition(unit, tree);
          starts.putIfAbsent(start, new TreePath(getCurrentPath(), tree));
        }
        if (tree instanceof BlockTree
            || tree instanceof SwitchTree
            || tree instanceof SwitchExpressionTree
            || tree instanceof ClassTree) {
          // Children are visited last, so the innermost tree at an offset is kept.
          int end = (int) positions.getEndPosition(unit, tree);
          ends.put(end, new TreePath(getCurrentPath(), tree));
        }
        if (tree instanceof LambdaExpressionTree) {
          int start = (int) positions.getStartPosition(unit, tree);
          lambdas.put(start, new TreePath(getCurrentPath(), tree));
        }
        if (tree instanceof MethodTree) {
          methods.add(new TreePath(getCurrentPath(), tree));
        }
        return super.scan(tree, unused);
      }
    }.scan(new TreePath(unit), null);
  }

  /** The outermost statement, declaration or switch group that starts at an offset. */
  public Optional<TreePath> startingAt(int offset) {
    return Optional.ofNullable(starts.get(offset));
  }

  /** The lambda that starts at an offset. */
  public Optional<TreePath> lambdaAt(int offset) {
    return Optional.ofNullable(lambdas.get(offset));
  }

  /** All methods of the file. */
  public List<TreePath> methods() {
    return methods;
  }

  /** The innermost block, switch or class that the brace at an offset closes. */
  public Optional<TreePath> closedAt(int offset) {
    return Optional.ofNullable(ends.get(offset + 1));
  }
}
