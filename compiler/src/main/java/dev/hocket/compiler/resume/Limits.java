package dev.hocket.compiler.resume;

import java.util.Optional;
import java.util.function.Function;
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

/** Writes class files, and refuses code that exceeds their limits (JVMS 4.11). */
final class Limits {
  private static final int MOST = 65_535;

  private final ClassNode type;
  private final Function<MethodNode, Optional<CostlyLine>> costliest;

  private Limits(ClassNode type, Function<MethodNode, Optional<CostlyLine>> costliest) {
    this.type = type;
    this.costliest = costliest;
  }

  /** Writes a generated class. */
  static byte[] write(ClassNode type) throws RefusedMethodException {
    Limits limits = new Limits(type, method -> Optional.empty());
    limits.check();
    try {
      return limits.write(new ClassWriter(ClassWriter.COMPUTE_MAXS));
    } catch (MethodTooLargeException e) {
      throw limits.tooLong(e);
    }
  }

  /**
   * Writes a changed class. Its constants are renumbered, and instructions with a constant number
   * above 255 are longer. If a method then does not fit, the numbers of javac's constants are kept,
   * so that unchanged methods fit as before.
   *
   * @param costliest finds the line that adds the most code to a method
   */
  static byte[] write(
      ClassNode type, ClassReader before, Function<MethodNode, Optional<CostlyLine>> costliest)
      throws RefusedMethodException {
    Limits limits = new Limits(type, costliest);
    limits.check();
    try {
      return limits.write(new ClassWriter(ClassWriter.COMPUTE_MAXS));
    } catch (MethodTooLargeException e) {
      try {
        return limits.write(new ClassWriter(before, ClassWriter.COMPUTE_MAXS));
      } catch (MethodTooLargeException f) {
        throw limits.tooLong(f);
      }
    }
  }

  private byte[] write(ClassWriter writer) throws RefusedMethodException {
    // ASM limits computations for hostile input, but javac's output is safe.
    writer.setComputeLimits(Integer.MAX_VALUE, Long.MAX_VALUE);
    type.accept(writer);
    try {
      return writer.toByteArray();
    } catch (ClassTooLargeException e) {
      String size = e.getConstantPoolCount() + " constants";
      throw RefusedMethodException.classTooLong(type, size);
    }
  }

  private RefusedMethodException tooLong(MethodTooLargeException e) {
    MethodNode method =
        type.methods.stream()
            .filter(m -> m.name.equals(e.getMethodName()) && m.desc.equals(e.getDescriptor()))
            .findFirst()
            .orElseThrow();
    return tooLong(method, e.getCodeSize() + " bytes of code");
  }

  private RefusedMethodException tooLong(MethodNode method, String size) {
    return RefusedMethodException.methodTooLong(method, size, costliest.apply(method));
  }

  /** Refuses code that ASM would silently truncate. */
  private void check() throws RefusedMethodException {
    for (MethodNode method : type.methods) {
      if (locals(method) > MOST) {
        throw tooLong(method, locals(method) + " places for local variables");
      }
      if (method.tryCatchBlocks.size() > MOST) {
        throw tooLong(method, method.tryCatchBlocks.size() + " ranges of exception handlers");
      }
    }
  }

  /**
   * The number of slots for locals that a method needs, including those of its variable table as
   * ASM counts them.
   */
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
