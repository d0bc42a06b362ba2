package dev.hocket.compiler.suggest;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.facts.Owner;
import dev.hocket.compiler.suggest.source.Calls;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Finds what a handler does after its wait to components into which the user may enter something
 * meanwhile. {@code field.setText(result)} would overwrite the text that the user has typed; in the
 * program, all keys come afterwards. {@code field.getText()} would give it to a run that has begun
 * before.
 */
final class Entered {
  private final Program program;
  private final Locks locks;
  private final InputRoutes routes;
  private final List<Side.Code> later;

  /**
   * @param locks what takes no input during the wait
   * @param routes which handlers inputs run then
   * @param later what the handler does after the wait
   */
  Entered(Program program, Locks locks, InputRoutes routes, List<Side.Code> later) {
    this.program = program;
    this.locks = locks;
    this.routes = routes;
    this.later = later;
  }

  /** The reason why the handler must not wait before that. */
  Optional<String> problem() {
    return later.stream()
        .flatMap(
            code -> code.reached().parts().stream().flatMap(part -> found(code, part).stream()))
        .findFirst()
        .or(this::window);
  }

  /** Looks for a window that keeps inputs from others; what is opened after a failure is none. */
  private Optional<String> window() {
    return later.stream()
        .map(Side.Code::reached)
        .filter(code -> window(code).isPresent())
        .flatMap(code -> window(code.withoutFailures()).stream())
        .findFirst();
  }

  private Optional<String> window(Reached code) {
    return code.parts().stream()
        .flatMap(part -> code.deeds(part).calls().stream())
        .flatMap(call -> routes.problemOfWindow(call, this::isMadeLater).stream())
        .findFirst();
  }

  private Optional<String> found(Side.Code code, TreePath part) {
    return code.reached().deeds(part).calls().stream()
        .flatMap(call -> problem(code, part, call).stream())
        .findFirst();
  }

  private Optional<String> problem(Side.Code code, TreePath part, TreePath call) {
    boolean isGiven = program.asked().mayReachUser(call);
    if (call.getLeaf() instanceof NewClassTree) {
      boolean isView = program.toolkit().isView(program.trees().getTypeMirror(call));
      return isGiven && !isView ? Optional.of(reason(call)) : Optional.empty();
    }
    boolean isOld = isGiven || !isNew(code, part, call);
    if (isGiven || isOld && program.asked().isEntry(call) && concernsUser(call)) {
      return Optional.of(reason(call));
    }
    return isOld ? routes.problem(call) : Optional.empty();
  }

  private boolean concernsUser(TreePath call) {
    boolean sets = program.asked().onlySets((ExecutableElement) program.element(call));
    boolean onlyShows =
        sets
            && program.asked().mayShow(call)
            && !program.asked().isAsked(call)
            && !holdsOthers(call);
    return !onlyShows && !locks.isLocked(call);
  }

  /** Whether the user decides there which other components are on the screen, as by a tab. */
  private boolean holdsOthers(TreePath call) {
    Optional<Owner> component = program.owners().ownerOf(call);
    return program
        .index()
        .allCalls()
        .filter(each -> Calls.argumentsOf(each).stream().anyMatch(its -> isView(each, its)))
        .flatMap(each -> program.owners().ownerOf(each).stream())
        .anyMatch(each -> component.filter(its -> isSame(its, each)).isPresent());
  }

  private boolean isView(TreePath call, ExpressionTree argument) {
    TypeMirror type = program.trees().getTypeMirror(new TreePath(call, argument));
    return type != null && program.toolkit().isView(type);
  }

  private boolean isSame(Owner one, Owner other) {
    return one.isAny() || other.isAny()
        ? program.owners().mayBe(one.type(), other.type())
        : other.variables().stream().anyMatch(program.aliases().of(one.variables())::contains);
  }

  private String reason(TreePath call) {
    String text = program.text(call).replaceAll("\\s+", " ");
    return program.asked().onlySets((ExecutableElement) program.element(call))
        ? "'%s' (%s) would overwrite what the user enters during the wait; in the program, that comes afterwards"
                .formatted(text, program.place(call))
            + locks
                .componentOf(call)
                .map(": disable '%s' before the slow code"::formatted)
                .orElse("")
        : "it would ask '%s' (%s) after the wait, when the user may have entered something else; ask before the slow code, and keep the answer in a local variable"
            .formatted(text, program.place(call));
  }

  /** Whether the object of a call was made after the wait, so that the user has not seen it. */
  private boolean isNew(Side.Code code, TreePath part, TreePath call) {
    Optional<TreePath> object = Calls.objectOf(call);
    if (object.isEmpty()) {
      return code.reached().isOnlyOnNew(part);
    }
    TreePath base = object.get();
    for (Optional<TreePath> next = object; next.isPresent(); next = Calls.objectOf(base)) {
      base = next.get();
    }
    Element variable = program.element(base);
    return base.getLeaf() instanceof NewClassTree
        || isMadeLater(variable)
        || program.fresh().isFieldOfFresh(base)
        || variable != null
            && variable.getKind() == ElementKind.FIELD
            && code.reached().isOnNewThis(base, part);
  }

  /** Whether the code after the wait makes a handler. */
  private boolean isMadeLater(TreePath handler) {
    return Posted.isMadeIn(program, later.stream().map(Side.Code::reached).toList(), handler);
  }

  private boolean isMadeLater(Element variable) {
    TreePath declared =
        variable != null && variable.getKind() == ElementKind.LOCAL_VARIABLE
            ? program.path(variable)
            : null;
    return declared != null
        && declared.getLeaf() instanceof VariableTree tree
        && tree.getInitializer() instanceof NewClassTree
        && later.stream()
            .flatMap(code -> code.reached().parts().stream())
            .anyMatch(
                each -> Sources.isInside(new TreePath(declared, tree.getInitializer()), each));
  }
}
