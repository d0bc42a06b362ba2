package dev.hocket.compiler.resume;

import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Makes room for the coroutine in the slot after the parameters: later locals move by one slot. */
final class Shift {
  private Shift() {}

  /** Adds the parameter, and returns its slot. */
  static int addCoroutine(MethodNode method) {
    int slot = Methods.parameterSlots(method);
    for (AbstractInsnNode n : method.instructions) {
      switch (n) {
        case VarInsnNode variable -> variable.var += variable.var < slot ? 0 : 1;
        case IincInsnNode increment -> increment.var += increment.var < slot ? 0 : 1;
        case FrameNode frame -> frame.local = withCoroutine(frame.local, slot);
        default -> {
          // The instruction uses no local.
        }
      }
    }
    if (method.localVariables != null) {
      for (LocalVariableNode variable : method.localVariables) {
        variable.index += variable.index < slot ? 0 : 1;
      }
    }
    method.desc = Call.twinOf(method.desc);
    method.maxLocals++;
    return slot;
  }

  private static List<Object> withCoroutine(List<Object> locals, int slot) {
    List<Object> slots = FrameTypes.slots(locals, slot);
    slots.add(slot, Names.COROUTINE);
    return FrameTypes.values(slots);
  }
}
