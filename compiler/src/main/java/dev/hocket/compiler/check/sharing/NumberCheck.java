package dev.hocket.compiler.check.sharing;

import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks that the number in a clause is at least 1, if it is a constant.
 *
 * <pre>{@code
 * final int threads = 0;
 * //#omp parallel num_threads(threads) // HK052: a team has at least one thread
 * work();
 * }</pre>
 */
final class NumberCheck {
  private static final Pattern NUMBER = Pattern.compile("(-\\s*)?([0-9][0-9_]*)[lL]?");

  private final AttributedUnit unit;
  private final Variables variables;
  private final Problems problems;

  NumberCheck(AttributedUnit unit, Variables variables, Problems problems) {
    this.unit = unit;
    this.variables = variables;
    this.problems = problems;
  }

  void check(Region region) {
    for (Clause clause : region.directive().clauses()) {
      switch (clause.kind()) {
        case NUM_THREADS, SCHEDULE, COLLAPSE, GRAINSIZE, NUM_TASKS -> check(region, clause);
        default -> {}
      }
    }
  }

  private void check(Region region, Clause clause) {
    if (clause.expression() == null) {
      return;
    }
    String text = clause.expression().text();
    Optional<Long> value = literal(text).or(() -> constant(region, text));
    boolean unknown = clause.kind() == ClauseKind.COLLAPSE && literal(text).isEmpty();
    if (unknown || value.filter(number -> number < 1).isPresent()) {
      problems.report(
          Message.HK052,
          unit.source(),
          clause.expression().offset(),
          "clause",
          clause.kind().word(),
          "value",
          unknown ? "no number" : String.valueOf(value.get()));
    }
  }

  private static Optional<Long> literal(String text) {
    Matcher number = NUMBER.matcher(text);
    return number.matches()
        ? Optional.of(Long.valueOf(text.replaceAll("[\\s_lL]", "")))
        : Optional.empty();
  }

  /** The value of a variable that is a constant. */
  private Optional<Long> constant(Region region, String name) {
    return variables
        .scopes()
        .variable(name, region)
        .map(variable -> variable.getConstantValue())
        .filter(Number.class::isInstance)
        .map(value -> ((Number) value).longValue());
  }
}
