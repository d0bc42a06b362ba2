package dev.hocket.compiler.attribute;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The paths of all trees of a file, found in one walk. {@link TreePath#getPath} walks the file for
 * each tree, which takes minutes in a file with thousands of loops.
 */
final class Paths {
  private final CompilationUnitTree file;

  /** Empty until the first question. */
  private final Map<Tree, TreePath> paths = new IdentityHashMap<>();

  Paths(CompilationUnitTree file) {
    this.file = file;
  }

  /** The path of a tree of the file. */
  TreePath of(Tree part) {
    if (paths.isEmpty()) {
      find();
    }
    return paths.get(part);
  }

  private void find() {
    new TreePathScanner<Void, Void>() {
      @Override
      public Void scan(Tree tree, Void unused) {
        if (tree != null) {
          // Variables of one declaration share their type.
          paths.putIfAbsent(tree, new TreePath(getCurrentPath(), tree));
        }
        return super.scan(tree, null);
      }
    }.scan(new TreePath(file), null);
  }
}
