package dev.hocket.compiler.suggest.library;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.util.List;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Decides which methods without source only read, in one program. */
public final class Reads {
  private static final int PARAMETERS_OF_ACCESS_ORDER = 3;

  private final Trees trees;
  private final Types types;
  private final Elements elements;

  /** Whether some map of the program, or a view of it, changes when it is read. */
  private final boolean hasChangingMaps;

  /**
   * Looks at a program.
   *
   * @param task the run of javac that has attributed it
   * @param units its files
   */
  public Reads(JavacTask task, List<CompilationUnitTree> units) {
    this.trees = Trees.instance(task);
    this.types = task.getTypes();
    this.elements = task.getElements();
    this.hasChangingMaps = units.stream().anyMatch(unit -> makesChangingMap(new TreePath(unit)));
  }

  /** Whether a method certainly leaves its object and its arguments as they are. */
  public boolean isRead(ExecutableElement method) {
    return Library.jdk().reads(method)
        && !(hasChangingMaps && mayBeOfMap(method.getEnclosingElement().asType()));
  }

  private boolean mayBeOfMap(TypeMirror type) {
    return isA(type, "java.util.Map")
        || isA(type, "java.util.Map.Entry")
        || isA(type, "java.util.Collection") && !isA(type, "java.util.List");
  }

  /** Looks for maps in the order of access, which {@code get} changes, and for weak maps. */
  private boolean makesChangingMap(TreePath unit) {
    boolean[] makes = {false};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitNewClass(NewClassTree tree, Void unused) {
        consider();
        return super.visitNewClass(tree, unused);
      }

      /** A constructor of a subclass calls that of the map. */
      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        consider();
        return super.visitMethodInvocation(tree, unused);
      }

      private void consider() {
        if (trees.getElement(getCurrentPath()) instanceof ExecutableElement made
            && made.getKind() == ElementKind.CONSTRUCTOR) {
          TypeMirror type = made.getEnclosingElement().asType();
          makes[0] |=
              isA(type, "java.util.WeakHashMap")
                  || isA(type, "java.util.LinkedHashMap")
                      && made.getParameters().size() == PARAMETERS_OF_ACCESS_ORDER;
        }
      }
    }.scan(unit, null);
    return makes[0];
  }

  private boolean isA(TypeMirror type, String name) {
    return types.isSubtype(
        types.erasure(type), types.erasure(elements.getTypeElement(name).asType()));
  }
}
