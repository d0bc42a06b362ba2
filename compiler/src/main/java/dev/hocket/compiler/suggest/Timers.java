package dev.hocket.compiler.suggest;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.ToolkitMethods;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Finds handlers that may run again during their wait without an input of the user, and that stop
 * or change what runs them only after it. All objects that are not listed in {@code jdk.txt} count
 * as timers, as those of libraries do.
 */
final class Timers {
  private final Program program;
  private final Side before;
  private final Side after;

  Timers(Program program, Side before, Side after) {
    this.program = program;
    this.before = before;
    this.after = after;
  }

  /**
   * The reason why a handler must not change its timer after the wait.
   *
   * @param waits for which the handler and the functions that it calls wait
   */
  Optional<String> problem(TreePath handler, List<BothSides.Wait> waits) {
    if (!mayBeOfTimer(handler) || isHalted(handler, waits)) {
      return Optional.empty();
    }
    return after.calls((call, method) -> mayChangeTimer(handler, call, method)).stream()
        .findFirst()
        .map(call ->
            "it calls '%s' (%s) after the wait, when the next run of this handler may have begun; stop what runs it, such as a timer, before the wait"
                .formatted(program.nameOf(call), program.place(call)));
  }

  /** Whether something else than an input of the user may run a handler. */
  private boolean mayBeOfTimer(TreePath handler) {
    return program.listeners().owners(handler).anyMatch(each -> !isA(each, "inputs"))
        || isOfLibrary(handler);
  }

  /** Whether a library of which nothing is known runs a handler. */
  private boolean isOfLibrary(TreePath handler) {
    return program.listeners().adding(handler).stream().anyMatch(program::isOfLibrary);
  }

  private boolean mayChangeTimer(TreePath handler, TreePath call, ExecutableElement method) {
    TypeMirror object =
        Calls.objectOf(call)
            .map(program.trees()::getTypeMirror)
            .orElseGet(() -> method.getEnclosingElement().asType());
    boolean isOwner = program.listeners().mayBeOwner(call, handler);
    boolean isOfToolkit = program.methods().isOfToolkit(method);
    boolean asks = isOfToolkit && ToolkitMethods.asks(method) || program.reads(method);
    boolean isUnknown = isOfLibrary(handler) && program.isOfLibrary(method);
    return !asks && (isOwner || isTimer(object) || isUnknown);
  }

  private boolean isTimer(TypeMirror type) {
    return isA(type, "timer");
  }

  private boolean isA(TypeMirror type, String kind) {
    return program.isA(type, Library.jdk().types(kind));
  }

  /** Whether the handler has certainly stopped its timer before the wait. */
  private boolean isHalted(TreePath handler, List<BothSides.Wait> waits) {
    Set<TreePath> changes = before.calls((call, method) -> mayChangeTimer(handler, call, method));
    return changes.stream().allMatch(call -> isHalt(handler, call))
        && waits.stream()
            .anyMatch(wait ->
                LaterReads.follows(
                    wait.from(),
                    statement ->
                        statement.getLeaf() instanceof ExpressionStatementTree tree
                            && isHalt(handler, new TreePath(statement, tree.getExpression()))));
  }

  private boolean isHalt(TreePath handler, TreePath call) {
    return call.getLeaf() instanceof MethodInvocationTree
        && program.element(call) instanceof ExecutableElement method
        && Library.jdk().halts(method)
        && Calls.objectOf(call).filter(object -> isTimerOf(handler, object)).isPresent();
  }

  /** Whether an object is certainly the one that runs a handler. */
  private boolean isTimerOf(TreePath handler, TreePath object) {
    Element variable = program.element(object);
    return variable != null
        && variable.equals(timerOf(handler))
        && program.path(variable).getLeaf() instanceof VariableTree tree
        && program.index().assignedTo(variable).size() + (tree.getInitializer() == null ? 0 : 1)
            == 1;
  }

  /** The variable of the timer that gets a handler where it is written; null if there is none. */
  private Element timerOf(TreePath handler) {
    TreePath parent = givenAt(handler).getParentPath();
    while (parent.getLeaf() instanceof NewClassTree
        || parent.getLeaf() instanceof ParenthesizedTree) {
      parent = parent.getParentPath();
    }
    return switch (parent.getLeaf()) {
      case VariableTree t -> program.element(parent);
      case AssignmentTree t -> program.element(new TreePath(parent, t.getVariable()));
      case MethodInvocationTree t -> Calls.objectOf(parent).map(program::element).orElse(null);
      default -> null;
    };
  }

  /** The expression that is a handler: a lambda, a reference, or the class of an object. */
  private TreePath givenAt(TreePath handler) {
    if (!(handler.getLeaf() instanceof MethodTree)) {
      return handler;
    }
    List<TreePath> references = program.index().referencesTo(program.element(handler));
    return references.size() == 1 ? references.getFirst() : handler.getParentPath();
  }
}
