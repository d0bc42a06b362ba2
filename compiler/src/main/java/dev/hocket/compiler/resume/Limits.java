package dev.hocket.compiler.resume;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Writes class files, and says what does not fit into one (JVMS 4.11). */
final class Limits {
  private static final int MOST = 65_535;

  private Limits() {}

  /** The class file of a class that is new. */
  static byte[] write(ClassNode type) throws RefusedMethodException {
    check(type);
    try {
      return write(type, new ClassWriter(ClassWriter.COMPUTE_MAXS));
    } catch (MethodTooLargeException e) {
      throw tooLong(type, e);
    }
  }

  /**
   * The class file of a class that has been changed. Constants get new numbers, and an instruction
   * that names one beyond 255 is longer; where that does not fit, those of javac keep theirs, so
   * that a method that has not been changed fits as it did.
   */
  static byte[] write(ClassNode type, ClassReader before) throws RefusedMethodException {
    check(type);
    try {
      return write(type, new ClassWriter(ClassWriter.COMPUTE_MAXS));
    } catch (MethodTooLargeException e) {
      try {
        return write(type, new ClassWriter(before, ClassWriter.COMPUTE_MAXS));
      } catch (MethodTooLargeException f) {
        throw tooLong(type, f);
      }
    }
  }

  private static byte[] write(ClassNode type, ClassWriter writer) throws RefusedMethodException {
    // ASM's limits are meant for hostile input; javac's own is bounded by what it accepts.
    writer.setComputeLimits(Integer.MAX_VALUE, Long.MAX_VALUE);
    type.accept(writer);
    try {
      return writer.toByteArray();
    } catch (ClassTooLargeException e) {
      String size = e.getConstantPoolCount() + " constants";
      throw RefusedMethodException.classTooLong(type, size);
    }
  }

  private static RefusedMethodException tooLong(ClassNode type, MethodTooLargeException e) {
    MethodNode method =
        type.methods.stream()
            .filter(m -> m.name.equals(e.getMethodName()) && m.desc.equals(e.getDescriptor()))
            .findFirst()
            .orElseThrow();
    return RefusedMethodException.methodTooLong(method, e.getCodeSize() + " bytes of code");
  }

  /** What ASM would cut off without a word. */
  private static void check(ClassNode type) throws RefusedMethodException {
    for (MethodNode method : type.methods) {
      if (locals(method) > MOST) {
        String size = locals(method) + " places for local variables";
        throw RefusedMethodException.methodTooLong(method, size);
      }
      if (method.tryCatchBlocks.size() > MOST) {
        String size = method.tryCatchBlocks.size() + " ranges of exception handlers";
        throw RefusedMethodException.methodTooLong(method, size);
      }
    }
  }

  /** How many places for locals the method needs; ASM counts those of variables as well. */
  private static int locals(MethodNode method) {
    int most = 0;
    for (AbstractInsnNode n : method.instructions) {
      if (n instanceof VarInsnNode variable) {
        most = Math.max(most, variable.var + size(variable.getOpcode()));
      } else if (n instanceof IincInsnNode increment) {
        most = Math.max(most, increment.var + 1);
      }
    }
    if (method.localVariables != null) {
      for (LocalVariableNode variable : method.localVariables) {
        most = Math.max(most, variable.index + Type.getType(variable.desc).getSize());
      }
    }
    return most;
  }

  private static int size(int opcode) {
    return switch (opcode) {
      case Opcodes.LLOAD, Opcodes.DLOAD, Opcodes.LSTORE, Opcodes.DSTORE -> 2;
      default -> 1;
    };
  }
}
