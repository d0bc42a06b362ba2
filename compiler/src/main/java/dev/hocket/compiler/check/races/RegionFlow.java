package dev.hocket.compiler.check.races;

import com.sun.source.tree.Tree;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Use;
import dev.hocket.compiler.check.sharing.Variables;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Follows a variable through code with directives, whose clauses read and assign it, too. */
class RegionFlow extends ValueFlow {
  private final Map<Tree, List<Region>> regions;
  private final Variables variables;
  private final Local local;

  RegionFlow(Regions regions, Variables variables, Local local) {
    super(local.uses(), local.construct() == null ? local.tree() : null);
    this.regions =
        regions.all().stream()
            .sorted(Comparator.comparing(Region::offset))
            .collect(Collectors.groupingBy(Region::statement));
    this.variables = variables;
    this.local = local;
  }

  @Override
  public Void scan(Tree tree, Void unused) {
    List<Region> here = regions.getOrDefault(tree, List.of());
    here.forEach(this::enter);
    boolean before = isAssigned();
    super.scan(tree, unused);
    here.reversed().forEach(region -> leave(region, before));
    return null;
  }

  /** Reads the values that clauses use, and those with which the copies of a region start. */
  private void enter(Region region) {
    boolean combines =
        region.directive().clauses().stream()
            .anyMatch(clause -> clause.kind().combines() && clause.lists(local.name()));
    inClauses(region).stream()
        .filter(use -> combines || !use.writes())
        .forEach(use -> read(use.offset()));
    variables.copiesOf(region).stream()
        .filter(copy -> copy.isImplicit() && copy.element().equals(local.element()))
        .flatMap(copy -> copy.uses().stream().filter(Use::reads).limit(1))
        .forEach(use -> read(use.offset()));
  }

  /**
   * Applies what a region does to the variable at its end.
   *
   * @param before whether all paths to the region assign a value
   */
  void leave(Region region, boolean before) {
    if (inClauses(region).stream().anyMatch(Use::writes)) {
      assign();
    }
  }

  private List<Use> inClauses(Region region) {
    int end = region.directive().comment().next();
    return local.uses().stream()
        .filter(Use::inClause)
        .filter(use -> region.offset() <= use.offset() && use.offset() < end)
        .toList();
  }
}
