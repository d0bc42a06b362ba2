package dev.hocket.compiler.check;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.ParallelRegion;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Warns of a task that every thread of a team creates, usually because a {@code single} is missing:
 *
 * <pre>{@code
 * //#omp parallel
 * {
 *   //#omp task
 *   load(); // HK117: runs once for each thread
 * }
 * }</pre>
 *
 * <p>It warns only where all threads come to the task and have the same values: under no condition,
 * and if nothing has been called before, since a call may give each thread something of its own.
 */
final class RepeatedTasks {
  private final AttributedUnit unit;
  private final Regions regions;
  private final Problems problems;

  /** The statements of all tasks. */
  private final Set<Tree> tasks = Collections.newSetFromMap(new IdentityHashMap<>());

  RepeatedTasks(AttributedUnit unit, Regions regions, Problems problems) {
    this.unit = unit;
    this.regions = regions;
    this.problems = problems;
    regions.of(TaskRegion.class).forEach(task -> tasks.add(task.statement()));
  }

  void check() {
    for (TaskRegion task : regions.of(TaskRegion.class)) {
      if (task.outer() instanceof ParallelRegion team && isRepeated(task, team)) {
        problems.report(
            Message.HK117,
            unit.source(),
            task.offset(),
            "directive",
            task.directive().kind().word(),
            "line",
            String.valueOf(unit.source().line(team.offset())));
      }
    }
  }

  private boolean isRepeated(TaskRegion task, ParallelRegion team) {
    boolean isShared =
        regions.around(task.path(), task.offset(), team).stream()
            .map(InPlaceRegion::directive)
            .anyMatch(directive -> !(directive instanceof Directive.Taskgroup));
    return !isShared && !isOfOne(team) && isUnconditional(task, team) && !isAfterCall(task, team);
  }

  private static boolean isOfOne(ParallelRegion team) {
    return team.directive()
        .clause(ClauseKind.NUM_THREADS)
        .filter(clause -> clause.expression().text().strip().equals("1"))
        .isPresent();
  }

  private static boolean isUnconditional(TaskRegion task, ParallelRegion team) {
    for (TreePath path = task.path(); path.getLeaf() != team.statement(); ) {
      path = path.getParentPath();
      Tree around = path.getLeaf();
      boolean isPassed =
          around instanceof BlockTree
              || around instanceof LabeledStatementTree
              || around instanceof ForLoopTree;
      if (!isPassed) {
        return false;
      }
    }
    return true;
  }

  /** Whether the region's own code may call something before the task, or for its loops. */
  private boolean isAfterCall(TaskRegion task, ParallelRegion team) {
    boolean[] calls = {false};
    new TreeScanner<Void, Void>() {
      @Override
      public Void scan(Tree tree, Void unused) {
        boolean isLater = tree != null && unit.start(tree) > task.start();
        return tasks.contains(tree) || isLater && !(tree instanceof MethodInvocationTree)
            ? null
            : super.scan(tree, unused);
      }

      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        calls[0] |= unit.start(tree) < task.start();
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public Void visitNewClass(NewClassTree tree, Void unused) {
        calls[0] |= unit.start(tree) < task.start();
        return super.visitNewClass(tree, unused);
      }
    }.scan(team.statement(), null);
    return calls[0];
  }
}
