package dev.hocket.compiler.check.place;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.parse.Directive;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The regions of a file, as a tree. */
public final class Regions {
  /** Outer ones come before inner ones. */
  private final List<Region> all;

  private final Map<Tree, List<Region>> byStatement = new IdentityHashMap<>();

  /** The {@code ordered} statements by the offset of the directive of their loop. */
  private final Map<Integer, List<InPlaceRegion>> orderedByLoop = new HashMap<>();

  private Regions(List<Region> all) {
    this.all = List.copyOf(all);
    for (Region region : all) {
      byStatement.computeIfAbsent(region.statement(), tree -> new ArrayList<>()).add(region);
    }
    for (InPlaceRegion region : of(InPlaceRegion.class)) {
      if (region.directive() instanceof Directive.Ordered) {
        loopOf(region)
            .ifPresent(loop ->
                orderedByLoop
                    .computeIfAbsent(loop.offset(), offset -> new ArrayList<>())
                    .add(region));
      }
    }
  }

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
    Deque<Region> open = new ArrayDeque<>();
    for (int i = 0; i < sorted.size(); i++) {
      Region region = sorted.get(i);
      while (!open.isEmpty() && open.peek().end() < region.end()) {
        open.pop();
      }
      Region around = open.peek();
      Region nested = region.inside(around == null ? null : around.function(), around);
      open.push(nested);
      sorted.set(i, nested);
    }
    return new Regions(sorted);
  }

  /** All regions; outer ones come before inner ones. */
  public List<Region> all() {
    return all;
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
  public List<InPlaceRegion> orderedIn(InPlaceRegion loop) {
    return orderedByLoop.getOrDefault(loop.offset(), List.of());
  }

  /** The shared loop whose text contains a region, in the same function. */
  public Optional<InPlaceRegion> loopOf(InPlaceRegion region) {
    return around(region.path(), region.offset(), region.outer()).stream()
        .filter(outer -> outer.directive() instanceof Directive.For)
        .findFirst();
  }

  /**
   * The region of another directive that stands between a region's directive and its statement,
   * before or behind the statement's labels.
   */
  public Optional<Region> between(Region region) {
    return Stream.iterate((Tree) region.statement(), Objects::nonNull, Regions::labelled)
        .flatMap(statement -> byStatement.getOrDefault(statement, List.of()).stream())
        .filter(other -> region.equals(other.around()))
        .findFirst();
  }

  private static Tree labelled(Tree statement) {
    return statement instanceof LabeledStatementTree label ? label.getStatement() : null;
  }

  /** The innermost region around a place, or null. */
  public Region innermost(int offset) {
    int from = 0;
    int to = all.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (all.get(middle).start() <= offset) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    Region region = from == 0 ? null : all.get(from - 1);
    while (region != null && !region.contains(offset)) {
      region = region.around();
    }
    return region;
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
      byStatement.getOrDefault(tree, List.of()).reversed().stream()
          .filter(region -> region.offset() < offset)
          .filter(region -> Objects.equals(region.outer(), function))
          .flatMap(region -> region instanceof InPlaceRegion r ? Stream.of(r) : Stream.empty())
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
    Region innermost = innermost(offset);
    return innermost == null ? null : innermost.function();
  }
}
