package dev.hocket.compiler.resume;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Keeps stack map frames apart: an instruction must not have two (JVMS 4.7.4). */
final class Frames {
  private Frames() {}

  /** Inserts a no-op between two frames that would belong to the same instruction. */
  static void separate(MethodNode method) {
    AbstractInsnNode pending = null;
    for (AbstractInsnNode n : method.instructions.toArray()) {
      if (n instanceof FrameNode) {
        if (pending != null) {
          method.instructions.insert(pending, new InsnNode(Opcodes.NOP));
        }
        pending = n;
      } else if (n.getOpcode() >= 0) {
        pending = null;
      }
    }
  }
}
