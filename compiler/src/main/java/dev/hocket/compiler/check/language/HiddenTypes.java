package dev.hocket.compiler.check.language;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.ModuleElement.ExportsDirective;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * Finds classes that occur in a file by inference although its own classes cannot access them (JVMS
 * 5.4.4): for example, the result type of a public method if that type is package-private in
 * another package.
 */
public final class HiddenTypes extends TreePathScanner<Void, Void> {
  private static final Set<TypeKind> KINDS =
      EnumSet.of(TypeKind.DECLARED, TypeKind.TYPEVAR, TypeKind.INTERSECTION, TypeKind.UNION);

  private final AttributedUnit unit;
  private final PackageElement here;
  private final Set<TypeElement> seen = new HashSet<>();
  private final Set<String> hidden = new HashSet<>();

  private HiddenTypes(AttributedUnit unit, PackageElement here) {
    this.unit = unit;
    this.here = here;
  }

  /** The internal names of the hidden classes of a file, with slashes. */
  public static Set<String> of(AttributedUnit unit) {
    TreePath file = new TreePath(unit.tree());
    Set<String> hidden = new HashSet<>();
    for (Tree part : unit.tree().getTypeDecls()) {
      TreePath path = new TreePath(file, part);
      if (unit.trees().getElement(path) instanceof TypeElement type) {
        HiddenTypes types = new HiddenTypes(unit, unit.elements().getPackageOf(type));
        types.scan(path, null);
        hidden.addAll(types.hidden);
      }
    }
    return hidden;
  }

  @Override
  public Void scan(Tree tree, Void unused) {
    if (tree instanceof ExpressionTree || tree instanceof VariableTree) {
      TreePath path = new TreePath(getCurrentPath(), tree);
      add(unit.trees().getTypeMirror(path));
      if (unit.trees().getElement(path) instanceof ExecutableElement method) {
        add(method.getReturnType());
        method.getParameters().stream().map(VariableElement::asType).forEach(this::add);
      }
    }
    return super.scan(tree, unused);
  }

  /** Whether the classes around a place cannot access a type. */
  public static boolean isHidden(AttributedUnit unit, TypeMirror type, TreePath place) {
    PackageElement here = unit.elements().getPackageOf(unit.trees().getElement(place));
    HiddenTypes types = new HiddenTypes(unit, here);
    return types.elementOf(type).filter(element -> !types.mayName(element)).isPresent();
  }

  private Optional<TypeElement> elementOf(TypeMirror type) {
    if (type instanceof ArrayType array) {
      return elementOf(array.getComponentType());
    }
    return type != null && KINDS.contains(type.getKind())
        ? Optional.ofNullable((TypeElement) unit.types().asElement(unit.types().erasure(type)))
        : Optional.empty();
  }

  private void add(TypeMirror type) {
    TypeElement element = elementOf(type).orElse(null);
    if (element != null && seen.add(element)) {
      if (!mayName(element)) {
        hidden.add(unit.elements().getBinaryName(element).toString().replace('.', '/'));
      }
      // javac writes the common supertype of two types into class files, so those count too.
      unit.types().directSupertypes(element.asType()).forEach(this::add);
    }
  }

  /**
   * Whether the file may name a type. A nested class counts by its own modifiers; a protected one
   * counts as public, as in class files.
   */
  private boolean mayName(TypeElement type) {
    Set<Modifier> modifiers = type.getModifiers();
    PackageElement there = unit.elements().getPackageOf(type);
    return there.equals(here)
        || (modifiers.contains(Modifier.PUBLIC) || modifiers.contains(Modifier.PROTECTED))
            && isExported(there);
  }

  private boolean isExported(PackageElement there) {
    ModuleElement from = unit.elements().getModuleOf(there);
    ModuleElement to = unit.elements().getModuleOf(here);
    if (from == null || from.equals(to) || from.isUnnamed() || from.isOpen()) {
      return true;
    }
    return ElementFilter.exportsIn(from.getDirectives()).stream()
        .filter(exports -> exports.getPackage().equals(there))
        .map(ExportsDirective::getTargetModules)
        .anyMatch(targets -> targets == null || targets.contains(to));
  }
}
