package dev.hocket.compiler.check.loops;

import com.sun.source.tree.StatementTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.place.InPlaceRegion;
import java.util.List;
import java.util.Optional;

/**
 * The loops that a {@code for} directive shares out.
 *
 * @param region the statement of the directive
 * @param loops the outermost first
 * @param body what one iteration runs
 * @param label the label of the innermost loop
 * @param isOrdered whether a part of it runs in the order of the iterations
 */
public record LoopNest(
    InPlaceRegion region,
    List<SharedLoop> loops,
    StatementTree body,
    Optional<String> label,
    boolean isOrdered) {
  /** The innermost loop. */
  public TreePath innermost() {
    return loops.getLast().path();
  }
}
