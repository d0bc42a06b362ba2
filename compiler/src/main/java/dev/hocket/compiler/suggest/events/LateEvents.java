package dev.hocket.compiler.suggest.events;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds calls that change a handler's event too late: an {@code event.consume()} after an awaited
 * block runs when the toolkit has already dispatched the event.
 */
public final class LateEvents {
  private static final Set<String> EVENTS =
      Set.of("java.util.EventObject", "android.view.InputEvent", "android.view.DragEvent");

  /** Events for which the toolkit does not check whether they were consumed. */
  private static final Set<String> NOT_CONSUMED =
      Set.of(
          "java.awt.event.ActionEvent",
          "java.beans.PropertyChangeEvent",
          "javafx.event.ActionEvent",
          "javax.swing.event.ChangeEvent",
          "javax.swing.event.ListSelectionEvent");

  private final Sources program;

  public LateEvents(Sources program) {
    this.program = program;
  }

  public Optional<String> problem(TreePath function, TreePath moved) {
    List<? extends VariableTree> parameters =
        function.getLeaf() instanceof MethodTree method
            ? method.getParameters()
            : ((LambdaExpressionTree) function.getLeaf()).getParameters();
    Set<Element> events = new HashSet<>();
    parameters.stream()
        .map(each -> program.element(new TreePath(function, each)))
        .filter(each -> each != null && isEvent(each.asType()))
        .forEach(events::add);
    int start = startOf(moved, function);
    String[] problem = {null};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        if (program.element(getCurrentPath()) instanceof ExecutableElement called
            && program.end(getCurrentPath()) > start) {
          boolean changes =
              called.getReturnType().getKind() == TypeKind.VOID
                  && events.contains(rootOf(getCurrentPath(), tree.getMethodSelect()));
          if (changes || passesEvent(tree)) {
            problem[0] =
                "the event is used after it ("
                    + program.place(getCurrentPath())
                    + "), when the toolkit has dispatched it";
          }
        }
        return super.visitMethodInvocation(tree, unused);
      }

      /** A method that gets the event may consume it. */
      private boolean passesEvent(MethodInvocationTree tree) {
        return tree.getArguments().stream()
            .map(argument -> program.element(new TreePath(getCurrentPath(), argument)))
            .anyMatch(each -> events.contains(each) && !NOT_CONSUMED.contains(typeOf(each)));
      }
    }.scan(Sources.body(function), null);
    return Optional.ofNullable(problem[0]);
  }

  private boolean isEvent(TypeMirror type) {
    return type.getKind() == TypeKind.DECLARED
        && (EVENTS.contains(type.toString())
            || program.types().directSupertypes(type).stream().anyMatch(this::isEvent));
  }

  private static String typeOf(Element event) {
    return event.asType().toString();
  }

  /** Where the code begins that may run after the block: that of a loop runs again. */
  private int startOf(TreePath moved, TreePath function) {
    int start = program.start(moved);
    for (TreePath path = moved; path.getLeaf() != function.getLeaf(); path = path.getParentPath()) {
      start = Sources.isLoop(path.getLeaf()) ? program.start(path) : start;
    }
    return start;
  }

  /** The variable at the start of a chain of calls. */
  private Element rootOf(TreePath path, ExpressionTree expression) {
    return switch (expression) {
      case IdentifierTree name -> program.element(new TreePath(path, name));
      case MemberSelectTree t -> rootOf(new TreePath(path, t), t.getExpression());
      case MethodInvocationTree t -> rootOf(new TreePath(path, t), t.getMethodSelect());
      default -> null;
    };
  }
}
