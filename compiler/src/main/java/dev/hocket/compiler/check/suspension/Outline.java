package dev.hocket.compiler.check.suspension;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.Blocks;
import dev.hocket.compiler.check.place.Function;
import dev.hocket.compiler.check.place.Placement;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.place.WaitPoint;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Directive;
import java.util.ArrayList;
import java.util.List;

/**
 * A file with its directives at their places.
 *
 * @param unit the file
 * @param directives all of them
 * @param blocks what runs as a block: the statements of {@code target}, and calls that are not
 *     waited for
 * @param waits its wait directives
 * @param marked the methods and lambdas marked with {@code async}
 * @param listed the calls that an {@code async-call} lists
 */
public record Outline(
    AttributedUnit unit,
    List<Directive> directives,
    Blocks blocks,
    List<WaitPoint> waits,
    List<TreePath> marked,
    List<TreePath> listed) {

  public static Outline of(Placement placement, AsyncMethods methods, Problems problems) {
    AttributedUnit unit = placement.unit();
    AsyncCalls calls = new AsyncCalls(unit, placement.regions(), methods, problems);
    List<TargetBlock> blocks = new ArrayList<>(placement.blocks());
    blocks.addAll(calls.blocks());
    return new Outline(
        unit,
        placement.directives(),
        Blocks.nested(blocks),
        placement.waits(),
        placement.marked(),
        calls.calls());
  }

  /** The function around a place. */
  Function functionAround(TreePath place) {
    return Function.around(place, blocks.at(unit.start(place.getLeaf())));
  }

  /** File and line of an offset: {@code C.java:12}. */
  String place(int offset) {
    return unit.source().simpleName() + ":" + unit.source().line(offset);
  }

  boolean isMarked(Function function) {
    return marked.stream().anyMatch(path -> path.getLeaf() == function.path().getLeaf());
  }
}
