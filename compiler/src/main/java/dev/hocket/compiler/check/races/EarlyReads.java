package dev.hocket.compiler.check.races;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Use;
import dev.hocket.compiler.check.suspension.Outline;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Name;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Warns if code reads a variable before it has waited for the block that writes it. A {@code
 * shared} clause declares this intended, and switches the warning off.
 *
 * <pre>{@code
 * //#omp target virtual(worker) nowait
 * x = compute();
 * System.out.println(x); // HK109
 * }</pre>
 */
public final class EarlyReads {
  private final Outline outline;
  private final QuietCalls calls;
  private final Problems problems;
  private final Set<TreePath> reported = new HashSet<>();

  public EarlyReads(Outline outline, QuietCalls calls, Problems problems) {
    this.outline = outline;
    this.calls = calls;
    this.problems = problems;
  }

  /** Checks the variables that a block writes. */
  public void check(TargetBlock block, List<Local> locals) {
    if (!runsMeanwhile(block)) {
      return;
    }
    for (Local local : locals) {
      boolean meant = block.directive().sharing(local.name()).isPresent();
      if (!meant && isWrittenFor(block, local)) {
        new FirstRead(outline, calls, block, local)
            .find()
            .filter(use -> reported.add(use.path()))
            .ifPresent(use -> report(block, local, use));
      }
    }
  }

  /**
   * Whether the code continues while the block runs. It does not inside a block on the same target,
   * where an inner block runs in place. A call that starts in place may have ended before the code
   * continues.
   */
  private static boolean runsMeanwhile(TargetBlock block) {
    for (Region outer = block.outer(); outer != null; outer = outer.outer()) {
      if (outer instanceof TargetBlock around && around.isOnTargetOf(block)) {
        return false;
      }
    }
    return block.directive().isAsynchronous()
        && !block.directive().isNeverPosted()
        && !block.directive().here();
  }

  private static boolean isWrittenFor(TargetBlock block, Local local) {
    return !local.livesIn(block)
        && local.uses().stream()
            .filter(use -> use.block() != null && block.encloses(use.block()))
            .anyMatch(Use::writes);
  }

  private void report(TargetBlock block, Local local, Use read) {
    String way =
        block
            .directive()
            .tag()
            .map(Name::text)
            .map("put //#omp wait(%s) before this statement"::formatted)
            .orElse(
                "remove 'nowait', or give the block a tag with name_as(tag) and put //#omp wait(tag)"
                    + " before this statement");
    problems.report(
        Message.HK109,
        outline.unit().source(),
        read.offset(),
        "variable",
        local.name(),
        "line",
        Integer.toString(outline.unit().source().line(block.directive().comment().start())),
        "way",
        way);
  }
}
