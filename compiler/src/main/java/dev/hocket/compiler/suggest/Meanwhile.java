package dev.hocket.compiler.suggest;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds what a wait sets free. A handler that has closed a window lets the code go on that shows
 * it; a handler of a timer that stops it only after the wait is run again before that.
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

  Optional<String> problem(TreePath handler) {
    return runAgain(handler).or(this::shown);
  }

  /** Looks for a timer that the handler changes after the wait, and has not stopped before it. */
  private Optional<String> runAgain(TreePath handler) {
    boolean isOfTimer = program.listeners().owners(handler).anyMatch(each -> isA(each, "timer"));
    if (!isOfTimer || !callsIn(before, (call, method) -> isHalt(method)).isEmpty()) {
      return Optional.empty();
    }
    return callsIn(after, this::changesTimer).stream()
        .findFirst()
        .map(call ->
            "it calls '%s' (%s) after the wait, when the next run of this handler may have begun; stop the timer before it"
                .formatted(program.nameOf(call), program.place(call)));
  }

  private static boolean isHalt(ExecutableElement method) {
    return Library.jdk().halts(method);
  }

  private boolean changesTimer(TreePath call, ExecutableElement method) {
    return isOf(call, method, "timer") && !ShownValues.asks(method);
  }

  /**
   * Looks for code that shows a window, and then relies on what the handler does in the block or
   * after it, if the handler may have closed the window before.
   */
  private Optional<String> shown() {
    Set<TreePath> closing = new LinkedHashSet<>(callsIn(before, this::changesWindow));
    closing.addAll(callsIn(inside, this::changesWindow));
    if (closing.isEmpty()) {
      return Optional.empty();
    }
    List<TreePath> shows =
        program
            .index()
            .allCalls()
            .filter(call -> call.getLeaf() instanceof MethodInvocationTree)
            .filter(call -> closing.stream().noneMatch(each -> each.getLeaf() == call.getLeaf()))
            .filter(call ->
                program.element(call) instanceof ExecutableElement method
                    && program.path(method) == null
                    && changesWindow(call, method)
                    && !runsNoLoop(call, method))
            .toList();
    for (TreePath show : shows) {
      Side relying = new Side(program);
      Following next = Following.calls(program, List.of(show));
      if (next.isUnknown()) {
        return Optional.of(
            "it is not known what follows '%s' (%s)"
                .formatted(program.nameOf(show), program.place(show)));
      }
      next.code().forEach(each -> relying.add(show, each));
      Optional<String> common =
          relying
              .reliesOn(after)
              .or(() -> relying.reliesOn(inside))
              .map(each ->
                  "'%s' (%s) may return when '%s' (%s) has closed a window, and what follows uses '%s' before this handler has ended; close it after the slow code"
                      .formatted(
                          program.nameOf(show),
                          program.place(show),
                          program.nameOf(closing.iterator().next()),
                          program.place(closing.iterator().next()),
                          each.getSimpleName()));
      if (common.isPresent()) {
        return common;
      }
    }
    return Optional.empty();
  }

  /** Whether a call may show or close a window, or begin or end a loop of events in another way. */
  private boolean changesWindow(TreePath call, ExecutableElement method) {
    return isOf(call, method, "window")
        && !ShownValues.asks(method)
        && !Posted.isPost(method)
        && !setsValue(method)
        && !Listeners.addsListener(program, method);
  }

  /** Whether a method sets a property such as the title; whether a window is visible is none. */
  private boolean setsValue(ExecutableElement method) {
    return ShownValues.setsProperty(program, method)
        && method.getParameters().stream()
            .map(Element::asType)
            .allMatch(each -> each.getKind() != TypeKind.BOOLEAN && Library.jdk().isValue(each));
  }

  /** Whether a call certainly runs no loop of events, whatever it shows. */
  private boolean runsNoLoop(TreePath call, ExecutableElement method) {
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

  private Set<TreePath> callsIn(Side side, BiPredicate<TreePath, ExecutableElement> kind) {
    Set<TreePath> found = new LinkedHashSet<>();
    Reached.Walk walk =
        new Reached.Walk() {
          @Override
          public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
            if (program.element(getCurrentPath()) instanceof ExecutableElement method
                && program.path(method) == null
                && kind.test(getCurrentPath(), method)) {
              found.add(getCurrentPath());
            }
            return super.visitMethodInvocation(tree, unused);
          }
        };
    side.reached().forEach(walk::walk);
    return found;
  }
}
