package dev.hocket.compiler.suggest;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.Reflection;
import dev.hocket.compiler.suggest.library.StaticCalls;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds handlers of other inputs that would do something else during a wait than after the handler:
 * in the program, the user's inputs have their effect in the order in which they come.
 */
final class OtherInputs {
  private final Program program;
  private final List<BothSides.Wait> waits;
  private final TreePath handler;
  private final Side inside;
  private final Side after;

  /**
   * @param waits for which the handler and the functions that it calls wait
   * @param inside what the block does
   * @param after what the handler does after the wait
   */
  OtherInputs(Program program, List<BothSides.Wait> waits, Side inside, Side after) {
    this.program = program;
    this.waits = waits;
    this.handler = waits.getFirst().function();
    this.inside = inside;
    this.after = after;
  }

  /**
   * The reason why no other input may come during the wait.
   *
   * @param locks what takes no input then
   */
  Optional<String> problem(Locks locks) {
    List<TreePath> others =
        program.handlers().ofEvents().stream()
            .filter(other -> other.getLeaf() != handler.getLeaf() && !locks.isSilent(other))
            .toList();
    return calledBack()
        .or(() -> others.stream().flatMap(each -> readLate(each).stream()).findFirst())
        .or(() -> others.stream().flatMap(each -> set(each).stream()).findFirst())
        .or(this::unnamed)
        .or(() ->
            others.stream()
                .filter(each -> isOfUser(each) && !beginsTheSame(each))
                .flatMap(each -> met(each).stream())
                .findFirst());
  }

  /**
   * Looks for methods of the program that store what the user enters, as {@code setValueAt} of a
   * table's model and {@code importData} do, and that change what the handler uses after the wait.
   */
  private Optional<String> calledBack() {
    return program.handlers().calledBack().stream()
        .filter(method -> method.getLeaf() != handler.getLeaf() && !makesHandler(method))
        .flatMap(method ->
            program.handlers().sideOf(method).changedFor(after).stream()
                .map(each ->
                    "the user may enter something during the wait, and '%s' (%s) has to do with '%s', which the handler uses after it; disable the component before the slow code"
                        .formatted(
                            Handlers.nameOf(method).replace("'", ""),
                            program.place(method),
                            each.getSimpleName())))
        .findFirst();
  }

  /** Looks for what the handler only reads after the wait, when another one may have changed it. */
  private Optional<String> readLate(TreePath other) {
    return after
        .readFrom(program.handlers().sideOf(other))
        .map(each ->
            "it would read '%s' (%s) after the wait, when another handler (%s) may have changed it; read it before the slow code, into a local variable"
                .formatted(
                    each.getSimpleName(), program.place(after.useOf(each)), program.place(other)));
  }

  /** Looks for settings of the whole program that one of both makes and the other one may use. */
  private Optional<String> set(TreePath other) {
    StaticCalls its = program.handlers().sideOf(other).statics;
    return Stream.of(after.statics, inside.statics)
        .flatMap(own -> its.settingFor(own).or(() -> own.settingFor(its)).stream())
        .findFirst()
        .map(calls ->
            calls
                + "; another handler ("
                + program.place(other)
                + ") may run during the wait: disable what runs it before the slow code");
  }

  /**
   * Looks for what a handler uses that this one changes in the block or after it, or the other way
   * round. What only shows something need not be in order: the last result stays on the screen.
   */
  private Optional<String> met(TreePath other) {
    Side its = program.handlers().sideOf(other);
    Set<TreePath> any = its.calls((call, method) -> Reflection.mayRun(method));
    if (!any.isEmpty() && !after.isApart()) {
      return Optional.of(
          "another handler (%s) may run any code of the program during the wait (%s)"
              .formatted(program.place(other), program.place(any.iterator().next())));
    }
    return its.inCommon(after)
        .or(() -> its.inCommon(inside))
        .or(() -> program.aliases().common(its.taken, after.changed()))
        .or(() -> setByBoth(its))
        .map(each ->
            "another handler (%s) may run during the wait, and '%s' (%s) has to do with what this one changes or uses then or afterwards; disable what runs it before the slow code"
                .formatted(
                    program.place(other), each.getSimpleName(), program.place(its.useOf(each))));
  }

  private Optional<Element> setByBoth(Side its) {
    Map<Element, TreePath> own = after.changed();
    return its.changed().keySet().stream()
        .filter(each -> program.aliases().useIn(each, own) != null)
        .filter(each -> !onlyShows(program.aliases().of(Set.of(each)), its))
        .findFirst();
  }

  /**
   * Whether both sides only set values that the user sees, or add in the same way, to a component
   * that no handler asks.
   */
  private boolean onlyShows(Set<Element> component, Side its) {
    Set<Element> methods = new LinkedHashSet<>();
    for (Side each : List.of(its, after)) {
      if (component.stream().anyMatch(each.emptied::containsKey)) {
        return false;
      }
      component.forEach(one -> methods.addAll(each.methods.getOrDefault(one, Set.of())));
    }
    boolean onlyAdds =
        methods.size() == 1
            && methods.stream()
                .noneMatch(each -> ShownValues.setsProperty(program, (ExecutableElement) each));
    return (onlyAdds || methods.stream().allMatch(this::setsValue))
        && !program.handlers().areAsked(component);
  }

  /** Whether a method only sets a value that is on the screen, as a text or a number. */
  private boolean setsValue(Element method) {
    return ShownValues.setsProperty(program, (ExecutableElement) method)
        && ((ExecutableElement) method)
            .getParameters().stream()
                .map(Element::asType)
                .allMatch(
                    each -> each.getKind() != TypeKind.BOOLEAN && Library.jdk().isValue(each));
  }

  /** Whether a function hears of the user, and not only of a timer or the end of a task. */
  private boolean isOfUser(TreePath function) {
    List<TypeMirror> owners = program.listeners().owners(function).toList();
    boolean isOfTimer = !owners.isEmpty() && owners.stream().allMatch(this::isTimer);
    return !isOfTimer && !Handlers.isDone(program, function);
  }

  private boolean isTimer(TypeMirror type) {
    return Handlers.isA(program, type, Library.jdk().types("timer"));
  }

  /** Whether a method makes the handler, as one does that opens the window. */
  private boolean makesHandler(TreePath method) {
    Element named = program.element(handler);
    boolean[] makes = {false};
    new Reached.Walk() {
      @Override
      public Void scan(Tree tree, Void unused) {
        makes[0] |= tree == handler.getLeaf();
        return super.scan(tree, unused);
      }

      @Override
      public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
        makes[0] |= named != null && named.equals(program.element(getCurrentPath()));
        return super.visitMemberReference(tree, unused);
      }

      @Override
      public Void visitNewClass(NewClassTree tree, Void unused) {
        makes[0] |=
            named != null
                && named.getEnclosingElement().equals(Posted.madeBy(program, getCurrentPath()));
        return super.visitNewClass(tree, unused);
      }
    }.walk(Reached.of(program, Sources.body(method)));
    return makes[0];
  }

  /** Looks for a listener that reflection makes, and of which nothing is known. */
  private Optional<String> unnamed() {
    return after.isApart()
        ? Optional.empty()
        : program
            .index()
            .allCalls()
            .filter(call ->
                program.element(call) instanceof ExecutableElement method
                    && Reflection.makesObject(method)
                    && mayListen(call))
            .findFirst()
            .map(call ->
                "'%s' (%s) makes a listener that may run any code of the program during the wait"
                    .formatted(program.nameOf(call), program.place(call)));
  }

  /** Whether an object that a call makes may be a listener. */
  private boolean mayListen(TreePath call) {
    TreePath parent = call.getParentPath();
    boolean isCast = parent.getLeaf() instanceof TypeCastTree;
    TypeMirror type = program.trees().getTypeMirror(isCast ? parent : call);
    return program.listeners().isListener(type)
        || !(type instanceof DeclaredType declared)
        || declared.asElement().toString().equals("java.lang.Object");
  }

  /** Whether another handler only begins what this one does, once more. */
  private boolean beginsTheSame(TreePath other) {
    Side its = program.handlers().sideOf(other);
    return Posted.givenIn(program, its.reached()).stream()
            .anyMatch(each -> each.getLeaf() == handler.getLeaf())
        || isCall(Sources.body(other))
            && its.reached().stream().flatMap(each -> each.parts().stream()).anyMatch(this::waits);
  }

  private boolean waits(TreePath part) {
    return waits.stream()
        .map(BothSides.Wait::function)
        .anyMatch(each ->
            part.getLeaf() == each.getLeaf() || part.getLeaf() == Sources.body(each).getLeaf());
  }

  /** Whether some code is a single call. */
  private static boolean isCall(TreePath body) {
    return switch (body.getLeaf()) {
      case MethodInvocationTree t -> true;
      case ExpressionStatementTree t -> t.getExpression() instanceof MethodInvocationTree;
      case BlockTree t ->
          t.getStatements().size() == 1 && isCall(new TreePath(body, t.getStatements().getFirst()));
      default -> false;
    };
  }
}
