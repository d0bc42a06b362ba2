package dev.hocket.compiler.suggest;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.toolkit.Initialisers;
import dev.hocket.compiler.suggest.facts.Aliases;
import dev.hocket.compiler.suggest.facts.EventCalls;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.StaticCalls;
import dev.hocket.compiler.suggest.source.Calls;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * Finds code that goes on during a wait because a call in it has run the handler in a loop of
 * events: the code that shows a window which the handler has closed, or that dispatches an event.
 */
final class Meanwhile {
  private final Program program;
  private final Side before;
  private final Side inside;
  private final Side after;
  private final TreePath handler;
  private final EventCalls events;

  Meanwhile(Program program, TreePath handler, Side before, Side inside, Side after) {
    this.program = program;
    this.handler = handler;
    this.before = before;
    this.inside = inside;
    this.after = after;
    this.events = new EventCalls(program);
  }

  Optional<String> problem() {
    return shown().or(this::dispatched);
  }

  /** Whether a call is one of the handler itself. */
  private boolean isOwn(TreePath call) {
    return Stream.of(before, inside, after)
        .flatMap(side -> side.reached().stream())
        .flatMap(reached -> reached.parts().stream().limit(1))
        .anyMatch(code -> code.getLeaf() == call.getLeaf() || Sources.isInside(call, code));
  }

  /**
   * Looks for code that runs a loop of events, and then has to do with what the handler does in the
   * block or after it, if the handler may have ended the loop before.
   */
  private Optional<String> shown() {
    Set<TreePath> ending = new LinkedHashSet<>(before.calls(events::mayEndLoop));
    ending.addAll(inside.calls(events::mayEndLoop));
    return ending.isEmpty()
        ? Optional.empty()
        : callsOfLibraries()
            .filter(call -> ending.stream().noneMatch(each -> each.getLeaf() == call.getLeaf()))
            .flatMap(call ->
                ending.stream()
                    .filter(each -> mayBelongTogether(each, call))
                    .limit(1)
                    .flatMap(each -> relyingAfter(call, endedBy(each), this::inTouch).stream()))
            .findFirst();
  }

  private String endedBy(TreePath ending) {
    return "may return when '%s' (%s) has closed a window, and what follows uses '%%s' before this handler has ended; close it after the slow code"
        .formatted(program.nameOf(ending), program.place(ending));
  }

  /**
   * Looks for code that dispatches events, itself or by a library or a window, and then has to do
   * with what the handler does. Code that makes the handler afterwards does not run it before.
   */
  private Optional<String> dispatched() {
    return program
        .index()
        .allCalls()
        .filter(call -> mayRunEvents(call) && !isOwn(call))
        .flatMap(call ->
            relyingAfter(
                call,
                "may run this handler, and what follows uses '%s' before it has ended",
                events.dispatches(call) ? this::inTouch : this::met)
                .stream())
        .findFirst();
  }

  private boolean mayRunEvents(TreePath call) {
    if (!(program.element(call) instanceof ExecutableElement method)
        || program.path(method) != null) {
      return false;
    }
    if (program.isOfLibrary(method)) {
      return program.eventLoops().mayRun((TypeElement) method.getEnclosingElement())
          || program.asked().mayRun(call, handler);
    }
    return method.getKind() == ElementKind.METHOD
        && call.getLeaf() instanceof MethodInvocationTree
        && (events.dispatches(call)
            || events.mayRunLoop(call, method)
            || runsForeign(call, method));
  }

  /** Whether a call may run a function of a library that runs events. */
  private boolean runsForeign(TreePath call, ExecutableElement method) {
    return method.getModifiers().contains(Modifier.ABSTRACT)
        && Calls.objectOf(call)
            .map(program.trees()::getTypeMirror)
            .filter(program::mayBeForeignFunction)
            .isPresent()
        && program.eventLoops().mayRun();
  }

  /** Whether the methods of a type of a toolkit may run events, as those of windows do. */
  static boolean mayRunEvents(Program program, TypeMirror type) {
    return program.isA(type, Library.jdk().types("window"))
        || program.isA(type, Library.jdk().types("dispatch"));
  }

  /** The calls of the program that may run a loop of events. */
  private Stream<TreePath> callsOfLibraries() {
    return program
        .index()
        .allCalls()
        .filter(call -> methodOf(call).filter(each -> events.mayRunLoop(call, each)).isPresent());
  }

  /** The method without source that a call names. */
  private Optional<ExecutableElement> methodOf(TreePath call) {
    return call.getLeaf() instanceof MethodInvocationTree
            && program.element(call) instanceof ExecutableElement method
            && program.path(method) == null
        ? Optional.of(method)
        : Optional.empty();
  }

  /**
   * What follows a call.
   *
   * @param side the code after it
   * @param earlier the code before it in the same functions
   * @param ofClasses the calls in initialisers of classes, after which there may be more
   */
  record After(Side side, List<TreePath> earlier, List<TreePath> ofClasses) {
    static After of(Program program, TreePath call) {
      Following next = Following.calls(program, List.of(call));
      Side side = new Side(program);
      next.code().forEach(each -> side.add(call, each));
      return new After(side, next.earlier(), next.ofClasses());
    }
  }

  private Optional<Element> inTouch(Side other) {
    return other.inTouch(after).or(() -> other.inTouch(inside));
  }

  /**
   * What other code that may run in the wait uses of what the handler changes then or afterwards,
   * or the other way round. What only shows something may come in another order.
   */
  private Optional<Element> met(Side other) {
    Aliases aliases = program.aliases();
    return other
        .inCommon(after)
        .or(() -> other.inCommon(inside))
        .or(() -> aliases.common(other.taken, after.changed()))
        .or(() -> aliases.common(other.changed(), after.taken))
        .or(() -> new OtherInputs(program, handler, before, inside, after).setByBoth(other));
  }

  private Optional<String> relyingAfter(
      TreePath call, String reason, Function<Side, Optional<Element>> touch) {
    String name = "'%s' (%s)".formatted(program.nameOf(call), program.place(call));
    After next = program.after(call);
    if (!next.ofClasses().stream().allMatch(this::isBeforeHandler)) {
      return Optional.of("it is not known what follows " + name);
    }
    return touch
        .apply(next.side())
        .filter(each -> !isMadeOnlyAfter(call, next))
        .map(each -> name + " " + reason.formatted(each.getSimpleName()));
  }

  /**
   * Whether code of a class's initialiser ends before there is a handler: this is in the class, so
   * other code of it makes the handler, and Java has initialised the class then.
   */
  private boolean isBeforeHandler(TreePath code) {
    TreePath type = classAround(code);
    TreePath around = classAround(handler);
    while (around.getLeaf() != type.getLeaf()
        && !program.element(around).getModifiers().contains(Modifier.STATIC)
        && around.getParentPath().getParentPath() != null) {
      around = classAround(around);
    }
    List<Reached> initialisers =
        Initialisers.ofClass(type).stream().map(each -> Reached.of(program, each)).toList();
    return around.getLeaf() == type.getLeaf() && !Posted.isMadeIn(program, initialisers, handler);
  }

  private static TreePath classAround(TreePath code) {
    TreePath path = code.getParentPath();
    while (!(path.getLeaf() instanceof ClassTree)) {
      path = path.getParentPath();
    }
    return path;
  }

  /** Whether the code that follows a call makes the handler, and that before it does not. */
  private boolean isMadeOnlyAfter(TreePath call, After next) {
    List<Reached> earlier = next.earlier().stream().map(each -> Reached.of(program, each)).toList();
    return (Sources.isInside(handler, call)
            || Posted.isMadeIn(program, next.side().reached(), handler))
        && !Posted.isMadeIn(program, earlier, handler);
  }

  /**
   * Whether the first call may end a loop that the second one has begun. A library ends only loops
   * of its own, unless it gets a component.
   */
  private boolean mayBelongTogether(TreePath ending, TreePath begin) {
    return !isOfLibrary(ending)
        || usesComponent(ending)
        || isOfLibrary(begin) && libraryOf(ending).equals(libraryOf(begin));
  }

  private boolean isOfLibrary(TreePath call) {
    return program.isOfLibrary((ExecutableElement) program.element(call));
  }

  private boolean usesComponent(TreePath call) {
    Stream<TreePath> arguments =
        ((MethodInvocationTree) call.getLeaf())
            .getArguments().stream().map((ExpressionTree each) -> new TreePath(call, each));
    return Stream.concat(Calls.objectOf(call).stream(), arguments)
        .map(program.trees()::getTypeMirror)
        .anyMatch(each -> each != null && program.isOfToolkit(each));
  }

  private String libraryOf(TreePath call) {
    return StaticCalls.libraryOf(program, program.element(call));
  }
}
