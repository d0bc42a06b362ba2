package dev.hocket.compiler.suggest;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.facts.Owner;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.source.Calls;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Knows what the calls after a wait have a toolkit show again, as {@code panel.repaint()} does with
 * the panel and all inside.
 */
final class ShownAgain {
  private final Program program;
  private final Set<TreePath> calls;
  private final List<TreePath> parts;

  /** The pieces of code that follow the wait in their functions. */
  private final Set<Tree> roots;

  /**
   * @param after what the handler does after the wait
   */
  ShownAgain(Program program, Side after) {
    this.program = program;
    this.calls = after.calls(this::showsAgain);
    this.parts = after.reached().stream().flatMap(each -> each.parts().stream()).toList();
    this.roots =
        after.reached().stream()
            .flatMap(each -> each.parts().stream().limit(1))
            .<Tree>map(TreePath::getLeaf)
            .collect(Collectors.toSet());
  }

  /** Whether a call makes a toolkit show something again, as {@code repaint()} does. */
  private boolean showsAgain(TreePath call, ExecutableElement method) {
    return Library.jdk().isQuiet("reshows", method)
        || program.elements().getPackageOf(method).getQualifiedName().contentEquals("java.util")
            && !program.reads(method)
            && Calls.objectOf(call)
                .map(program.trees()::getTypeMirror)
                .filter(program::isOfToolkit)
                .isPresent();
  }

  /**
   * Whether the toolkit certainly calls a function again for all components and models that have
   * it.
   *
   * @param changed what the handler changes and the function uses
   */
  boolean includes(TreePath function, Element changed) {
    List<Set<Element>> places = placesOf(function);
    return !calls.isEmpty()
        && !places.isEmpty()
        && places.stream().allMatch(place -> isShown(place, changed));
  }

  private boolean isShown(Set<Element> place, Element changed) {
    Set<Element> all = program.aliases().of(place);
    return calls.stream()
        .filter(call -> isCertain(call, changed, new HashSet<>()))
        .map(this::objectOf)
        .anyMatch(shown ->
            shown.stream().anyMatch(each -> isOne(each, changed))
                && !Collections.disjoint(all, withInside(shown)));
  }

  /**
   * Whether a call certainly runs if something is changed: without a condition, or under one under
   * which all of the changes are.
   */
  private boolean isCertain(TreePath call, Element changed, Set<Tree> asked) {
    Optional<TreePath> part =
        parts.stream()
            .filter(each -> each.getLeaf() == call.getLeaf() || Sources.isInside(call, each))
            .findFirst();
    if (part.isEmpty() || !asked.add(part.get().getLeaf())) {
      return false;
    }
    TreePath scope = call;
    while (scope.getLeaf() != part.get().getLeaf() && !isConditional(scope)) {
      scope = scope.getParentPath();
    }
    if (holdsAll(scope, changed)) {
      return true;
    }
    return scope.getLeaf() == part.get().getLeaf()
        && (roots.contains(scope.getLeaf())
            || parts.stream()
                .flatMap(each -> program.deeds(each).calls().stream())
                .filter(each -> runs(each, part.get()))
                .anyMatch(each -> isCertain(each, changed, asked)));
  }

  private boolean runs(TreePath call, TreePath function) {
    return program.element(call) instanceof ExecutableElement method
        && program.path(method) instanceof TreePath declared
        && declared.getLeaf() == function.getLeaf();
  }

  /** Whether some code runs only under a condition of the code around it. */
  private static boolean isConditional(TreePath code) {
    return switch (code.getParentPath().getLeaf()) {
      case IfTree t -> t.getCondition() != code.getLeaf();
      case ConditionalExpressionTree t -> t.getCondition() != code.getLeaf();
      case BinaryTree t -> t.getLeftOperand() != code.getLeaf();
      case CaseTree t -> true;
      case CatchTree t -> true;
      case LambdaExpressionTree t -> true;
      default -> Sources.isLoop(code.getParentPath().getLeaf());
    };
  }

  private boolean holdsAll(TreePath scope, Element changed) {
    List<TreePath> names =
        program.index().namesOf(changed).stream()
            .filter(name -> parts.stream().anyMatch(each -> Sources.isInside(name, each)))
            .toList();
    return !names.isEmpty() && names.stream().allMatch(name -> Sources.isInside(name, scope));
  }

  private Set<Element> withInside(Set<Element> components) {
    Set<Element> found = new LinkedHashSet<>(program.aliases().of(components));
    components.forEach(each -> found.addAll(program.aliases().within(each)));
    return found;
  }

  /** The variables that may have the object of a call; for {@code this}, its class. */
  private Set<Element> objectOf(TreePath call) {
    Optional<TreePath> object = Calls.objectOf(call);
    if (object.isPresent() && !isThis(object.get())) {
      return program.owners().ownerOf(call).map(Owner::variables).orElse(Set.of());
    }
    return program.thisOf(call).<Set<Element>>map(Set::of).orElse(Set.of());
  }

  private boolean isThis(TreePath object) {
    return program.element(object) instanceof Element named
        && (named.getSimpleName().contentEquals("this")
            || named.getSimpleName().contentEquals("super"));
  }

  /**
   * Whether a field stands for one component only, or for that of the object which the handler
   * changes, too.
   */
  private boolean isOne(Element shown, Element changed) {
    Element type =
        shown instanceof TypeElement || shown.getKind() != ElementKind.FIELD
            ? shown
            : shown.getEnclosingElement();
    return !(type instanceof TypeElement made)
        || type.equals(changed.getEnclosingElement())
        || creationsBelow(made).count() <= 1;
  }

  private Stream<TreePath> creationsBelow(TypeElement type) {
    return program
        .index()
        .allCalls()
        .filter(call -> call.getLeaf() instanceof NewClassTree)
        .filter(call -> Posted.isBelow(program, Posted.madeBy(program, call), type));
  }

  /** For each component or model that may have a function, its variables; none if not known. */
  private List<Set<Element>> placesOf(TreePath function) {
    if (!(function.getLeaf() instanceof MethodTree)) {
      return List.of(placeOf(function));
    }
    if (program.handlers().calledBack().isText(function)) {
      return program.handlers().calledBack().placesOf(function).stream()
          .map(this::placeOf)
          .toList();
    }
    Element method = program.element(function);
    TypeElement type = (TypeElement) method.getEnclosingElement();
    return Stream.concat(
            creationsBelow(type).map(made -> placeOf(made, type)),
            program.index().referencesTo(method).stream().map(this::placeOf))
        .toList();
  }

  /** The variables of the object that is made, or of the one that gets it. */
  private Set<Element> placeOf(TreePath creation, TypeElement type) {
    Set<Element> found = new LinkedHashSet<>(placeOf(creation));
    found.add(type);
    return found;
  }

  private Set<Element> placeOf(TreePath value) {
    if (value.getLeaf() instanceof VariableTree) {
      return Set.of(program.element(value));
    }
    TreePath parent = value.getParentPath();
    return switch (parent.getLeaf()) {
      case VariableTree t -> Set.of(program.element(parent));
      case AssignmentTree t ->
          Optional.ofNullable(program.element(new TreePath(parent, t.getVariable())))
              .map(Set::of)
              .orElse(Set.of());
      case ParenthesizedTree t -> placeOf(parent);
      case TypeCastTree t -> placeOf(parent);
      case NewClassTree t -> placeOf(parent);
      case MethodInvocationTree t when isOfLibrary(parent) -> objectOf(parent);
      default -> Set.of();
    };
  }

  private boolean isOfLibrary(TreePath call) {
    return program.element(call) instanceof ExecutableElement method
        && program.path(method) == null;
  }
}
