package dev.hocket.compiler.check.sharing;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.HiddenTypes;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import javax.lang.model.element.ElementKind;

/**
 * Reports the few variables that cannot become boxes, and pattern variables that leave their block.
 *
 * <pre>{@code
 * if (o instanceof String s) {
 *   s = s + "!";
 *   //#omp target virtual(worker)
 *   System.out.println(s); // HK021
 * }
 * }</pre>
 */
public final class SharingCheck {
  private final AttributedUnit unit;
  private final Problems problems;

  public SharingCheck(AttributedUnit unit, Problems problems) {
    this.unit = unit;
    this.problems = problems;
  }

  public void check(Local local) {
    checkType(local);
    if (local.copy() != null) {
      return;
    }
    if (local.element().getKind() == ElementKind.BINDING_VARIABLE) {
      checkLeaving(local);
    }
    if (local.isBoxed()) {
      checkBox(local);
    }
  }

  /**
   * Reports a captured variable whose type is inaccessible: a captured variable becomes a parameter
   * of the lambda, and the JVM resolves the parameter's type.
   */
  private void checkType(Local local) {
    local.uses().stream()
        .filter(use -> use.block() != null)
        .filter(use -> local.copy() != null || !isOwn(local, use.block()))
        .findFirst()
        .filter(use -> HiddenTypes.isHidden(unit, local.element().asType(), local.declaration()))
        .ifPresent(use -> report(Message.HK044, use, local));
  }

  private static boolean isOwn(Local local, Region block) {
    return local.owner().filter(block::equals).isPresent();
  }

  private void checkLeaving(Local local) {
    local
        .owner()
        .flatMap(owner ->
            local.uses().stream()
                .filter(use -> use.block() == null || !owner.encloses(use.block()))
                .findFirst())
        .ifPresent(use -> report(Message.HK023, use, local));
  }

  private void checkBox(Local local) {
    TreePath parent = local.declaration().getParentPath();
    switch (parent.getLeaf()) {
      case CaseTree group -> checkGroup(local, group);
      case LambdaExpressionTree lambda
          when lambda.getBodyKind() == LambdaExpressionTree.BodyKind.EXPRESSION ->
          reportBox(local, "a parameter of a lambda without { }");
      case MethodTree method when unit.end(local.tree()) < 0 ->
          reportBox(local, "a parameter of a compact constructor");
      default -> {
        if (local.element().getKind() == ElementKind.BINDING_VARIABLE) {
          report(Message.HK021, capture(local), local);
        }
      }
    }
  }

  private void checkGroup(Local local, Tree group) {
    for (Use use : local.uses()) {
      if (!use.inClause() && !isIn(group, use.path())) {
        report(Message.HK022, use, local);
        return;
      }
    }
  }

  private static boolean isIn(Tree tree, TreePath place) {
    for (TreePath path = place; path != null; path = path.getParentPath()) {
      if (path.getLeaf() == tree) {
        return true;
      }
    }
    return false;
  }

  private void reportBox(Local local, String what) {
    Use use = capture(local);
    if (!isRefused(use.block())) {
      problems.report(
          Message.HK025, unit.source(), use.offset(), "variable", local.name(), "what", what);
    }
  }

  /**
   * Whether a region, or one around it, is reported for its place; then further reports are
   * omitted.
   */
  private boolean isRefused(Region inside) {
    for (Region block = inside; block != null; block = block.outer()) {
      int directive = block.directive().comment().start();
      if (problems.isReported(Message.HK034, unit.source(), directive)) {
        return true;
      }
    }
    return false;
  }

  /** The use that needs the box: the capture by a block, or else the use in a clause. */
  private static Use capture(Local local) {
    return local.uses().stream()
        .filter(use -> use.block() != null && !isOwn(local, use.block()))
        .findFirst()
        .or(() -> local.uses().stream().filter(Use::inClause).findFirst())
        .orElseThrow();
  }

  private void report(Message message, Use use, Local local) {
    problems.report(message, unit.source(), use.offset(), "variable", local.name());
  }
}
