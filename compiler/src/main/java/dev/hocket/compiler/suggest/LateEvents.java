package dev.hocket.compiler.suggest;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;

/**
 * Finds calls that change a handler's event too late: an {@code event.consume()} after an awaited
 * block runs when the toolkit has already dispatched the event.
 */
final class LateEvents {
  private final Program program;

  LateEvents(Program program) {
    this.program = program;
  }

  Optional<String> problem(TreePath function, TreePath moved) {
    List<? extends VariableTree> parameters =
        function.getLeaf() instanceof MethodTree method
            ? method.getParameters()
            : ((LambdaExpressionTree) function.getLeaf()).getParameters();
    Set<Element> events = new HashSet<>();
    parameters.forEach(each -> events.add(program.element(new TreePath(function, each))));
    int end = program.end(moved);
    String[] problem = {null};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        boolean changes =
            program.element(getCurrentPath()) instanceof ExecutableElement called
                && called.getReturnType().getKind() == TypeKind.VOID;
        if (changes
            && program.start(getCurrentPath()) > end
            && events.contains(rootOf(getCurrentPath(), tree.getMethodSelect()))) {
          problem[0] =
              "the event is used after it ("
                  + program.place(getCurrentPath())
                  + "), when the toolkit has dispatched it";
        }
        return super.visitMethodInvocation(tree, unused);
      }
    }.scan(Program.body(function), null);
    return Optional.ofNullable(problem[0]);
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
