package dev.hocket.events.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A process.
 *
 * @param stack its unfinished operations, the innermost first
 * @param fresh the number of names that it has given: synchronisations, channels and nacks are
 *     named after their process, so that a name does not depend on earlier actions of other
 *     processes
 * @param interrupted whether an interrupt is pending
 */
record Proc(List<Frame> stack, int fresh, boolean interrupted) {

  static Proc of(Frame... stack) {
    return new Proc(List.of(stack), 0, false);
  }

  Frame top() {
    return stack.getFirst();
  }

  /** Returns this process with other frames in place of the innermost one. */
  Proc replace(Frame... frames) {
    List<Frame> all = new ArrayList<>(List.of(frames));
    all.addAll(stack.subList(1, stack.size()));
    return new Proc(List.copyOf(all), fresh, interrupted);
  }

  Proc push(Frame frame) {
    List<Frame> all = new ArrayList<>(List.of(frame));
    all.addAll(stack);
    return new Proc(List.copyOf(all), fresh, interrupted);
  }

  Proc fresher() {
    return new Proc(stack, fresh + 1, interrupted);
  }

  Proc interrupted(boolean interrupt) {
    return new Proc(stack, fresh, interrupt);
  }

  /** Returns the name of its current statement; a post-consumption process may have none. */
  String where() {
    for (Frame frame : stack) {
      if (frame instanceof Frame.Run run
          && !run.block().body().isEmpty()
          && (run.block().first() instanceof Stmt.Sync
              || run.block().first() instanceof Stmt.Start)) {
        return run.block().first().variable();
      }
    }
    return "?";
  }
}
