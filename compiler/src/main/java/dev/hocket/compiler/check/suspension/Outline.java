package dev.hocket.compiler.check.suspension;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.Function;
import dev.hocket.compiler.check.place.Locks;
import dev.hocket.compiler.check.place.Placement;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.SyncPoint;
import dev.hocket.compiler.check.place.WaitPoint;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Directive;
import java.util.ArrayList;
import java.util.List;

/**
 * A file with its directives and their places.
 *
 * @param unit the attributed file
 * @param directives all its directives
 * @param regions the statements that directives govern, including calls that are not waited for
 * @param waits its wait directives
 * @param syncs its barriers, flushes and similar directives
 * @param marked the methods and lambdas with an {@code async} directive
 * @param listed the calls that {@code async-call} directives list
 */
public record Outline(
    AttributedUnit unit,
    List<Directive> directives,
    Regions regions,
    List<WaitPoint> waits,
    List<SyncPoint> syncs,
    List<TreePath> marked,
    List<TreePath> listed) {

  public static Outline of(Placement placement, AsyncMethods methods, Problems problems) {
    AttributedUnit unit = placement.unit();
    AsyncCalls calls = new AsyncCalls(unit, placement.calls(), methods, problems);
    List<Region> regions = new ArrayList<>(placement.regions());
    regions.addAll(calls.blocks());
    return new Outline(
        unit,
        placement.directives(),
        Regions.nested(regions),
        placement.waits(),
        placement.syncs(),
        placement.marked(),
        calls.calls());
  }

  /** A copy of this outline with other waits. */
  public Outline withWaits(List<WaitPoint> others) {
    return new Outline(unit, directives, regions, others, syncs, marked, listed);
  }

  /** A finder for the locks in the file's code. */
  Locks locks() {
    return new Locks(unit, regions);
  }

  /** Whether a part of the file contains a directive. */
  public boolean hasDirectiveIn(Tree part) {
    return directives.stream()
        .mapToInt(directive -> directive.comment().start())
        .anyMatch(at -> unit.start(part) <= at && at < unit.end(part));
  }

  /** The innermost function around a place. */
  Function functionAround(TreePath place) {
    return Function.around(place, regions.at(unit.start(place.getLeaf())));
  }

  /** File and line of an offset: {@code C.java:12}. */
  String place(int offset) {
    return unit.source().simpleName() + ":" + unit.source().line(offset);
  }

  boolean isMarked(Function function) {
    return marked.stream().anyMatch(path -> path.getLeaf() == function.path().getLeaf());
  }
}
