package dev.hocket.compiler.check;

import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.MethodInvocationTree;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.ConstructorCall;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.SyncPoint;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Directive;
import java.util.List;
import java.util.Optional;

/**
 * Checks regions by the kind of their directive: their code, and which region may contain which.
 *
 * <pre>{@code
 * //#omp critical(sum)
 * {
 *   //#omp critical(sum)
 *   sum += 2; // HK048: the thread would wait for itself
 * }
 * }</pre>
 */
final class RegionCheck {
  private final AttributedUnit unit;
  private final Regions regions;
  private final List<LoopNest> nests;
  private final TeamCheck teams;
  private final Problems problems;

  RegionCheck(AttributedUnit unit, Regions regions, List<LoopNest> nests, Problems problems) {
    this.unit = unit;
    this.regions = regions;
    this.nests = nests;
    this.teams = new TeamCheck(unit, regions, problems);
    this.problems = problems;
  }

  void check(Region region) {
    if (region instanceof InPlaceRegion inPlace) {
      check(inPlace);
    } else {
      new BlockCheck(unit, region, problems).check();
    }
    Optional<LoopNest> nest = nests.stream().filter(n -> n.region().equals(region)).findFirst();
    if (isOfRightForm(region, nest)) {
      new JumpCheck(unit, region, regions, nest, problems).check();
    }
  }

  /**
   * Whether a region's statement has the form that its directive needs. If not, only this is
   * reported.
   */
  private boolean isOfRightForm(Region region, Optional<LoopNest> nest) {
    return region.directive() instanceof Directive.For
        ? nest.isPresent()
        : !problems.isReported(Message.HK055, unit.source(), region.offset());
  }

  void check(SyncPoint sync) {
    teams.check(sync);
  }

  private void check(InPlaceRegion region) {
    if (needsBareStatement(region.directive())) {
      Optional<Region> between = regions.between(region);
      if (between.isPresent()) {
        teams.refuseBetween(region, between.get());
        return;
      }
    }
    if (region.statement() instanceof ExpressionStatementTree statement
        && statement.getExpression() instanceof MethodInvocationTree tree
        && ConstructorCall.is(tree)) {
      String call = tree.getMethodSelect() + "(…)";
      problems.report(Message.HK024, unit.source(), region.start(), "call", call);
    }
    switch (region.directive()) {
      case Directive.Critical critical -> checkNesting(region, critical);
      case Directive.WorkSharing sharing -> teams.check(region, sharing);
      case Directive.Section section -> teams.checkSection(region);
      case Directive.Ordered ordered -> {
        teams.checkNotInTask(region);
        new OrderedCheck(unit, regions, problems).check(region);
      }
      case Directive.Atomic atomic -> teams.checkAtomic(region, atomic);
      case Directive.Master master -> teams.checkNotInTask(region);
      case Directive.Taskgroup group -> {}
    }
  }

  /**
   * Whether the translation takes the statement apart, so that no directive may stand between it
   * and its own directive.
   */
  private static boolean needsBareStatement(Directive.InPlace directive) {
    return switch (directive) {
      case Directive.Sections sections -> true;
      case Directive.Atomic atomic -> true;
      // LoopCheck refuses any directive between a shared loop and its directive.
      case Directive.For loop -> false;
      case Directive.Single single -> false;
      case Directive.Bare bare -> false;
      case Directive.Master master -> false;
      case Directive.Taskgroup group -> false;
    };
  }

  /**
   * Reports a lock that is taken again inside itself in one function. A thread may take a lock
   * twice, but written this way it is probably a mistake.
   */
  private void checkNesting(InPlaceRegion region, Directive.Critical critical) {
    regions.around(region.path(), region.offset(), region.outer()).stream()
        .filter(outer -> outer.directive() instanceof Directive.Critical c && c.isSame(critical))
        .findFirst()
        .ifPresent(outer ->
            problems.report(
                Message.HK048,
                unit.source(),
                region.offset(),
                "directive",
                critical.toString(),
                "line",
                String.valueOf(unit.source().line(outer.offset()))));
  }
}
