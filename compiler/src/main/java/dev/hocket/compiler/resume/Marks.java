package dev.hocket.compiler.resume;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * The marked calls of a method, in the order of the code; the marks are removed from the code.
 *
 * @param awaited the calls at which the method is suspended
 * @param waited the calls of {@code void} methods that block the thread until the method has ended
 */
record Marks(List<MethodInsnNode> awaited, List<MethodInsnNode> waited) {

  /** Creates a mark, which says that the call before it is awaited. */
  static MethodInsnNode mark() {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, Names.RESUMED, "awaited", "()V", false);
  }

  /** Whether a method awaits something. */
  static boolean awaits(MethodNode method) {
    return Arrays.stream(method.instructions.toArray())
        .anyMatch(n -> n instanceof MethodInsnNode mark && isMark(mark) && !isWaited(mark));
  }

  private static boolean isMark(MethodInsnNode call) {
    return call.owner.equals(Names.RESUMED);
  }

  private static boolean isWaited(MethodInsnNode mark) {
    return mark.name.equals("waited");
  }

  static Marks takeFrom(ClassNode type, MethodNode method) {
    Marks marks = new Marks(new ArrayList<>(), new ArrayList<>());
    for (AbstractInsnNode n : method.instructions.toArray()) {
      if (n instanceof MethodInsnNode mark && isMark(mark)) {
        removeCast(method, mark);
        (isWaited(mark) ? marks.waited : marks.awaited).add(markedBy(mark));
        method.instructions.remove(mark);
      }
    }
    if (method.name.startsWith("<") && !marks.awaited.isEmpty()) {
      int line = Positions.line(marks.awaited.getFirst());
      throw new IllegalStateException(
          Positions.where(type, method, line) + ": a constructor or initialiser cannot suspend");
    }
    return marks;
  }

  /**
   * Removes the cast before a mark. The source pass writes {@code ((Resumed) null).awaited()} if a
   * name in the file hides the package.
   */
  private static void removeCast(MethodNode method, MethodInsnNode mark) {
    AbstractInsnNode pop = instructionBefore(mark);
    if (pop.getOpcode() == Opcodes.POP
        && instructionBefore(pop) instanceof TypeInsnNode cast
        && cast.desc.equals(Names.RESUMED)) {
      List.of(pop, cast, instructionBefore(cast)).forEach(method.instructions::remove);
    }
  }

  private static MethodInsnNode markedBy(MethodInsnNode mark) {
    AbstractInsnNode call = instructionBefore(mark);
    if (call.getOpcode() == Opcodes.CHECKCAST) {
      // A cast to the bound of the method's type parameter stands between call and mark.
      call = instructionBefore(call);
    }
    if (call instanceof MethodInsnNode marked) {
      return marked;
    }
    throw new IllegalStateException(
        "line " + Positions.line(mark) + ": a mark that does not follow a call");
  }

  private static AbstractInsnNode instructionBefore(AbstractInsnNode node) {
    AbstractInsnNode before = node.getPrevious();
    while (before.getType() == AbstractInsnNode.LABEL
        || before.getType() == AbstractInsnNode.LINE) {
      before = before.getPrevious();
    }
    return before;
  }
}
