package dev.hocket.compiler.suggest;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.source.Calls;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
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

  Meanwhile(Program program, Side before, Side inside, Side after) {
    this.program = program;
    this.before = before;
    this.inside = inside;
    this.after = after;
  }

  Optional<String> problem() {
    return shown().or(this::dispatched).or(() -> pumped().findFirst());
  }

  /**
   * Looks for calls of a library that may run events until the program answers otherwise, as {@code
   * pumpUntil(() -> started)} or {@code while (!started) { pump(); }} do, if this handler may
   * change the answer before it has ended.
   */
  private Stream<String> pumped() {
    return program
        .index()
        .allCalls()
        .filter(call -> methodOf(call).filter(program::isOfLibrary).isPresent())
        .filter(call -> !isOwn(call) && new Pump(call).mayEndBy(before, inside))
        .flatMap(call ->
            relyingAfter(
                call,
                "may run events until this handler changes something before the wait, and what follows uses '%s' before the handler has ended; change it after the slow code")
                .stream());
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
    Set<TreePath> ending = new LinkedHashSet<>(before.calls(this::mayEndLoop));
    ending.addAll(inside.calls(this::mayEndLoop));
    return ending.isEmpty()
        ? Optional.empty()
        : callsOfLibraries()
            .filter(call -> ending.stream().noneMatch(each -> each.getLeaf() == call.getLeaf()))
            .flatMap(call ->
                ending.stream()
                    .filter(each -> mayBelongTogether(each, call))
                    .limit(1)
                    .flatMap(each -> relyingAfter(call, endedBy(each)).stream()))
            .findFirst();
  }

  private String endedBy(TreePath ending) {
    return "may return when '%s' (%s) has closed a window, and what follows uses '%%s' before this handler has ended; close it after the slow code"
        .formatted(program.nameOf(ending), program.place(ending));
  }

  /**
   * Looks for code that dispatches events itself, and then has to do with what the handler does.
   */
  private Optional<String> dispatched() {
    return program
        .index()
        .allCalls()
        .filter(call -> methodOf(call).filter(each -> dispatches(call, each)).isPresent())
        .flatMap(call ->
            relyingAfter(
                call, "may run this handler, and what follows uses '%s' before it has ended")
                .stream())
        .findFirst();
  }

  /** The calls of the program that may run a loop of events. */
  private Stream<TreePath> callsOfLibraries() {
    return program
        .index()
        .allCalls()
        .filter(call ->
            methodOf(call)
                .filter(each -> mayEndLoop(call, each) && !returnsAtOnce(call, each))
                .isPresent());
  }

  /** The method without source that a call names. */
  private Optional<ExecutableElement> methodOf(TreePath call) {
    return call.getLeaf() instanceof MethodInvocationTree
            && program.element(call) instanceof ExecutableElement method
            && program.path(method) == null
        ? Optional.of(method)
        : Optional.empty();
  }

  private Optional<String> relyingAfter(TreePath call, String reason) {
    String name = "'%s' (%s)".formatted(program.nameOf(call), program.place(call));
    Following next = Following.calls(program, List.of(call));
    if (next.isUnknown()) {
      return Optional.of("it is not known what follows " + name);
    }
    Side relying = new Side(program);
    next.code().forEach(each -> relying.add(call, each));
    return relying
        .inTouch(after)
        .or(() -> relying.inTouch(inside))
        .map(each -> name + " " + reason.formatted(each.getSimpleName()));
  }

  private boolean dispatches(TreePath call, ExecutableElement method) {
    return isOf(call, method, "dispatch")
        && !method.getModifiers().contains(Modifier.STATIC)
        && !Library.jdk().isQuiet("returns", method)
        && !ShownValues.asks(method);
  }

  /**
   * Whether a call may show or close a window, or begin or end a loop of events in another way:
   * every one of a toolkit or a library of which that is not known.
   */
  private boolean mayEndLoop(TreePath call, ExecutableElement method) {
    boolean isOfToolkit = ShownValues.isOfToolkitItself(program, method);
    boolean mayEnd =
        isOf(call, method, "window")
            || isOfToolkit && !isLoopless(method) && !ShownValues.setsProperty(program, method)
            || program.isOfLibrary(method);
    return mayEnd
        && !(isOfToolkit && ShownValues.asks(method))
        && !Posted.isPost(method)
        && !setsValue(method)
        && !Listeners.addsListener(program, method);
  }

  private static boolean isLoopless(ExecutableElement method) {
    return Library.jdk().isLoopless(method);
  }

  /** Whether a method sets a property such as the title; whether a window is visible is none. */
  private boolean setsValue(ExecutableElement method) {
    return ShownValues.setsProperty(program, method)
        && method.getParameters().stream()
            .map(Element::asType)
            .allMatch(each -> each.getKind() != TypeKind.BOOLEAN && Library.jdk().isValue(each));
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

  /** The first two names of a package, which the packages of one library have in common. */
  private String libraryOf(TreePath call) {
    String[] names = program.elements().getPackageOf(program.element(call)).toString().split("\\.");
    return names[0] + "." + (names.length > 1 ? names[1] : "");
  }

  /** Whether a call certainly runs no loop of events, whatever it shows. */
  private boolean returnsAtOnce(TreePath call, ExecutableElement method) {
    boolean isSwitch =
        method.getParameters().stream()
            .anyMatch(each -> each.asType().getKind() == TypeKind.BOOLEAN);
    return isOf(call, method, "frame")
        || Library.jdk().isQuiet("returns", method)
        || !isSwitch
            && (ShownValues.setsProperty(program, method)
                || Library.jdk().isQuiet("quiet", method));
  }

  private boolean isOf(TreePath call, ExecutableElement method, String kind) {
    TypeMirror owner = method.getEnclosingElement().asType();
    return isA(owner, kind)
        || !method.getModifiers().contains(Modifier.STATIC)
            && Calls.objectOf(call)
                .map(program.trees()::getTypeMirror)
                .filter(each -> isA(each, kind))
                .isPresent();
  }

  private boolean isA(TypeMirror type, String kind) {
    return Handlers.isA(program, type, Library.jdk().types(kind));
  }

  /**
   * A call of a library of which nothing is known: it may run events until something is otherwise
   * that it has got from the program, or that a loop around it asks.
   */
  private final class Pump {
    private final TreePath call;

    Pump(TreePath call) {
      this.call = call;
    }

    /** Whether some code changes what may end the call, or the loop around it. */
    boolean mayEndBy(Side... codes) {
      if (program.own().areAllOwn(call)) {
        return false;
      }
      Side asked = new Side(program);
      asked.add(call, call);
      loops().forEach(each -> asked.add(call, each));
      Map<Element, TreePath> shown = shown();
      return Stream.of(codes)
          .anyMatch(code ->
              asked.inTouch(code).isPresent()
                  || program.aliases().common(code.changed(), shown).isPresent());
    }

    /** The loops around the call in its function. */
    private Stream<TreePath> loops() {
      TreePath function = Following.functionAround(call);
      return Stream.iterate(
              call,
              path -> path != null && (function == null || path.getLeaf() != function.getLeaf()),
              TreePath::getParentPath)
          .filter(path -> Sources.isLoop(path.getLeaf()));
    }

    /** The components that the library gets, with all that is inside. */
    private Map<Element, TreePath> shown() {
      Map<Element, TreePath> shown = new LinkedHashMap<>();
      Stream<TreePath> given =
          PassedListeners.argumentsOf(call).stream()
              .map((ExpressionTree each) -> new TreePath(call, each));
      Stream.concat(Calls.objectOf(call).stream(), given)
          .filter(each -> isOfToolkit(program.trees().getTypeMirror(each)))
          .forEach(each ->
              program
                  .aliases()
                  .variablesOf(each)
                  .forEach(variable -> {
                    shown.putIfAbsent(variable, each);
                    program
                        .aliases()
                        .within(variable)
                        .forEach(inner -> shown.putIfAbsent(inner, each));
                  }));
      return shown;
    }

    private boolean isOfToolkit(TypeMirror type) {
      return type != null && program.isOfToolkit(type);
    }
  }
}
