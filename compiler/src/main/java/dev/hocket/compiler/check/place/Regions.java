package dev.hocket.compiler.check.place;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.parse.Directive;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The regions of a file, as a tree.
 *
 * @param all the regions; outer ones come before inner ones
 */
public record Regions(List<Region> all) {
  /** Nests regions: determines which region lies inside which. */
  public static Regions nested(List<? extends Region> regions) {
    List<Region> sorted = new ArrayList<>(regions);
    sorted.sort(
        Comparator.comparingInt(Region::start)
            .thenComparing(Region::end, Comparator.reverseOrder())
            // A call that starts in place counts as the innermost region, because it is the
            // statement itself.
            .thenComparing(Regions::startsHere)
            .thenComparingInt(Region::offset));
    for (int i = 0; i < sorted.size(); i++) {
      Region region = sorted.get(i);
      Region outer = null;
      Region around = null;
      for (Region earlier : sorted.subList(0, i)) {
        if (earlier.end() >= region.end()) {
          outer = earlier.isFunction() ? earlier : outer;
          around = earlier;
        }
      }
      sorted.set(i, region.inside(outer, around));
    }
    return new Regions(List.copyOf(sorted));
  }

  private static boolean startsHere(Region region) {
    return region instanceof TargetBlock block && block.directive().here();
  }

  /** The blocks of targets. */
  public List<TargetBlock> blocks() {
    return of(TargetBlock.class);
  }

  /** The regions of teams. */
  public List<ParallelRegion> parallels() {
    return of(ParallelRegion.class);
  }

  /** The regions whose code becomes a function of its own. */
  public List<Region> functions() {
    return all.stream().filter(Region::isFunction).toList();
  }

  /** The regions of one class. */
  public <R extends Region> List<R> of(Class<R> sort) {
    return all.stream().filter(sort::isInstance).map(sort::cast).toList();
  }

  /** The {@code ordered} statements of a shared loop, as far as the loop's text contains them. */
  public Stream<InPlaceRegion> orderedIn(InPlaceRegion loop) {
    return of(InPlaceRegion.class).stream()
        .filter(region -> region.directive() instanceof Directive.Ordered)
        .filter(region ->
            around(region.path(), region.offset(), region.outer()).stream()
                .filter(outer -> outer.directive() instanceof Directive.For)
                .findFirst()
                .filter(loop::equals)
                .isPresent());
  }

  /** The region of another directive that stands between a region's directive and its statement. */
  public Optional<Region> between(Region region) {
    return all.stream()
        .filter(other -> other.statement() == region.statement())
        .filter(other -> region.equals(other.around()))
        .findFirst();
  }

  /** The innermost region around a place, or null. */
  public Region innermost(int offset) {
    return all.stream().filter(region -> region.contains(offset)).reduce((r, s) -> s).orElse(null);
  }

  /**
   * The in-place regions around a place, within its function, innermost first.
   *
   * @param offset the offset of the place, or of its directive
   * @param function the innermost region around it that is a function, or null
   */
  public List<InPlaceRegion> around(TreePath place, int offset, Region function) {
    List<InPlaceRegion> around = new ArrayList<>();
    for (TreePath path = place; ; path = path.getParentPath()) {
      Tree tree = path.getLeaf();
      of(InPlaceRegion.class).reversed().stream()
          .filter(region -> region.statement() == tree && region.offset() < offset)
          .filter(region -> Objects.equals(region.outer(), function))
          .forEach(around::add);
      if (function != null && tree == function.statement()
          || tree instanceof MethodTree
          || tree instanceof LambdaExpressionTree
          || tree instanceof ClassTree) {
        return around;
      }
    }
  }

  /** The regions of any kind around a place, innermost first. */
  public Stream<Region> around(int offset) {
    return Stream.iterate(innermost(offset), region -> region != null, Region::around);
  }

  /** The innermost region around a place that becomes a function of its own, or null. */
  public Region at(int offset) {
    Region innermost = null;
    for (Region region : all) {
      innermost = region.isFunction() && region.contains(offset) ? region : innermost;
    }
    return innermost;
  }
}
