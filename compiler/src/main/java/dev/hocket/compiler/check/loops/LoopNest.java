package dev.hocket.compiler.check.loops;

import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.Region;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The nested loops that a {@code for} directive shares among a team.
 *
 * @param region the region of the directive
 * @param loops the loops, outermost first
 * @param body the code that one iteration runs
 * @param label the label of the innermost loop
 * @param isOrdered whether a part of the body runs in the order of the iterations
 * @param isPlain whether every thread of a team may evaluate the heads itself, see {@link
 *     PlainHead}
 * @param isRectangular whether no head uses the index of a loop around it
 */
public record LoopNest(
    InPlaceRegion region,
    List<SharedLoop> loops,
    StatementTree body,
    Optional<String> label,
    boolean isOrdered,
    boolean isPlain,
    boolean isRectangular) {
  /** The loops whose index is declared before the nest. */
  public Stream<SharedLoop.Counted> countedOutside() {
    return loops.stream()
        .filter(SharedLoop.Counted.class::isInstance)
        .map(SharedLoop.Counted.class::cast)
        .filter(SharedLoop.Counted::isOutside);
  }

  /** Whether a declaration is that of the variable of one of the loops. */
  public boolean declares(TreePath declaration) {
    Tree around = declaration.getParentPath().getLeaf();
    return loops.stream().anyMatch(loop -> loop.path().getLeaf() == around);
  }

  /** The innermost loop. */
  public TreePath innermost() {
    return loops.getLast().path();
  }

  /**
   * The region that the same directive opens around the loop, such as the team of a {@code parallel
   * for}; empty for a lone {@code for}.
   */
  public Optional<Region> ownRegion() {
    return Optional.ofNullable(region.around())
        .filter(around -> around.directive().comment() == region.directive().comment());
  }

  /** The innermost region around the evaluation of the heads, or null. */
  public Region aroundHead() {
    Region outermost = ownRegion().orElse(region);
    return outermost.around();
  }
}
