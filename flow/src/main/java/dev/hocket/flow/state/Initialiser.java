package dev.hocket.flow.state;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * The code that gives the final static fields of a class their values: {@code COND ?
 * Clock.systemUTC() : Clock.offset(Clock.systemUTC(), NOON)}.
 */
// The values are followed back to the instructions that make them, through choices and calls.
final class Initialiser {
  private final StateTypes types;
  private final MethodNode code;
  private final Frame<SourceValue>[] frames;

  /**
   * The instructions that are known, or being looked at: a value may depend on itself in a loop.
   */
  private final Set<AbstractInsnNode> seen = new HashSet<>();

  private Initialiser(StateTypes types, MethodNode code, Frame<SourceValue>[] frames) {
    this.types = types;
    this.code = code;
    this.frames = frames;
  }

  /**
   * Returns whether a final static field always has an object that the JDK makes, without code of
   * the program in it.
   */
  static boolean isOfJdkOnly(StateTypes types, ClassNode type, String field) {
    MethodNode code = ClassFiles.method(type, "<clinit>", "()V");
    try {
      return code != null
          && new Initialiser(
                  types, code, new Analyzer<>(new SourceInterpreter()).analyze(type.name, code))
              .isOfJdkOnly(field);
    } catch (AnalyzerException e) {
      return false;
    }
  }

  private boolean isOfJdkOnly(String field) {
    List<AbstractInsnNode> puts =
        instructions(insn ->
            insn.getOpcode() == Opcodes.PUTSTATIC && ((FieldInsnNode) insn).name.equals(field));
    return !puts.isEmpty() && puts.stream().allMatch(put -> isOfJdkOnly(operand(put, 0)));
  }

  private List<AbstractInsnNode> instructions(Predicate<AbstractInsnNode> count) {
    return Arrays.stream(code.instructions.toArray()).filter(count).toList();
  }

  /** Returns an operand of an instruction, counted from the last. */
  private SourceValue operand(AbstractInsnNode insn, int number) {
    Frame<SourceValue> frame = frames[code.instructions.indexOf(insn)];
    return frame == null ? null : frame.getStack(frame.getStackSize() - 1 - number);
  }

  private boolean isOfJdkOnly(SourceValue value) {
    // Code that never runs has no frame.
    return value == null || value.insns.stream().allMatch(this::makesOfJdkOnly);
  }

  private boolean makesOfJdkOnly(AbstractInsnNode insn) {
    if (!seen.add(insn)) {
      return true;
    }
    return switch (insn) {
      case MethodInsnNode call ->
          call.getOpcode() == Opcodes.INVOKESTATIC
              && StateTypes.isOfJdk(call.owner)
              && getsOfJdkOnly(call);
      case TypeInsnNode of when of.getOpcode() == Opcodes.NEW -> isMadeOfJdkOnly(of.desc);
      default ->
          switch (insn.getOpcode()) {
            case Opcodes.ACONST_NULL -> true;
            case Opcodes.DUP, Opcodes.CHECKCAST -> isOfJdkOnly(operand(insn, 0));
            default -> false;
          };
    };
  }

  /** Returns whether no constructor of a type that the code calls gets anything of the program. */
  private boolean isMadeOfJdkOnly(String type) {
    return StateTypes.isOfJdk(type)
        && instructions(insn ->
                insn instanceof MethodInsnNode call
                    && call.owner.equals(type)
                    && call.name.equals("<init>"))
            .stream()
            .allMatch(call -> getsOfJdkOnly((MethodInsnNode) call));
  }

  private boolean getsOfJdkOnly(MethodInsnNode call) {
    Type[] parameters = Type.getArgumentTypes(call.desc);
    return IntStream.range(0, parameters.length)
        .allMatch(i -> {
          Type type = parameters[i];
          boolean isOpen = type.getSort() == Type.ARRAY || types.mayBeOfProgram(type);
          return !isOpen || isOfJdkOnly(operand(call, parameters.length - 1 - i));
        });
  }
}
