package dev.hocket.flow.state;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * Interprets the instructions of one method on {@link StateValue}s, and reports their effects on
 * objects to {@link StateAnalysis}.
 */
final class StateInterpreter extends Interpreter<StateValue> {
  private final StateAnalysis analysis;
  private final Code code;
  private final List<StateValue> parameters;
  private StateValue result = StateValue.CLEAN;

  /**
   * Makes the interpreter of one method.
   *
   * @param parameters their values by number of the local variable; null for the second half of a
   *     wide one
   */
  StateInterpreter(StateAnalysis analysis, Code code, List<StateValue> parameters) {
    super(Opcodes.ASM9);
    this.analysis = analysis;
    this.code = code;
    this.parameters = parameters;
  }

  /** Returns all values that the method may return. */
  StateValue result() {
    return result;
  }

  @Override
  public StateValue newValue(Type type) {
    return type == Type.VOID_TYPE ? null : type == null ? StateValue.CLEAN : StateValue.clean(type);
  }

  @Override
  public StateValue newExceptionValue(
      org.objectweb.asm.tree.TryCatchBlockNode block,
      org.objectweb.asm.tree.analysis.Frame<StateValue> frame,
      Type type) {
    return analysis.unknowns().caught(code.unknown(block.handler));
  }

  @Override
  public StateValue newParameterValue(boolean isInstance, int local, Type type) {
    StateValue known = local < parameters.size() ? parameters.get(local) : null;
    return known != null ? known : StateValue.clean(type);
  }

  @Override
  public StateValue newOperation(AbstractInsnNode insn) {
    return switch (insn.getOpcode()) {
      case Opcodes.NEW -> {
        String type = ((TypeInsnNode) insn).desc;
        analysis.staticUse().noteThreadVariable(Type.getObjectType(type));
        if (analysis.types().isHarmless(Type.getObjectType(type))) {
          analysis.staticUse().noteMade(Type.getObjectType(type));
          yield analysis.types().as(Type.getObjectType(type), code.made(insn, type));
        }
        analysis.noteKind(type);
        yield code.made(insn, type);
      }
      case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 ->
          StateValue.WIDE;
      case Opcodes.LDC -> {
        Object constant = ((LdcInsnNode) insn).cst;
        yield constant instanceof Long || constant instanceof Double
            ? StateValue.WIDE
            : StateValue.CLEAN;
      }
      case Opcodes.GETSTATIC -> analysis.staticUse().get((FieldInsnNode) insn);
      default -> StateValue.CLEAN;
    };
  }

  @Override
  public StateValue copyOperation(AbstractInsnNode insn, StateValue value) {
    return value;
  }

  @Override
  public StateValue unaryOperation(AbstractInsnNode insn, StateValue value) {
    switch (insn.getOpcode()) {
      case Opcodes.GETFIELD -> {
        return analysis.puts().getField((FieldInsnNode) insn, value);
      }
      case Opcodes.CHECKCAST -> {
        Type type = Type.getObjectType(((TypeInsnNode) insn).desc);
        if (analysis.types().isHarmless(type)) {
          analysis.staticUse().noteMade(type);
          analysis.staticUse().noteDropped(type, value);
          return analysis.types().as(type, value);
        }
        return analysis.staticUse().constants(type, value);
      }
      case Opcodes.NEWARRAY, Opcodes.ANEWARRAY -> {
        return code.made(insn, "[");
      }
      case Opcodes.PUTSTATIC -> analysis.putStatic((FieldInsnNode) insn, value, code.at(insn));
      case Opcodes.ATHROW -> {
        analysis.staticUse().noteGone(value);
        analysis.unknowns().noteThrown(value);
        analysis.leaks().add(code.at(insn), "throws", value);
      }
      case Opcodes.LNEG,
          Opcodes.DNEG,
          Opcodes.I2L,
          Opcodes.I2D,
          Opcodes.L2D,
          Opcodes.F2L,
          Opcodes.F2D,
          Opcodes.D2L -> {
        return StateValue.WIDE;
      }
      default -> {
        // Makes a number, or uses one.
      }
    }
    return StateValue.CLEAN;
  }

  @Override
  public StateValue binaryOperation(AbstractInsnNode insn, StateValue a, StateValue b) {
    return switch (insn.getOpcode()) {
      case Opcodes.PUTFIELD -> {
        analysis.puts().putField((FieldInsnNode) insn, a, b, code.at(insn));
        yield StateValue.CLEAN;
      }
      case Opcodes.AALOAD -> analysis.known().contents(a);
      case Opcodes.LALOAD,
          Opcodes.DALOAD,
          Opcodes.LADD,
          Opcodes.LSUB,
          Opcodes.LMUL,
          Opcodes.LDIV,
          Opcodes.LREM,
          Opcodes.LSHL,
          Opcodes.LSHR,
          Opcodes.LUSHR,
          Opcodes.LAND,
          Opcodes.LOR,
          Opcodes.LXOR,
          Opcodes.DADD,
          Opcodes.DSUB,
          Opcodes.DMUL,
          Opcodes.DDIV,
          Opcodes.DREM ->
          StateValue.WIDE;
      default -> StateValue.CLEAN;
    };
  }

  @Override
  public StateValue ternaryOperation(
      AbstractInsnNode insn, StateValue array, StateValue index, StateValue value) {
    analysis.puts().put(array, value, code.at(insn), "stores in an array");
    return StateValue.CLEAN;
  }

  @Override
  public StateValue naryOperation(AbstractInsnNode insn, List<? extends StateValue> values) {
    List<StateValue> given = List.copyOf(values);
    return switch (insn) {
      case MethodInsnNode call -> analysis.calls().call(code.site(call), given);
      case InvokeDynamicInsnNode call -> analysis.calls().dynamic(code, call, given);
      default -> code.made(insn, "[");
    };
  }

  @Override
  public void returnOperation(AbstractInsnNode insn, StateValue value, StateValue expected) {
    result = result.or(value);
    analysis.returned(code.at(insn), code, value);
  }

  @Override
  public StateValue merge(StateValue a, StateValue b) {
    return a.or(b);
  }
}
