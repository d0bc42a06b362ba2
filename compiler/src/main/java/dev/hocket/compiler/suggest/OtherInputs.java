package dev.hocket.compiler.suggest;

import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.facts.Aliases;
import dev.hocket.compiler.suggest.facts.Copies;
import dev.hocket.compiler.suggest.facts.SameCalls;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.Reflection;
import dev.hocket.compiler.suggest.library.StaticCalls;
import dev.hocket.compiler.suggest.source.Calls;
import dev.hocket.compiler.suggest.source.Texts;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.ArrayList;
import java.util.Collection;
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
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds handlers of other inputs that would do something else during a wait than after the handler:
 * in the program, the user's inputs have their effect in the order in which they come.
 */
final class OtherInputs {
  private static final String KEPT =
      "the user may enter something during the wait, and %s (%s) would not yet find what the handler changes in '%s'";

  private static final String SHOWN =
      "%s (%s) may be called during the wait, and would not yet show what the handler changes in '%s'; call repaint() or the like of this component after the slow code";

  private final Program program;
  private final TreePath handler;
  private final Side before;
  private final Side inside;
  private final Side after;

  /**
   * @param handler which waits
   * @param before what the handler does before the wait
   * @param inside what the block does
   * @param after what the handler does after the wait
   */
  OtherInputs(Program program, TreePath handler, Side before, Side inside, Side after) {
    this.program = program;
    this.handler = handler;
    this.before = before;
    this.inside = inside;
    this.after = after;
  }

  /**
   * The reason why no other input may come during the wait.
   *
   * @param locks what takes no input then
   */
  Optional<String> problem(Locks locks) {
    List<TreePath> others = new ArrayList<>(others(locks).toList());
    List<TreePath> timed =
        new ArrayList<>(others.stream().filter(each -> !isOfUser(each)).toList());
    timed.addAll(tasks());
    others.addAll(tasks());
    return calledBack(locks)
        .or(() -> first(others, this::readLate))
        .or(() -> first(timed, this::seenInHalf))
        .or(() -> first(others, each -> advised(set(each), each, locks)))
        .or(this::unnamed)
        .or(() ->
            first(
                others(locks).filter(this::isOtherInput).toList(),
                each -> advised(ofBoth(each), each, locks)))
        .or(() -> metItself(locks))
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

  /** The tasks that other code may post at any time, such as that of a thread. */
  private List<TreePath> tasks() {
    Collection<TreePath> own =
        Posted.givenIn(
            Stream.of(before, inside, after).flatMap(side -> side.reached().stream()).toList());
    return program.handlers().tasks().stream()
        .filter(each -> !Sources.isInside(each, handler) && each.getLeaf() != handler.getLeaf())
        .filter(each -> own.stream().noneMatch(its -> its.getLeaf() == each.getLeaf()))
        .toList();
  }

  /**
   * Looks for a timer or a task that has to do with what the handler does on both sides of its
   * wait. In the program, it runs before the handler or after it, and so sees nothing or all of
   * that.
   */
  private Optional<String> seenInHalf(TreePath other) {
    Side its = program.handlers().sideOf(other);
    Optional<Element> first = conflict(its, before);
    return (first.isEmpty() ? first : conflict(its, after).or(() -> conflict(its, inside)))
        .map(each ->
            "a timer or a task (%s) may run during the wait, when the handler has changed or used '%s', but not yet '%s'; do both after the slow code"
                .formatted(
                    program.place(other), first.get().getSimpleName(), each.getSimpleName()));
  }

  /** What both sides use and one of them changes, and does not only show. */
  private Optional<Element> conflict(Side its, Side own) {
    Aliases aliases = program.aliases();
    return its.inCommon(own)
        .or(() -> aliases.common(its.taken, own.changed()))
        .or(() -> aliases.common(its.changed(), own.taken));
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
        .or(() -> its.inCommon(program.handlers().ownCodeOf(after)))
        .or(() -> program.handlers().ownCodeOf(its).inCommon(after))
        .map(each ->
            "another handler (%s) may run during the wait, and '%s' (%s) has to do with what this one changes or uses then or afterwards"
                .formatted(
                    program.place(other),
                    each.getSimpleName(),
                    program.place(
                        its.hasUseOf(each)
                            ? its.useOf(each)
                            : program.handlers().ownCodeOf(its).useOf(each))));
  }

  /**
   * Looks for what this handler changes and uses in another run for another component, as one
   * listener of three buttons does: that is no repetition of the same input.
   */
  private Optional<String> metItself(Locks locks) {
    Copies copies = new Copies(program);
    boolean isOfMany =
        program.handlers().isOfEvents(handler)
            && isOfUser(handler)
            && (copies.branchesOnParameters(handler)
                || !locks.hasOneSource(handler) && copies.usesParameters(handler));
    boolean isCopied = !isOfMany && isOfUser(handler) && copies.mayDiffer(handler);
    if (!isOfMany && !isCopied) {
      return Optional.empty();
    }
    Side its = program.handlers().sideOf(handler);
    return its.inCommon(after)
        .or(() -> its.inCommon(inside))
        .or(() -> setByBoth(its))
        .filter(each -> isOfMany || !isOfOneObject(each, copies))
        .map(each ->
            "several inputs run this handler, which may differ for them, and '%s' (%s) has to do with what it changes or uses after the wait; disable what runs it before the slow code"
                .formatted(each.getSimpleName(), program.place(its.useOf(each))));
  }

  /** Whether a variable belongs to an object that has the handler once. */
  private boolean isOfOneObject(Element variable, Copies copies) {
    if (Sources.isLocal(variable)) {
      return isOfOneCopy(variable);
    }
    return !variable.getModifiers().contains(Modifier.STATIC)
        && Sources.isField(variable)
        && program.path(variable) instanceof TreePath declared
        && Sources.isInside(handler, declared.getParentPath())
        && !copies.mayDifferWithin(handler, declared.getParentPath().getLeaf());
  }

  /** Whether each of the functions has a variable around it for itself: no loop is between. */
  private boolean isOfOneCopy(Element variable) {
    TreePath path = handler;
    TreePath scope = program.path(variable).getParentPath();
    while (path != null && path.getLeaf() != scope.getLeaf()) {
      path = path.getParentPath();
      if (path != null && path.getLeaf() != scope.getLeaf() && Sources.isLoop(path.getLeaf())) {
        return false;
      }
    }
    return true;
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
    SameCalls same = new SameCalls(program);
    List<String> given = ofEvent(function);
    TreePath next = function;
    while (next != null && found.putIfAbsent(next.getLeaf(), given) == null) {
      TreePath call = SameCalls.onlyCall(Sources.body(next));
      TreePath listener = call == null ? null : listenerOf(call);
      if (listener != null) {
        next = listener;
        given = ofEvent(listener);
      } else {
        given = call == null ? null : same.passed(call, SameCalls.parametersOf(next), given);
        next = given == null ? null : same.functionOf(call);
      }
    }
    return found;
  }

  /** What a handler gets: another event each time. */
  private static List<String> ofEvent(TreePath handler) {
    return SameCalls.parametersOf(handler).stream().map(each -> SameCalls.UNKNOWN).toList();
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
}
