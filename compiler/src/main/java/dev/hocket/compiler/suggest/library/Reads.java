package dev.hocket.compiler.suggest.library;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import dev.hocket.compiler.suggest.trees.Sources;
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
   * @param program its sources
   */
  public Reads(Sources program) {
    this.trees = program.trees();
    this.types = program.types();
    this.elements = program.elements();
    this.hasChangingMaps =
        program.units().stream().anyMatch(unit -> makesChangingMap(new TreePath(unit)));
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
