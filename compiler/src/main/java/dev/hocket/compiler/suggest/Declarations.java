package dev.hocket.compiler.suggest;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;

/**
 * The declarations of a program by element. One walk through each file finds them; javac itself
 * walks through the file again for each element that it is asked for.
 */
final class Declarations {
  private final Program program;
  private final Map<Element, TreePath> paths = new HashMap<>();
  private final Set<Element> knownTypes = new HashSet<>();
  private final Set<CompilationUnitTree> knownFiles = new HashSet<>();

  Declarations(Program program) {
    this.program = program;
  }

  /** The declaration of an element; null if its source is not there. */
  TreePath of(Element element) {
    Element type = outermostType(element);
    if (type != null && knownTypes.add(type)) {
      TreePath declared = program.trees().getPath(type);
      if (declared != null && knownFiles.add(declared.getCompilationUnit())) {
        new Scan().scan(new TreePath(declared.getCompilationUnit()), null);
      }
    }
    return paths.get(element);
  }

  private static Element outermostType(Element element) {
    Element around = element;
    while (around != null
        && around.getEnclosingElement() != null
        && around.getEnclosingElement().getKind() != ElementKind.PACKAGE) {
      around = around.getEnclosingElement();
    }
    return around;
  }

  private final class Scan extends TreePathScanner<Void, Void> {
    @Override
    public Void visitClass(ClassTree tree, Void unused) {
      add();
      return super.visitClass(tree, unused);
    }

    @Override
    public Void visitMethod(MethodTree tree, Void unused) {
      add();
      return super.visitMethod(tree, unused);
    }

    @Override
    public Void visitVariable(VariableTree tree, Void unused) {
      add();
      return super.visitVariable(tree, unused);
    }

    private void add() {
      Element element = program.element(getCurrentPath());
      if (element != null) {
        paths.put(element, getCurrentPath());
      }
    }
  }
}
