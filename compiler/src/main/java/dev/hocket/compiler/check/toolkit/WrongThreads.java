package dev.hocket.compiler.check.toolkit;

import com.sun.source.tree.Tree;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.check.place.TaskScopes;
import dev.hocket.compiler.check.suspension.Outline;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Warns if a block that does not run on an event thread does something that only that thread may
 * do, in its own code or in the program's methods that it calls.
 *
 * <pre>{@code
 * //#omp target virtual(worker) nowait
 * {
 *   int sum = add(numbers);
 *   label.setText("" + sum); // HK113
 * }
 * }</pre>
 */
public final class WrongThreads {
  /** The largest number of nested calls that are followed from a block. */
  public static final int DEPTH = 8;

  private static final String WORKER = "worker";

  private final List<Outline> outlines;
  private final Problems problems;

  public WrongThreads(List<Outline> outlines, Problems problems) {
    this.outlines = outlines;
    this.problems = problems;
  }

  /** Checks the blocks of all files. */
  public void check() {
    Map<Tree, TargetBlock> innermost = new IdentityHashMap<>();
    Map<TaskRegion, Outline> tasks = new LinkedHashMap<>();
    for (Outline outline : outlines) {
      awaitedTasks(outline).forEach(task -> tasks.put(task, outline));
      for (TargetBlock block : outline.regions().blocks()) {
        if (!block.directive().here()) {
          innermost.put(block.statement(), block);
        }
      }
    }
    if (innermost.isEmpty() && tasks.isEmpty()) {
      return;
    }
    RegisteredLoops loops = new RegisteredLoops();
    outlines.forEach(outline -> loops.addAllIn(outline.unit()));
    AttributedUnit any = outlines.getFirst().unit();
    Set<Tree> elsewhere = new HashSet<>(innermost.keySet());
    tasks.keySet().forEach(task -> elsewhere.add(task.statement()));
    Walks walks = new Walks(any.trees(), new ToolkitTypes(any.elements()), elsewhere);
    for (Outline outline : outlines) {
      for (TargetBlock block : outline.regions().blocks()) {
        boolean runs = innermost.get(block.statement()) == block;
        if (runs && !block.directive().isNeverPosted() && !isLoop(block.target(), loops)) {
          walks.of(block.path()).forEach(use -> report(outline.unit(), block.target(), use));
        }
      }
    }
    tasks.forEach((task, outline) ->
        walks.of(task.path()).forEach(use -> report(outline.unit(), WORKER, use)));
  }

  /** The tasks that the worker runs, because a handler awaits them. */
  private static List<TaskRegion> awaitedTasks(Outline outline) {
    TaskScopes scopes = new TaskScopes(outline.unit(), outline.regions(), outline.syncs());
    return outline.regions().of(TaskRegion.class).stream()
        .filter(task -> scopes.around(task).isPresent())
        .toList();
  }

  private static boolean isLoop(String target, RegisteredLoops loops) {
    boolean ofToolkit = Arrays.stream(Toolkit.values()).anyMatch(t -> t.target().equals(target));
    return ofToolkit || (!target.equals(WORKER) && loops.mayBe(target));
  }

  private void report(AttributedUnit unit, String target, Use use) {
    Toolkit toolkit = use.role().toolkit();
    problems.report(
        use.live() ? Message.HK114 : Message.HK113,
        unit.source(),
        unit.start(use.path().getLeaf()),
        "target",
        target,
        "use",
        use.text(),
        "where",
        use.where().isEmpty() ? "" : " (" + use.where() + ")",
        "toolkit",
        toolkit.title(),
        "edt",
        toolkit.target());
  }
}
