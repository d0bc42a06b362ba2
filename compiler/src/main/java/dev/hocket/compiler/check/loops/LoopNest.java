package dev.hocket.compiler.check.loops;

import com.sun.source.tree.StatementTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.Region;
import java.util.List;
import java.util.Optional;

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
 */
public record LoopNest(
    InPlaceRegion region,
    List<SharedLoop> loops,
    StatementTree body,
    Optional<String> label,
    boolean isOrdered,
    boolean isPlain) {
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
    return ownRegion().map(Region::around).orElseGet(region::around);
  }
}
