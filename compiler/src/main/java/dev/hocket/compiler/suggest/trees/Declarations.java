package dev.hocket.compiler.suggest.trees;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * The declarations of a program by element. One walk through each file finds them; javac itself
 * walks through the file again for each element that it is asked for.
 */
final class Declarations {
  private final Sources program;
  private final Map<Element, TreePath> paths = new HashMap<>();
  private final Set<Element> knownTypes = new HashSet<>();
  private final Set<CompilationUnitTree> knownFiles = new HashSet<>();
  private final Map<CompilationUnitTree, Set<CompilationUnitTree>> named = new HashMap<>();

  Declarations(Sources program) {
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

  /** The files that declare what a file names, the types of its expressions, and those above. */
  Set<CompilationUnitTree> namedIn(CompilationUnitTree unit) {
    return named.computeIfAbsent(unit, this::findNamed);
  }

  private Set<CompilationUnitTree> findNamed(CompilationUnitTree unit) {
    Set<Element> types = new HashSet<>();
    Set<String> seen = new HashSet<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void scan(Tree tree, Void unused) {
        if (tree instanceof ExpressionTree) {
          TreePath path = new TreePath(getCurrentPath(), tree);
          addOutermost(program.element(path));
          addType(program.trees().getTypeMirror(path));
        }
        return super.scan(tree, unused);
      }

      private void addType(TypeMirror type) {
        if (type instanceof ArrayType array) {
          addType(array.getComponentType());
        } else if (type instanceof DeclaredType declared && seen.add(type.toString())) {
          addOutermost(declared.asElement());
          declared.getTypeArguments().forEach(this::addType);
          program.supertypes(type).forEach(each -> addOutermost(((DeclaredType) each).asElement()));
        }
      }

      private void addOutermost(Element element) {
        Element type = outermostType(element);
        if (type != null) {
          types.add(type);
        }
      }
    }.scan(new TreePath(unit), null);
    return types.stream()
        .map(program.trees()::getPath)
        .filter(Objects::nonNull)
        .map(TreePath::getCompilationUnit)
        .collect(Collectors.toSet());
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
