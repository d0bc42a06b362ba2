package dev.hocket.compiler.resume;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

/** No instruction has two stack map frames (JVMS 4.7.4). */
final class Frames {
  private Frames() {}

  /** Puts an instruction between frames that would meet at one. */
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
