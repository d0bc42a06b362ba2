package dev.hocket.compiler.check.races;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.PatternTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Variables;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;

/**
 * Warns if a statement assigns a copy that a clause asks for, and code after it reads the original:
 * the sequential program reads the assigned value there.
 *
 * <pre>{@code
 * //#omp parallel for private(t)
 * for (int i = 0; i < n; i++) { t = a[i]; b[i] = t * t; }
 * System.out.println(t); // HK118
 * }</pre>
 */
public final class LostCopies {
  private final AttributedUnit unit;
  private final Regions regions;
  private final Variables variables;
  private final Problems problems;

  public LostCopies(AttributedUnit unit, Regions regions, Variables variables, Problems problems) {
    this.unit = unit;
    this.regions = regions;
    this.variables = variables;
    this.problems = problems;
  }

  /** Checks a copy. */
  public void check(Local copy) {
    boolean isAskedFor =
        (copy.copy() == ClauseKind.PRIVATE || copy.copy() == ClauseKind.FIRSTPRIVATE)
            && !copy.isIndex()
            && !copy.isImplicit();
    if (isAskedFor && copy.isWritten() && !isStored(copy)) {
      Local original = variables.resolve(copy.element(), copy.construct().around());
      RegionFlow flow =
          new RegionFlow(regions, variables, original) {
            @Override
            void leave(Region region, boolean before) {
              super.leave(region, before);
              if (region.equals(copy.construct())) {
                lose();
              }
            }
          };
      flow.run(scope(original), true);
      flow.found().stream().findFirst().ifPresent(read -> report(copy, read));
    }
  }

  /** Whether the loop of a {@code taskloop}, whose task has the copy, stores the value. */
  private boolean isStored(Local copy) {
    return regions.all().stream()
        .filter(region -> region.directive().comment() == copy.construct().directive().comment())
        .anyMatch(region -> region.directive().lists(ClauseKind.LASTPRIVATE, copy.name()));
  }

  /** The code in which a variable is visible. */
  private static Tree scope(Local local) {
    if (local.construct() != null) {
      return local.construct().statement();
    }
    TreePath around = local.declaration().getParentPath();
    return switch (around.getLeaf()) {
      case LambdaExpressionTree t -> t.getBody();
      case CaseTree t -> around.getParentPath().getLeaf();
      case PatternTree t -> member(around);
      case Tree t -> t;
    };
  }

  /** The member of a class around a pattern, whose variable may be visible after its statement. */
  private static Tree member(TreePath pattern) {
    TreePath path = pattern;
    while (!(path.getParentPath().getLeaf() instanceof ClassTree)) {
      if (path.getParentPath().getLeaf() instanceof LambdaExpressionTree lambda) {
        return lambda.getBody();
      }
      path = path.getParentPath();
    }
    return path.getLeaf();
  }

  private void report(Local copy, int read) {
    Region region = copy.construct();
    problems.report(
        Message.HK118,
        unit.source(),
        read,
        "variable",
        copy.name(),
        "line",
        Integer.toString(unit.source().line(region.offset())),
        "clause",
        copy.copy().word(),
        "way",
        way(region, copy.name()));
  }

  private static String way(Region region, String variable) {
    return switch (region.directive()) {
      case Directive.For loop -> "list it in lastprivate(" + variable + ") there";
      case Directive.Sections sections -> "list it in lastprivate(" + variable + ") there";
      case Directive.Single single -> "remove it from the clause";
      default -> "list it in shared(" + variable + ") there instead";
    };
  }
}
