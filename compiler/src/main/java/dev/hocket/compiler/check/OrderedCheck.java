package dev.hocket.compiler.check;

import com.sun.source.tree.BlockTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import java.util.Optional;

/**
 * Checks {@code ordered} statements, as far as they stand inside the text of their loop.
 *
 * <pre>{@code
 * //#omp parallel for ordered
 * for (int i = 0; i < n; i++) {
 *   //#omp critical
 *   {
 *     //#omp ordered
 *     print(i); // HK060: its turn may wait for an iteration that waits for the lock
 *   }
 * }
 * }</pre>
 */
final class OrderedCheck {
  private final AttributedUnit unit;
  private final Regions regions;
  private final Problems problems;

  OrderedCheck(AttributedUnit unit, Regions regions, Problems problems) {
    this.unit = unit;
    this.regions = regions;
    this.problems = problems;
  }

  void check(InPlaceRegion region) {
    Optional<InPlaceRegion> loop = regions.loopOf(region);
    loop.filter(around -> around.directive().clause(ClauseKind.ORDERED).isEmpty())
        .ifPresent(around -> report(Message.HK110, region, around));
    regions.around(region.path(), region.offset(), region.outer()).stream()
        .takeWhile(around -> !(around.directive() instanceof Directive.For))
        .filter(around ->
            around.directive() instanceof Directive.Critical
                || around.directive() instanceof Directive.Ordered)
        .findFirst()
        .ifPresent(around -> report(Message.HK060, region, around));
    loop.flatMap(around ->
            regions.orderedIn(around).stream().filter(o -> precedes(o, region)).findFirst())
        .ifPresent(earlier -> report(Message.HK061, region, earlier));
  }

  /** Whether one statement always runs before another is reached: only blocks enclose it. */
  private static boolean precedes(InPlaceRegion earlier, InPlaceRegion later) {
    if (earlier.end() > later.start()) {
      return false;
    }
    TreePath path = earlier.path().getParentPath();
    while (path.getLeaf() instanceof BlockTree && !isIn(path, later.path())) {
      path = path.getParentPath();
    }
    return path.getLeaf() instanceof BlockTree;
  }

  private static boolean isIn(TreePath around, TreePath place) {
    for (TreePath path = place; path != null; path = path.getParentPath()) {
      if (path.getLeaf() == around.getLeaf()) {
        return true;
      }
    }
    return false;
  }

  private void report(Message message, InPlaceRegion region, InPlaceRegion other) {
    problems.report(
        message,
        unit.source(),
        region.offset(),
        "outer",
        other.directive().kind().word(),
        "line",
        String.valueOf(unit.source().line(other.offset())));
  }
}
