package dev.hocket.compiler.resume;

import java.util.List;
import java.util.function.BiConsumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AnalyzerAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The verification types of all locals and operands before an instruction, one entry per slot. They
 * are derived from javac's stack map frames and the instructions after them, as the verifier does
 * (JVMS 4.10.1.6), so no class needs to be loaded.
 */
record Typing(List<Object> locals, List<Object> stack) {

  /** Visits every instruction of a method in order. */
  static void walk(String owner, MethodNode method, BiConsumer<AbstractInsnNode, Typing> visitor) {
    AnalyzerAdapter types =
        new AnalyzerAdapter(Opcodes.ASM9, owner, method.access, method.name, method.desc, null) {};
    for (AbstractInsnNode n : method.instructions.toArray()) {
      if (n.getOpcode() >= 0) {
        visitor.accept(n, new Typing(types.locals, types.stack));
      }
      n.accept(types);
    }
  }

  /** A copy that stays valid while the walk continues. */
  Typing copy() {
    return new Typing(List.copyOf(locals), List.copyOf(stack));
  }

  /** The type of a local; {@code TOP} if it is unset. */
  Object local(int slot) {
    return slot < locals.size() ? locals.get(slot) : Opcodes.TOP;
  }

  /** The types of the operand stack without its top {@code slots} slots. */
  List<Object> stackBelow(int slots) {
    return stack.subList(0, stack.size() - slots);
  }
}
