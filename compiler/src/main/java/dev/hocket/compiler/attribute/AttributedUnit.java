package dev.hocket.compiler.attribute;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import dev.hocket.compiler.diagnose.SourceText;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.JavaFileObject;

/**
 * A source file that javac has attributed. Valid only while {@link Attribution} passes it on.
 *
 * @param file the source file
 * @param tree its syntax tree, with every name resolved
 * @param source its text
 * @param task the javac run that has attributed it
 * @param trees access to the symbols and types of its trees
 * @param paths the paths of its trees
 */
public record AttributedUnit(
    JavaFileObject file,
    CompilationUnitTree tree,
    SourceText source,
    JavacTask task,
    Trees trees,
    Paths paths) {
  AttributedUnit(
      JavaFileObject file,
      CompilationUnitTree tree,
      SourceText source,
      JavacTask task,
      Trees trees) {
    this(file, tree, source, task, trees, new Paths(tree));
  }

  /** The path of a tree of the file. */
  public TreePath path(Tree part) {
    return paths.of(part);
  }

  /** Utilities for types. */
  public Types types() {
    return task.getTypes();
  }

  /** Utilities for symbols. */
  public Elements elements() {
    return task.getElements();
  }

  /** The offset where a tree starts in the text. */
  public int start(Tree part) {
    return (int) trees.getSourcePositions().getStartPosition(tree, part);
  }

  /** The offset where a tree ends in the text. */
  public int end(Tree part) {
    return (int) trees.getSourcePositions().getEndPosition(tree, part);
  }

  /** The name of the unit's module; empty for the unnamed module. */
  public String module() {
    if (tree.getModule() != null) {
      return tree.getModule().getName().toString();
    }
    if (tree.getTypeDecls().isEmpty()) {
      return "";
    }
    TreePath type = new TreePath(new TreePath(tree), tree.getTypeDecls().getFirst());
    // With source level 8 there are no modules.
    ModuleElement module = elements().getModuleOf(trees.getElement(type));
    return module == null ? "" : module.getQualifiedName().toString();
  }
}
