package dev.hocket.compiler.check.place;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.DirectiveKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds the region that each {@code cancel} and {@code cancellation point} leaves. Between the two,
 * only {@code critical} and {@code section} are allowed: the threads of any other construct must
 * reach its end.
 */
public final class Cancellations {
  private final Regions regions;

  public Cancellations(Regions regions) {
    this.regions = regions;
  }

  /** The region that a directive leaves; empty if no region of its kind encloses it correctly. */
  public Optional<Region> left(Directive.Cancel directive, TreePath list) {
    int offset = directive.comment().start();
    Region function = regions.at(offset);
    List<InPlaceRegion> around =
        regions.around(list, offset, function).stream()
            .filter(region -> !(region.directive() instanceof Directive.Critical))
            .filter(region -> !(region.directive() instanceof Directive.Section))
            .toList();
    return switch (directive.what()) {
      case FOR, SECTIONS ->
          around.stream()
              .limit(1)
              .filter(region -> region.directive().kind() == directive.what())
              .filter(region -> !isOfTasks(region) && isIn(region, list))
              .map(Region.class::cast)
              .findFirst();
      case PARALLEL ->
          Optional.ofNullable(function)
              .filter(ParallelRegion.class::isInstance)
              .filter(region -> around.isEmpty() && isIn(region, list));
      default ->
          Optional.ofNullable(function)
              .filter(TaskRegion.class::isInstance)
              .filter(region ->
                  around.stream().allMatch(inner -> isSame(inner, region)) && isIn(region, list));
    };
  }

  /**
   * Whether a directive leaves a region by a jump, so that the region's statement needs a label.
   */
  public boolean isLeft(Region region, List<SyncPoint> syncs) {
    return syncs.stream()
        .anyMatch(sync ->
            sync.directive() instanceof Directive.Cancel cancel
                && left(cancel, sync.list()).filter(region::equals).isPresent());
  }

  /** Whether a loop belongs to a {@code taskloop}. */
  private static boolean isOfTasks(InPlaceRegion region) {
    return region.outer() instanceof TaskRegion task && isSame(region, task);
  }

  private static boolean isSame(Region one, Region other) {
    return one.directive().comment() == other.directive().comment();
  }

  /**
   * Whether a place in a region is outside all lambdas, classes and switch expressions in the
   * region.
   */
  private static boolean isIn(Region region, TreePath place) {
    for (TreePath path = place; path != null; path = path.getParentPath()) {
      Tree tree = path.getLeaf();
      if (Objects.equals(tree, region.statement())) {
        return true;
      }
      if (tree instanceof SwitchExpressionTree
          || tree instanceof LambdaExpressionTree
          || tree instanceof ClassTree
          || tree instanceof MethodTree) {
        return false;
      }
    }
    return false;
  }

  /** The keyword of the construct that a directive leaves. */
  public static String construct(Directive.Cancel directive) {
    return directive.what() == DirectiveKind.TASKGROUP ? "task" : directive.what().word();
  }
}
