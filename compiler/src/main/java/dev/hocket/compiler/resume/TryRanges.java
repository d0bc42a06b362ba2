package dev.hocket.compiler.resume;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Excludes the generated code of suspension points from the ranges of exception handlers: the
 * locals that a handler relies on are not set there (JVMS 4.10.1.6). The handlers' order stays,
 * because the JVM takes the first that fits (JVMS 2.10).
 */
final class TryRanges {
  private TryRanges() {}

  static void interrupt(MethodNode method, List<Point> points) {
    List<TryCatchBlockNode> pieces = new ArrayList<>();
    for (TryCatchBlockNode range : method.tryCatchBlocks) {
      LabelNode start = range.start;
      for (Point point : points) {
        if (covers(method.instructions, range, point)) {
          pieces.add(piece(range, start, Code.node(point.suspended)));
          start = Code.node(point.resumed);
        }
      }
      pieces.add(piece(range, start, range.end));
    }
    method.tryCatchBlocks = pieces;
  }

  private static boolean covers(InsnList code, TryCatchBlockNode range, Point point) {
    int at = code.indexOf(point.node());
    return code.indexOf(range.start) <= at && at < code.indexOf(range.end);
  }

  private static TryCatchBlockNode piece(TryCatchBlockNode range, LabelNode start, LabelNode end) {
    return new TryCatchBlockNode(start, end, range.handler, range.type);
  }
}
