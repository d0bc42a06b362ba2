package dev.hocket.compiler.check.sharing;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import java.util.Optional;
import javax.lang.model.element.ElementKind;

/**
 * Checks that the items of {@code depend} are locations that tasks can share.
 *
 * <pre>{@code
 * //#omp task depend(out: o.size()) // HK065: the value of a call is no place
 * }</pre>
 */
final class DependCheck {
  private final AttributedUnit unit;
  private final Variables variables;
  private final Problems problems;

  DependCheck(AttributedUnit unit, Variables variables, Problems problems) {
    this.unit = unit;
    this.variables = variables;
    this.problems = problems;
  }

  void check(Region task) {
    for (Clause clause : task.directive().clauses()) {
      if (clause.kind() == ClauseKind.DEPEND) {
        variables
            .dependItem(clause)
            .filter(DependItem::isName)
            .ifPresent(item -> check(task, item));
      }
    }
  }

  private void check(Region task, DependItem item) {
    Scopes scopes = variables.scopes();
    Optional<Local> local = scopes.local(item.name(), task);
    if (local.isPresent()) {
      if (!isBoxable(unit, local.get())) {
        DependItem.refuse(
            item.clause(), "it is " + kindOf(unit, local.get()), unit.source(), problems);
      } else if (variables.isOfSharedLoop(local.get())) {
        DependItem.refuse(
            item.clause(), "it is the variable of a shared loop", unit.source(), problems);
      } else {
        checkCopy(task, item);
      }
    } else if (scopes.staticField(item.name(), task).isEmpty()
        && scopes.ownField(item.name(), task).isEmpty()) {
      String reason =
          scopes.isField(item.name(), task)
              ? "it is a field of an object around this one"
              : "no variable of this name is in scope here";
      DependItem.refuse(item.clause(), reason, unit.source(), problems);
    }
  }

  /**
   * Reports a task's copy of the variable: it is made before the task waits for its dependences.
   */
  private void checkCopy(Region task, DependItem item) {
    variables.copiesOf(task).stream()
        .filter(copy -> copy.isImplicit() && copy.name().equals(item.name()))
        .findFirst()
        .ifPresent(copy ->
            problems.report(
                Message.HK066, unit.source(), item.root().start(), "variable", item.name()));
  }

  static boolean isBoxable(AttributedUnit unit, Local local) {
    return kindOf(unit, local).isEmpty();
  }

  /** The kind of a variable whose declaration cannot become a box; empty for others. */
  private static String kindOf(AttributedUnit unit, Local local) {
    if (local.element().getKind() == ElementKind.BINDING_VARIABLE) {
      return "a pattern variable";
    }
    if (parent(local) instanceof MethodTree && unit.end(local.tree()) < 0) {
      return "a parameter of a compact constructor";
    }
    return parent(local) instanceof LambdaExpressionTree lambda
            && lambda.getBodyKind() == LambdaExpressionTree.BodyKind.EXPRESSION
        ? "a parameter of a lambda without { }"
        : "";
  }

  private static Tree parent(Local local) {
    return local.declaration().getParentPath().getLeaf();
  }
}
