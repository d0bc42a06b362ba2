package dev.hocket.compiler.check.sharing;

import com.sun.source.tree.ForLoopTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.loops.SharedLoop;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;

/** The heads of a file's shared loops, which run in another place than the bodies. */
final class LoopHeads {
  private final AttributedUnit unit;
  private final Regions regions;
  private final List<LoopNest> nests;

  /** The heads where an index changes; in the body it is constant. */
  private final Map<Element, List<Head>> heads = new HashMap<>();

  private record Head(int start, int end) {
    boolean contains(int offset) {
      return start <= offset && offset < end;
    }
  }

  LoopHeads(AttributedUnit unit, Regions regions, List<LoopNest> nests) {
    this.unit = unit;
    this.regions = regions;
    this.nests = nests;
    nests.forEach(this::addHeads);
  }

  private void addHeads(LoopNest nest) {
    for (SharedLoop loop : nest.loops()) {
      if (loop instanceof SharedLoop.Counted counted) {
        int start = unit.start(loop.path().getLeaf());
        Head head =
            new Head(start, unit.start(((ForLoopTree) loop.path().getLeaf()).getStatement()));
        heads.computeIfAbsent(counted.index(), key -> new ArrayList<>()).add(head);
      }
    }
  }

  /** Whether a place is in the head that changes a variable, its index. */
  boolean changes(Element variable, int offset) {
    return heads.getOrDefault(variable, List.of()).stream().anyMatch(h -> h.contains(offset));
  }

  /**
   * The region that a name belongs to. A name in the head of a shared loop belongs to the region
   * around the loop, except the index of a collapsed outer loop.
   */
  Region regionOf(int offset, VariableElement named) {
    Region innermost = regions.innermost(offset);
    Optional<LoopNest> nest = nestWithHeadAt(offset);
    return nest.isEmpty() || isIndexOf(innermost, named) ? innermost : nest.get().aroundHead();
  }

  /**
   * The region whose function declares a variable. A pattern variable in the head of a shared loop
   * is declared where the head is evaluated; the loop's own variable, where its body runs.
   */
  Region ownerOf(TreePath declaration) {
    int start = unit.start(declaration.getLeaf());
    Optional<LoopNest> nest = nestWithHeadAt(start).filter(around -> !around.declares(declaration));
    if (nest.isEmpty()) {
      return regions.at(start);
    }
    Region around = nest.get().aroundHead();
    return around == null ? null : around.function();
  }

  private Optional<LoopNest> nestWithHeadAt(int offset) {
    Region innermost = regions.innermost(offset);
    return nests.stream()
        .filter(nest -> nest.region().equals(innermost) && offset < unit.start(nest.body()))
        .findFirst();
  }

  /** Whether a variable that is declared before a loop is its index. */
  boolean isIndexOf(Region loop, VariableElement variable) {
    return nests.stream()
        .filter(nest -> nest.region().equals(loop))
        .flatMap(LoopNest::countedOutside)
        .anyMatch(counted -> counted.index().equals(variable));
  }

  /** Whether a region is one directive with a loop that has such an index. */
  boolean isAroundLoopOf(Region region, VariableElement variable) {
    return nests.stream()
        .filter(nest -> nest.ownRegion().filter(region::equals).isPresent())
        .anyMatch(nest -> isIndexOf(nest.region(), variable));
  }
}
