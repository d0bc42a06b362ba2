package dev.hocket.compiler.check.races;

import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Use;
import dev.hocket.compiler.check.sharing.Variables;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import java.util.Comparator;
import java.util.Optional;

/**
 * Refuses tasks that assign a copy of a variable which the code reads afterwards: the value would
 * be lost, whereas the sequential program keeps it.
 *
 * <pre>
 * //#omp task
 * x = fib(n - 1); // without shared(x): assigns the task's own x
 * //#omp taskwait
 * return x + y;   // reads the other one
 * </pre>
 */
public final class LostWrites {
  private final AttributedUnit unit;
  private final Variables variables;
  private final Problems problems;

  public LostWrites(AttributedUnit unit, Variables variables, Problems problems) {
    this.unit = unit;
    this.variables = variables;
    this.problems = problems;
  }

  /** Checks a copy of a task's variable that no clause asks for. */
  public void check(Local copy) {
    if (copy.isImplicit()) {
      copy.uses().stream()
          .filter(Use::writes)
          .findFirst()
          .ifPresent(write -> laterRead(copy).ifPresent(read -> report(copy, write, read)));
    }
  }

  /**
   * The first place after the task that reads the original variable or another copy of its value.
   */
  private Optional<Integer> laterRead(Local copy) {
    Local original = variables.resolve(copy.element(), copy.construct().around());
    return variables.all().stream()
        .filter(other -> other.element().equals(copy.element()) && other != copy)
        .filter(other -> other == original || other.startsWithValue())
        .filter(other -> other == original || !other.construct().equals(copy.construct()))
        .flatMap(other -> other.uses().stream())
        .filter(Use::reads)
        .map(Use::offset)
        .filter(offset -> isLater(offset, copy))
        .min(Comparator.naturalOrder());
  }

  private boolean isLater(int offset, Local copy) {
    Region task = copy.construct();
    if (offset >= task.end()) {
      return true;
    }
    int declared = unit.start(copy.tree());
    for (TreePath path = task.path(); path != null; path = path.getParentPath()) {
      Tree tree = path.getLeaf();
      boolean outlives = isLoop(tree) && declared < unit.start(tree);
      if (outlives && unit.start(tree) <= offset && !task.contains(offset)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLoop(Tree tree) {
    return tree instanceof ForLoopTree
        || tree instanceof EnhancedForLoopTree
        || tree instanceof WhileLoopTree
        || tree instanceof DoWhileLoopTree;
  }

  private void report(Local copy, Use write, int read) {
    problems.report(
        Message.HK062,
        unit.source(),
        write.offset(),
        "variable",
        copy.name(),
        "line",
        String.valueOf(unit.source().line(read)));
  }
}
