package dev.hocket.flow;

import dev.hocket.flow.graph.Position;
import java.util.Set;

/** Finds the place in the program that has called this package. */
final class Caller {
  private static final Set<String> OURS =
      Set.of(Caller.class.getName(), Definition.class.getName(), Flow.class.getName());

  private Caller() {}

  static Position position() {
    return StackWalker.getInstance()
        .walk(frames -> frames.filter(frame -> !OURS.contains(frame.getClassName())).findFirst())
        .map(frame -> new Position(nameOf(frame), Math.max(frame.getLineNumber(), 0), 0))
        .orElse(new Position("unknown", 0, 0));
  }

  private static String nameOf(StackWalker.StackFrame frame) {
    return frame.getFileName() == null ? frame.getClassName() : frame.getFileName();
  }
}
