package dev.hocket.compiler.check;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.Completion;
import dev.hocket.compiler.check.place.Cancellations;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks {@code cancel} and {@code cancellation point}: each must be inside the construct that it
 * cancels, and that construct must be one that can be cancelled.
 *
 * <pre>{@code
 * //#omp parallel for ordered
 * for (int i = 0; i < n; i++) {
 *   //#omp cancel for
 *   work(i); // HK067: the other threads wait for the turn of this iteration
 * }
 * }</pre>
 */
final class CancelCheck {
  private final AttributedUnit unit;
  private final Regions regions;
  private final Problems problems;

  CancelCheck(AttributedUnit unit, Regions regions, Problems problems) {
    this.unit = unit;
    this.regions = regions;
    this.problems = problems;
  }

  void check(Directive.Cancel directive, TreePath list) {
    new Cancellations(regions)
        .left(directive, list)
        .ifPresentOrElse(
            region -> check(directive, region), () -> refuse(directive, outside(directive), ""));
  }

  private static String outside(Directive.Cancel directive) {
    String construct = Cancellations.construct(directive);
    return "it does not stand directly in a '%s': only 'critical' may be between"
        .formatted(construct);
  }

  private void check(Directive.Cancel directive, Region region) {
    // A combined directive such as taskloop has two regions, each with some of its clauses.
    List<Clause> clauses =
        regions.all().stream()
            .filter(other -> other.directive().comment() == region.directive().comment())
            .flatMap(other -> other.directive().clauses().stream())
            .toList();
    Optional<Clause> wrong =
        clauses.stream().filter(clause -> wrong(directive).contains(clause.kind())).findFirst();
    if (wrong.isPresent()) {
      String word = wrong.get().kind().word();
      refuse(directive, reason(region, word), "remove '" + word + "' there, or ");
    } else if (region.isFunction() && !new Completion(unit).completes(region.statement())) {
      String reason = "the statement of line %d never ends without it".formatted(line(region));
      refuse(directive, reason, "end the statement by a condition, or ");
    }
  }

  private String reason(Region region, String clause) {
    return "the '%s' of line %d has the clause '%s'"
        .formatted(region.directive().kind().word(), line(region), clause);
  }

  private int line(Region region) {
    return unit.source().line(region.offset());
  }

  /** The clauses that a cancelled construct could not honour. */
  private static Set<ClauseKind> wrong(Directive.Cancel directive) {
    return switch (directive.what()) {
      case FOR, SECTIONS -> Set.of(ClauseKind.NOWAIT, ClauseKind.ORDERED);
      case PARALLEL -> Set.of(ClauseKind.REDUCTION);
      default -> Set.of(ClauseKind.REDUCTION, ClauseKind.LASTPRIVATE);
    };
  }

  private void refuse(Directive.Cancel directive, String reason, String way) {
    problems.report(
        Message.HK067,
        unit.source(),
        directive.comment().start(),
        "directive",
        directive.text(),
        "reason",
        reason,
        "way",
        way);
  }
}
