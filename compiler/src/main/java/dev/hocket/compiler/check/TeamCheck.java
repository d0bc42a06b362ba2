package dev.hocket.compiler.check;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.atomic.AtomicReader;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.SyncPoint;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Directive;
import java.util.List;

/**
 * Checks directives that share work among a team: where they may stand, and before which
 * statements.
 *
 * <pre>{@code
 * //#omp single
 * {
 *   //#omp barrier
 *   report(); // HK054: the other threads do not come to the barrier
 * }
 * }</pre>
 */
final class TeamCheck {
  private final AttributedUnit unit;
  private final Regions regions;
  private final Problems problems;

  TeamCheck(AttributedUnit unit, Regions regions, Problems problems) {
    this.unit = unit;
    this.regions = regions;
    this.problems = problems;
  }

  void check(SyncPoint sync) {
    switch (sync.directive()) {
      case Directive.Barrier barrier -> {
        int offset = barrier.comment().start();
        checkAllCome(barrier.word(), offset, sync.list(), regions.at(offset));
      }
      case Directive.Flush flush -> {}
      case Directive.Taskwait wait -> {}
      case Directive.Taskyield yield -> {}
      case Directive.Taskcancel cancel -> {}
      case Directive.Cancel cancel ->
          new CancelCheck(unit, regions, problems).check(cancel, sync.list());
    }
  }

  /**
   * Checks that all threads of the team reach the directive, and the form of its statement. {@link
   * dev.hocket.compiler.check.loops.LoopCheck} checks the loops of {@code for}.
   */
  void check(InPlaceRegion region, Directive.WorkSharing directive) {
    boolean ofTask =
        region.outer() instanceof TaskRegion task
            && task.directive().comment() == directive.comment();
    if (!ofTask) {
      checkAllCome(directive.kind().word(), region.offset(), region.path(), region.outer());
    }
    switch (directive) {
      case Directive.Sections sections -> checkSections(region);
      case Directive.For loop -> {}
      case Directive.Single single -> {}
    }
  }

  /**
   * Reports a directive for all threads of a team if it is in a region that only one of them runs.
   */
  private void checkAllCome(String word, int offset, TreePath place, Region function) {
    regions.around(place, offset, function).stream()
        .filter(around -> around.offset() < offset)
        .filter(around -> !(around.directive() instanceof Directive.Taskgroup))
        .findFirst()
        .ifPresentOrElse(
            around -> {
              if (!isTakenApart(around, place)) {
                reportInside(word, offset, around);
              }
            },
            () -> {
              if (function instanceof TaskRegion) {
                reportInside(word, offset, function);
              }
            });
  }

  /**
   * Reports a region that must not be in a task: a task may run on any thread, in the middle of
   * that thread's other work.
   */
  void checkNotInTask(InPlaceRegion region) {
    if (region.outer() instanceof TaskRegion task) {
      reportInside(region.directive().kind().word(), region.offset(), task);
    }
  }

  private void reportInside(String word, int offset, Region around) {
    problems.report(
        Message.HK054,
        unit.source(),
        offset,
        "inner",
        word,
        "outer",
        around.directive().kind().word(),
        "line",
        String.valueOf(unit.source().line(around.offset())));
  }

  /** Whether a place is the statement of a shared loop; LoopCheck refuses directives there. */
  private static boolean isTakenApart(InPlaceRegion around, TreePath place) {
    return around.directive() instanceof Directive.For && around.statement() == place.getLeaf();
  }

  private void checkSections(InPlaceRegion region) {
    if (!(region.statement() instanceof BlockTree block)) {
      String way = "put it before a { block }, and //#omp section before each statement in it";
      refuse(region.offset(), "sections", "it is no { block }", way);
      return;
    }
    List<? extends StatementTree> statements = block.getStatements();
    for (StatementTree statement :
        statements.subList(statements.isEmpty() ? 0 : 1, statements.size())) {
      boolean isSection =
          regions.of(InPlaceRegion.class).stream()
              .filter(other -> other.directive() instanceof Directive.Section)
              .anyMatch(other -> other.statement() == statement);
      if (!isSection) {
        String way = "put //#omp section before it, or { } around it and the statement before it";
        refuse(unit.start(statement), "sections", "it is no section", way);
      }
    }
  }

  void checkSection(InPlaceRegion region) {
    boolean inSections =
        region.around() instanceof InPlaceRegion around
            && around.directive() instanceof Directive.Sections
            && around.statement() == region.path().getParentPath().getLeaf();
    if (!inSections) {
      String way = "put //#omp sections before the { block } that it stands in";
      refuse(region.offset(), "section", "it is not in a { block } of sections", way);
    }
  }

  void checkAtomic(InPlaceRegion region, Directive.Atomic atomic) {
    if (AtomicReader.read(unit.trees(), region.path(), atomic.access()).isEmpty()) {
      String reason = "it is not one '" + atomic.access().word() + "' of one variable";
      String forms = AtomicReader.forms(atomic.access());
      String way = "write " + forms + ", with calls in x or v moved before it; or use critical";
      refuse(region.offset(), "atomic", reason, way);
    }
  }

  /**
   * Reports a directive that stands between another directive and the statement that the other one
   * takes apart.
   */
  void refuseBetween(InPlaceRegion region, Region other) {
    String word = other.directive().kind().word();
    refuse(
        region.offset(),
        region.directive().kind().word(),
        "'" + word + "' stands between the directive and the statement",
        "put '" + word + "' first");
  }

  private void refuse(int offset, String directive, String reason, String way) {
    problems.report(
        Message.HK055, unit.source(), offset, "directive", directive, "reason", reason, "way", way);
  }
}
