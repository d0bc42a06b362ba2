package dev.hocket.flow.state;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The code of a method that is analysed: its instructions, their lines, and the objects that they
 * make.
 */
final class Code {
  final ClassNode owner;
  final MethodNode method;
  private final Map<AbstractInsnNode, Integer> lines = new HashMap<>();

  Code(ClassNode owner, MethodNode method) {
    this.owner = owner;
    this.method = method;
    int line = 0;
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof LineNumberNode number) {
        line = number.line;
      }
      lines.put(insn, line);
    }
  }

  String name() {
    return owner.name + "." + method.name + method.desc;
  }

  /** Describes the place of an instruction, for messages. */
  String at(AbstractInsnNode insn) {
    return owner.name.replace('/', '.') + "." + method.name + ", line " + lines.get(insn) + ",";
  }

  StateValue made(AbstractInsnNode insn, String type) {
    return StateValue.of(new Made(name(), method.instructions.indexOf(insn), type));
  }

  /** What an instruction leaves of which nothing is known: the exceptions that a handler gets. */
  Made unknown(AbstractInsnNode insn) {
    return new Made(name(), method.instructions.indexOf(insn), "java/lang/Object");
  }

  Made lambda(InvokeDynamicInsnNode insn) {
    return new Made(
        name(),
        method.instructions.indexOf(insn),
        Type.getReturnType(insn.desc).getInternalName(),
        (Handle) insn.bsmArgs[1],
        insn.name,
        (Type) insn.bsmArgs[2]);
  }

  /**
   * A call in the code.
   *
   * @param result the new object, if the call returns one
   */
  record Site(int opcode, String owner, String name, String desc, String at, Made result) {
    String target() {
      return owner.replace('/', '.') + "." + name;
    }

    Site at(String otherOwner) {
      return new Site(opcode, otherOwner, name, desc, at, result);
    }
  }

  Site site(MethodInsnNode call) {
    Type type = Type.getReturnType(call.desc);
    String made = type.getSort() == Type.OBJECT ? type.getInternalName() : "[";
    return new Site(
        call.getOpcode(),
        call.owner,
        call.name,
        call.desc,
        at(call),
        new Made(name(), method.instructions.indexOf(call), made));
  }
}
