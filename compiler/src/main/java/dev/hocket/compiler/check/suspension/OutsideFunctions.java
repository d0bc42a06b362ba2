package dev.hocket.compiler.check.suspension;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * Warns of lambdas and method references that implement an async method and await, but cannot be
 * translated. A caller of such an object would block its thread or continue too early.
 *
 * <pre>{@code
 * Job job = (Job & Serializable) () -> { // HK107: Job.run is marked async
 *   //#omp target virtual(worker) await
 *   text = read();
 * };
 * }</pre>
 */
final class OutsideFunctions {
  private final FunctionSite site;
  private final AttributedUnit unit;
  private final Types types;
  private final Elements elements;

  private OutsideFunctions(FunctionSite site) {
    this.site = site;
    this.unit = site.outline().unit();
    this.types = unit.types();
    this.elements = unit.elements();
  }

  static void check(FunctionSite site, Problems problems) {
    OutsideFunctions function = new OutsideFunctions(site);
    if (function.isSerializable()) {
      function.report(problems, "it is serializable", "a class");
    } else if (site.referredTo().filter(function::needsAccessor).isPresent()) {
      String method = SignatureMatch.show(site.referredTo().orElseThrow());
      String reason = "only the class around this one may call '" + method + "'";
      function.report(problems, reason, "a lambda that calls it");
    }
  }

  private void report(Problems problems, String reason, String way) {
    problems.report(
        Message.HK107,
        unit.source(),
        site.start(),
        "what",
        site.word(),
        "reason",
        reason,
        "way",
        way);
  }

  private boolean isSerializable() {
    TypeMirror serializable = elements.getTypeElement("java.io.Serializable").asType();
    return types.isSubtype(unit.trees().getTypeMirror(site.path()), serializable);
  }

  /**
   * Whether javac calls a method through an accessor that it adds to the enclosing class. Then the
   * class file does not show which method a reference names.
   */
  private boolean needsAccessor(ExecutableElement method) {
    TypeElement here = classAround();
    MemberReferenceTree reference = (MemberReferenceTree) site.path().getLeaf();
    if (reference.getQualifierExpression() instanceof MemberSelectTree qualifier
        && qualifier.getIdentifier().contentEquals("super")) {
      Element named = unit.trees().getElement(pathOf(qualifier.getExpression()));
      return named.getKind().isClass() && !named.equals(here);
    }
    return method.getModifiers().contains(Modifier.PROTECTED)
        ? isProtectedFrom(here, method, reference)
        : method.getModifiers().contains(Modifier.PRIVATE)
            && !hasNestmates()
            && !method.getEnclosingElement().equals(here);
  }

  /** Whether a protected method is inaccessible without an accessor (JLS 6.6.2). */
  private boolean isProtectedFrom(
      TypeElement here, ExecutableElement method, MemberReferenceTree reference) {
    if (elements.getPackageOf(method).equals(elements.getPackageOf(here))) {
      return false;
    }
    if (!isSubclass(here.asType(), method.getEnclosingElement().asType())) {
      return true;
    }
    boolean bySuper =
        reference.getQualifierExpression() instanceof IdentifierTree name
            && name.getName().contentEquals("super");
    TreePath qualifier = new TreePath(site.path(), reference.getQualifierExpression());
    return !bySuper
        && !method.getModifiers().contains(Modifier.STATIC)
        && !isSubclass(unit.trees().getTypeMirror(qualifier), here.asType());
  }

  private TreePath pathOf(Tree tree) {
    return TreePath.getPath(site.path(), tree);
  }

  private TypeElement classAround() {
    TreePath path = site.path();
    while (!(path.getLeaf() instanceof ClassTree)) {
      path = path.getParentPath();
    }
    return (TypeElement) unit.trees().getElement(path);
  }

  /**
   * Whether the language level has nestmates: since Java 11, classes may call private methods of
   * others in the same class. javac shows its level only by features, such as modules (9) and new
   * methods of strings (11).
   */
  private boolean hasNestmates() {
    return elements.getModuleElement("java.base") != null
        && elements.getTypeElement("java.lang.String").getEnclosedElements().stream()
            .anyMatch(member -> member.getSimpleName().contentEquals("isBlank"));
  }

  private boolean isSubclass(TypeMirror type, TypeMirror other) {
    return types.isSubtype(types.erasure(type), types.erasure(other));
  }
}
