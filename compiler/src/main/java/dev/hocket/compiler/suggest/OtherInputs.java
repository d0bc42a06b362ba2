package dev.hocket.compiler.suggest;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.Reflection;
import dev.hocket.compiler.suggest.library.StaticCalls;
import dev.hocket.compiler.suggest.source.Calls;
import dev.hocket.compiler.suggest.source.Texts;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds handlers of other inputs that would do something else during a wait than after the handler:
 * in the program, the user's inputs have their effect in the order in which they come.
 */
final class OtherInputs {
  /** An object or argument that may be another one at another time. */
  private static final String UNKNOWN = "?";

  private static final String KEPT =
      "the user may enter something during the wait, and %s (%s) would not yet find what the handler changes in '%s'";

  private static final String SHOWN =
      "%s (%s) may be called during the wait, and would not yet show what the handler changes in '%s'; call repaint() or the like of this component after the slow code";

  private final Program program;
  private final TreePath handler;
  private final Side inside;
  private final Side after;

  /**
   * @param handler which waits
   * @param inside what the block does
   * @param after what the handler does after the wait
   */
  OtherInputs(Program program, TreePath handler, Side inside, Side after) {
    this.program = program;
    this.handler = handler;
    this.inside = inside;
    this.after = after;
  }

  /**
   * The reason why no other input may come during the wait.
   *
   * @param locks what takes no input then
   */
  Optional<String> problem(Locks locks) {
    List<TreePath> others = others(locks).toList();
    return calledBack(locks)
        .or(() -> first(others, this::readLate))
        .or(() -> first(others, each -> advised(set(each), each, locks)))
        .or(this::unnamed)
        .or(() ->
            first(
                others.stream().filter(this::isOtherInput).toList(),
                each -> advised(ofBoth(each), each, locks)))
        .or(() -> keptAnswer(calledForInputs(locks)))
        .or(this::shownBefore);
  }

  private static Optional<String> first(
      List<TreePath> others, Function<TreePath, Optional<String>> problem) {
    return others.stream().flatMap(each -> problem.apply(each).stream()).findFirst();
  }

  /** Adds what the handler can do about another one. */
  private static Optional<String> advised(Optional<String> reason, TreePath other, Locks locks) {
    return locks.canSilence(other)
        ? reason.map(each -> each + "; disable what runs it before the slow code")
        : reason;
  }

  private Optional<String> ofBoth(TreePath other) {
    return met(other).or(() -> keptInLibrary(other)).or(() -> numberOfBoth(other));
  }

  private Stream<TreePath> others(Locks locks) {
    return program.handlers().ofEvents().stream()
        .filter(other -> other.getLeaf() != handler.getLeaf() && !locks.isSilent(other));
  }

  private boolean isOtherInput(TreePath function) {
    return isOfUser(function) && !beginsTheSame(function);
  }

  /** The handlers of other inputs that may come during the wait. */
  List<TreePath> ofOtherInputs(Locks locks) {
    return others(locks).filter(this::isOtherInput).toList();
  }

  /** The functions that a toolkit may call for inputs during the wait, apart from handlers. */
  List<TreePath> calledForInputs(Locks locks) {
    return program.handlers().calledBack().byInput().stream()
        .filter(each -> !Sources.isInside(each, handler) && !locks.isServantSilent(each))
        .toList();
  }

  /**
   * Looks for methods of the program that store what the user enters, as {@code setValueAt} of a
   * table's model and {@code importData} do, and that change what the handler uses after the wait.
   */
  private Optional<String> calledBack(Locks locks) {
    return program.handlers().calledBack().all().stream()
        .filter(method -> !Sources.isInside(method, handler) && !locks.isServantSilent(method))
        .flatMap(method ->
            Optional.of(program.handlers().sideOf(method)).stream()
                .filter(its -> !Posted.isMadeIn(program, its.reached(), handler))
                .flatMap(its -> its.changedFor(after).stream())
                .map(each ->
                    "the user may enter something during the wait, and '%s' (%s) has to do with '%s', which the handler uses after it"
                        .formatted(
                            Texts.nameOf(method).replace("'", ""),
                            program.place(method),
                            each.getSimpleName())))
        .findFirst();
  }

  /**
   * Looks for what a toolkit shows during the wait as it was before, as with {@code
   * panel.repaint()} before the slow code, if the handler has nothing shown after it.
   */
  private Optional<String> shownBefore() {
    ShownAgain again = new ShownAgain(program, after);
    return problem(
        program.handlers().calledBack().showing().stream(),
        function ->
            changedFor(function, Side::storedFor).filter(each -> !again.includes(function, each)),
        SHOWN);
  }

  /**
   * Looks for functions that the toolkit may call during the wait, and whose answer it keeps, as it
   * does with that of a text's filter: they would not yet find what the handler changes.
   */
  private Optional<String> keptAnswer(List<TreePath> functions) {
    return problem(functions.stream(), each -> changedFor(each, Side::changedFor), KEPT);
  }

  private Optional<String> problem(
      Stream<TreePath> functions, Function<TreePath, Optional<Element>> changed, String reason) {
    return functions
        .filter(function -> !Sources.isInside(function, handler))
        .flatMap(function ->
            changed.apply(function).stream()
                .map(each ->
                    reason.formatted(
                        Texts.nameOf(function), program.place(function), each.getSimpleName())))
        .findFirst();
  }

  /** What the handler changes and a function uses, unless one of both makes the other one. */
  private Optional<Element> changedFor(
      TreePath function, BiFunction<Side, Side, Optional<Element>> changed) {
    Side its = program.handlers().sideOf(function);
    return changed
        .apply(after, its)
        .or(() -> changed.apply(inside, its))
        .filter(each ->
            !Posted.isMadeIn(program, its.reached(), handler)
                && !Posted.isMadeIn(program, inside.reached(), function));
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
        .map(calls -> duringWait(calls, other));
  }

  /** Looks for what a library keeps, and what another handler may find there or change. */
  private Optional<String> keptInLibrary(TreePath other) {
    StaticCalls its = program.handlers().sideOf(other).statics;
    return Stream.of(after.statics, inside.statics)
        .flatMap(own -> its.stateWith(own, program.libraryState()).stream())
        .findFirst()
        .map(calls -> duringWait(calls, other));
  }

  /** Looks for a sequence of random numbers of which both take some. */
  private Optional<String> numberOfBoth(TreePath other) {
    return new Moments(program)
        .numberOfBoth(after.reached(), program.handlers().sideOf(other).reached())
        .map(call ->
            duringWait(
                "it takes a number of a sequence that may have a seed (%s)"
                    .formatted(program.place(call)),
                other));
  }

  private String duringWait(String calls, TreePath other) {
    return calls + "; another handler (" + program.place(other) + ") may run during the wait";
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
            "another handler (%s) may run during the wait, and '%s' (%s) has to do with what this one changes or uses then or afterwards"
                .formatted(
                    program.place(other), each.getSimpleName(), program.place(its.useOf(each))));
  }

  /** A component that both sides set, if it decides about inputs or a handler asks for it. */
  Optional<Element> setByBoth(Side its) {
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
                .noneMatch(each -> program.methods().setsProperty((ExecutableElement) each));
    return (onlyAdds || methods.stream().allMatch(this::setsValue))
        && !program.handlers().areAsked(component);
  }

  /** Whether a method only sets a value that is on the screen, as a text or a number. */
  private boolean setsValue(Element method) {
    return program.methods().setsProperty((ExecutableElement) method)
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
    return program.isA(type, Library.jdk().types("timer"));
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

  /** Whether another handler only begins what this one does, as the same input again would. */
  private boolean beginsTheSame(TreePath other) {
    Map<Tree, List<String>> its = begun(other);
    return begun(handler).entrySet().stream()
        .anyMatch(each -> each.getValue().equals(its.get(each.getKey())));
  }

  /**
   * The functions that a function only calls or posts: each with its object and arguments, as far
   * as they are the same whenever it runs.
   */
  private Map<Tree, List<String>> begun(TreePath function) {
    Map<Tree, List<String>> found = new LinkedHashMap<>();
    List<String> given = ofEvent(function);
    TreePath next = function;
    while (next != null && found.putIfAbsent(next.getLeaf(), given) == null) {
      TreePath call = onlyCall(Sources.body(next));
      TreePath listener = call == null ? null : listenerOf(call);
      if (listener != null) {
        next = listener;
        given = ofEvent(listener);
      } else {
        given = call == null ? null : passed(call, parameters(next), given);
        next = given == null ? null : functionOf(call);
      }
    }
    return found;
  }

  /** What a handler gets: another event each time. */
  private static List<String> ofEvent(TreePath handler) {
    return parameters(handler).stream().map(each -> UNKNOWN).toList();
  }

  /** The handler that a call only runs, as {@code button.doClick()} does; null if there is none. */
  private TreePath listenerOf(TreePath call) {
    Set<TreePath> run = program.listeners().runBy(call);
    boolean isOnly =
        run.size() == 1 && Calls.argumentsOf(call).isEmpty() && !program.asked().isEntry(call);
    return isOnly && program.listeners().isSettled(run.iterator().next())
        ? run.iterator().next()
        : null;
  }

  private static List<Name> parameters(TreePath function) {
    List<? extends VariableTree> all =
        function.getLeaf() instanceof MethodTree method
            ? method.getParameters()
            : ((LambdaExpressionTree) function.getLeaf()).getParameters();
    return all.stream().map(VariableTree::getName).toList();
  }

  /** The call that is all of some code; null if there is more, or none. */
  private static TreePath onlyCall(TreePath code) {
    return switch (code.getLeaf()) {
      case MethodInvocationTree t -> code;
      case ExpressionStatementTree t -> onlyCall(new TreePath(code, t.getExpression()));
      case BlockTree t when t.getStatements().size() == 1 ->
          onlyCall(new TreePath(code, t.getStatements().getFirst()));
      default -> null;
    };
  }

  /** The function of the program that a call certainly runs or posts; null if it is not known. */
  private TreePath functionOf(TreePath call) {
    TreePath named = call;
    if (program.element(call) instanceof ExecutableElement method && Posted.isPost(method)) {
      named = new TreePath(call, ((MethodInvocationTree) call.getLeaf()).getArguments().getFirst());
    }
    if (named.getLeaf() instanceof LambdaExpressionTree) {
      return named;
    }
    boolean isNamed = named == call || named.getLeaf() instanceof MemberReferenceTree;
    List<TreePath> run =
        isNamed && program.element(named) instanceof ExecutableElement method
            ? program.overrides().of(method, null).toList()
            : List.of();
    return run.size() == 1 ? run.getFirst() : null;
  }

  /**
   * The object and the arguments of a call in a function; null if they may be others at another
   * time.
   *
   * @param given what the function itself has got
   */
  private List<String> passed(TreePath call, List<Name> parameters, List<String> given) {
    List<? extends ExpressionTree> arguments = Calls.argumentsOf(call);
    boolean isPost = program.element(call) instanceof ExecutableElement m && Posted.isPost(m);
    if (isPost && arguments.getFirst() instanceof LambdaExpressionTree) {
      // It may use what its function has got.
      return given;
    }
    TreePath named = isPost ? new TreePath(call, arguments.getFirst()) : call;
    List<String> all = new ArrayList<>();
    Calls.objectOf(named).map(this::constant).ifPresent(all::add);
    for (ExpressionTree each : isPost ? List.<ExpressionTree>of() : arguments) {
      int index = each instanceof IdentifierTree name ? parameters.indexOf(name.getName()) : -1;
      all.add(index < 0 ? constant(new TreePath(call, each)) : given.get(index));
    }
    return all.contains(UNKNOWN) ? null : all;
  }

  /** An expression that always gives the same, as text. */
  private String constant(TreePath value) {
    Element named = program.element(value);
    boolean isConstant =
        value.getLeaf() instanceof LiteralTree
            || named instanceof TypeElement
            || named instanceof VariableElement
                && (named.getSimpleName().contentEquals("this")
                    || Sources.isField(named)
                        && named.getModifiers().contains(Modifier.FINAL)
                        && value.getLeaf() instanceof IdentifierTree);
    return isConstant ? value.getLeaf().toString() : UNKNOWN;
  }
}
