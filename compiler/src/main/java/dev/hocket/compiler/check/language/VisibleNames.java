package dev.hocket.compiler.check.language;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeParameterTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/**
 * Collects the simple names that denote a variable or type somewhere in a file: declared there,
 * inherited, imported or from the same package. Such a name hides a package of the same name (JLS
 * 6.4.2).
 */
public final class VisibleNames extends TreePathScanner<Void, Void> {
  private final AttributedUnit unit;
  private final Set<String> variables = new HashSet<>();
  private final Set<String> types = new HashSet<>();

  /** The packages whose public types are visible; the file's own package comes first. */
  private final List<String> packages = new ArrayList<>();

  /** Collects the names of a file. */
  public VisibleNames(AttributedUnit unit) {
    this.unit = unit;
    Tree own = unit.tree().getPackageName();
    packages.add(own == null ? "" : own + ".");
    scan(new TreePath(unit.tree()), null);
  }

  /** Whether a name denotes a variable somewhere. */
  public boolean isVariable(String name) {
    return variables.contains(name);
  }

  /** Whether a name denotes a type somewhere. */
  public boolean isType(String name) {
    return types.contains(name)
        || packages.stream().anyMatch(p -> unit.elements().getTypeElement(p + name) != null);
  }

  @Override
  public Void visitVariable(VariableTree tree, Void unused) {
    variables.add(tree.getName().toString());
    return super.visitVariable(tree, unused);
  }

  @Override
  public Void visitTypeParameter(TypeParameterTree tree, Void unused) {
    types.add(tree.getName().toString());
    return super.visitTypeParameter(tree, unused);
  }

  @Override
  public Void visitClass(ClassTree tree, Void unused) {
    types.add(tree.getSimpleName().toString());
    addMembers(unit.trees().getElement(getCurrentPath()));
    return super.visitClass(tree, unused);
  }

  @Override
  public Void visitImport(ImportTree tree, Void unused) {
    if (tree.getQualifiedIdentifier() instanceof MemberSelectTree name) {
      String last = name.getIdentifier().toString();
      String around = name.getExpression().toString();
      if (last.equals("*")) {
        packages.add(around + ".");
        addMembers(unit.elements().getTypeElement(around));
      } else {
        types.add(last);
        variables.add(last);
      }
    }
    return null;
  }

  private void addMembers(Element element) {
    if (element instanceof TypeElement type) {
      List<? extends Element> members = unit.elements().getAllMembers(type);
      ElementFilter.fieldsIn(members).forEach(f -> variables.add(f.getSimpleName().toString()));
      ElementFilter.typesIn(members).forEach(t -> types.add(t.getSimpleName().toString()));
    }
  }
}
