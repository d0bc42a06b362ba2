package dev.hocket.compiler.check.races;

import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Use;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.ClauseKind;
import java.util.Comparator;

/**
 * Warns if a private variable is read before a value is assigned to it.
 *
 * <pre>{@code
 * int count = 1;
 * //#omp target virtual(worker) private(count)
 * System.out.println(count); // HK111: the block has a count of its own
 * }</pre>
 */
public final class PrivateReads {
  private final AttributedUnit unit;
  private final Problems problems;

  public PrivateReads(AttributedUnit unit, Problems problems) {
    this.unit = unit;
    this.problems = problems;
  }

  /** Checks a copy that starts without a value. */
  public void check(Local local) {
    boolean empty =
        (local.copy() == ClauseKind.PRIVATE || local.copy() == ClauseKind.LASTPRIVATE)
            && !local.isIndex()
            && !local.startsWithValue();
    if (empty) {
      local.uses().stream()
          .min(Comparator.comparingInt(use -> order(use)))
          .filter(Use::reads)
          .ifPresent(use ->
              problems.report(
                  Message.HK111, unit.source(), use.offset(), "variable", local.name()));
    }
  }

  /** The position of a use in the order of execution: in {@code x = x + 1} the read runs first. */
  private int order(Use use) {
    boolean assigned = use.writes() && !use.reads() && !use.inClause();
    return assigned ? unit.end(use.path().getParentPath().getLeaf()) : use.offset();
  }
}
