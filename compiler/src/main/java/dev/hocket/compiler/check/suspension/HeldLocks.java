package dev.hocket.compiler.check.suspension;

import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.Locks;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;

/**
 * Warns if a thread waits for a block while it holds a lock that the block may need.
 *
 * <pre>{@code
 * synchronized (lock) {
 *   //#omp target virtual(worker)
 *   store(); // HK105
 * }
 * }</pre>
 */
public final class HeldLocks {
  private final AttributedUnit unit;
  private final Locks locks;
  private final Problems problems;

  public HeldLocks(AttributedUnit unit, Regions regions, Problems problems) {
    this.unit = unit;
    this.locks = new Locks(unit, regions);
    this.problems = problems;
  }

  public void check(TargetBlock block) {
    boolean waits = !block.directive().isAsynchronous() && !block.directive().isAwaited();
    if (waits && !block.directive().isNeverPosted()) {
      locks
          .around(block.path(), block.offset(), block.outer())
          .ifPresent(lock -> report(block, lock));
    }
  }

  private void report(TargetBlock block, Locks.Held lock) {
    problems.report(
        Message.HK105,
        unit.source(),
        block.offset(),
        "lock",
        lock.word(),
        "line",
        String.valueOf(lock.line()));
  }
}
