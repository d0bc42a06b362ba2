package dev.hocket.compiler.resume;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** Positions in the source, in the form of blocks' labels and of stack traces. */
final class Positions {
  /** The line of code whose class file has no line numbers, as in {@link StackTraceElement}. */
  static final int NO_LINE = -1;

  private Positions() {}

  /** The line of an instruction. */
  static int line(AbstractInsnNode instruction) {
    for (AbstractInsnNode n = instruction; n != null; n = n.getPrevious()) {
      if (n instanceof LineNumberNode line) {
        return line.line;
      }
    }
    return NO_LINE;
  }

  /** The line of a method's first instruction. */
  static int firstLine(MethodNode method) {
    LineNumberNode first = first(method);
    return first == null ? NO_LINE : first.line;
  }

  /** The first entry of a method's line table, or null. */
  static LineNumberNode first(MethodNode method) {
    for (AbstractInsnNode n : method.instructions) {
      if (n instanceof LineNumberNode line) {
        return line;
      }
    }
    return null;
  }

  /** All lines in a method's line table, in the order of the code. */
  static IntStream lines(MethodNode method) {
    return Arrays.stream(method.instructions.toArray())
        .filter(LineNumberNode.class::isInstance)
        .mapToInt(n -> ((LineNumberNode) n).line);
  }

  /** The label of a block: {@code C.java:12}. */
  static String label(ClassNode type, int line) {
    return (type.sourceFile == null ? "Unknown Source" : type.sourceFile) + ":" + line;
  }

  /** A position as stack traces print it: {@code p.C.m(C.java:12)}. */
  static String where(ClassNode type, MethodNode method, int line) {
    return type.name.replace('/', '.') + "." + method.name + "(" + label(type, line) + ")";
  }
}
