package dev.hocket.compiler.suggest.facts;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * The components without a variable that get a model or another part of some component, as {@code
 * panel.add(new JTextField(field.getDocument()))} makes one.
 */
public final class UnnamedViews {
  private final Facts program;

  /** For each of them, the variables that may have its parts. */
  private final List<Set<Element>> parts;

  /** Finds them in the sources of a program. */
  public UnnamedViews(Facts program) {
    this.program = program;
    this.parts =
        program
            .index()
            .allCalls()
            .filter(this::isOfUnnamed)
            .map(this::partsOf)
            .filter(each -> !each.isEmpty())
            .toList();
  }

  /** The number of those that have something of a component. */
  public long countWith(Set<Element> component) {
    return parts.stream().filter(each -> each.stream().anyMatch(component::contains)).count();
  }

  /** Whether a call makes a component, or is of one, that no variable is known to have. */
  private boolean isOfUnnamed(TreePath call) {
    boolean isOfView =
        call.getLeaf() instanceof NewClassTree
            ? isView(call)
            : Calls.objectOf(call).filter(this::isView).isPresent();
    return isOfView && program.owners().ownerOfAny(call).isAny();
  }

  private Set<Element> partsOf(TreePath call) {
    Set<Element> found = new LinkedHashSet<>();
    Calls.argumentsOf(call).stream()
        .map((ExpressionTree each) -> new TreePath(call, each))
        .filter(this::mayBePart)
        .flatMap(each -> program.owners().objectOf(each).stream())
        .map(Owner::variables)
        .forEach(found::addAll);
    return found;
  }

  private boolean mayBePart(TreePath value) {
    TypeMirror type = program.trees().getTypeMirror(value);
    return type instanceof DeclaredType
        && !Library.jdk().isValue(type)
        && !program.toolkit().isView(type)
        && !program.isFunction(type);
  }

  private boolean isView(TreePath value) {
    TypeMirror type = program.trees().getTypeMirror(value);
    return type != null && program.toolkit().isView(type);
  }
}
