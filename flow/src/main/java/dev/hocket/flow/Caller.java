package dev.hocket.flow;

import dev.hocket.flow.graph.Position;
import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.stream.Stream;

/** Finds the place in the program that has called a class of this package. */
final class Caller {
  private Caller() {}

  /**
   * Returns the position of the innermost call that is not in the class which calls this method.
   */
  static Position position() {
    return StackWalker.getInstance().walk(Caller::position);
  }

  private static Position position(Stream<StackFrame> frames) {
    Iterator<StackFrame> calls = frames.skip(1).iterator();
    String library = calls.next().getClassName();
    while (calls.hasNext()) {
      StackFrame call = calls.next();
      if (!call.getClassName().equals(library)) {
        return new Position(file(call), Math.max(call.getLineNumber(), 0), 0);
      }
    }
    return new Position("unknown", 0, 0);
  }

  private static String file(StackFrame call) {
    return call.getFileName() == null ? call.getClassName() : call.getFileName();
  }
}
