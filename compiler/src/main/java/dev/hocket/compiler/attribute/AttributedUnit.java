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
 * A source file as javac understood it. Valid only while {@link Attribution} hands it out.
 *
 * @param file where it came from
 * @param tree its syntax tree, every name resolved
 * @param source its text
 * @param task the javac run that knows it
 */
public record AttributedUnit(
    JavaFileObject file, CompilationUnitTree tree, SourceText source, JavacTask task) {
  /** Symbols and types of its trees. */
  public Trees trees() {
    return Trees.instance(task);
  }

  /** Questions about types. */
  public Types types() {
    return task.getTypes();
  }

  /** Questions about symbols. */
  public Elements elements() {
    return task.getElements();
  }

  /** Where a tree starts in the text. */
  public int start(Tree part) {
    return (int) trees().getSourcePositions().getStartPosition(tree, part);
  }

  /** Where a tree ends in the text. */
  public int end(Tree part) {
    return (int) trees().getSourcePositions().getEndPosition(tree, part);
  }

  /** The name of the module it belongs to; empty for the unnamed one. */
  public String module() {
    if (tree.getModule() != null) {
      return tree.getModule().getName().toString();
    }
    if (tree.getTypeDecls().isEmpty()) {
      return "";
    }
    TreePath type = new TreePath(new TreePath(tree), tree.getTypeDecls().getFirst());
    // Source level 8 knows no modules.
    ModuleElement module = elements().getModuleOf(trees().getElement(type));
    return module == null ? "" : module.getQualifiedName().toString();
  }
}
