package dev.hocket.flow.state;

import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;

/** Follows references to state through the instructions of one method. */
final class StateInterpreter extends Interpreter<StateValue> {
  private final StateAnalysis analysis;
  private final StateTypes types;
  private final InsnList code;
  private final MethodState method;

  StateInterpreter(StateAnalysis analysis, StateTypes types, InsnList code, MethodState method) {
    super(Opcodes.ASM9);
    this.analysis = analysis;
    this.types = types;
    this.code = code;
    this.method = method;
  }

  private static StateValue ofSize(Type type) {
    return type.getSize() == 2 ? StateValue.WIDE : StateValue.CLEAN;
  }

  @Override
  public StateValue newValue(Type type) {
    return type == null ? StateValue.CLEAN : type == Type.VOID_TYPE ? null : ofSize(type);
  }

  @Override
  public StateValue newParameterValue(boolean isInstance, int local, Type type) {
    return method.parameter(local, type);
  }

  @Override
  public StateValue newOperation(AbstractInsnNode insn) {
    return switch (insn.getOpcode()) {
      case Opcodes.NEW -> StateValue.madeAt(code.indexOf(insn));
      case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 ->
          StateValue.WIDE;
      case Opcodes.LDC -> {
        Object constant = ((LdcInsnNode) insn).cst;
        yield constant instanceof Long || constant instanceof Double
            ? StateValue.WIDE
            : StateValue.CLEAN;
      }
      case Opcodes.GETSTATIC -> ofSize(Type.getType(((FieldInsnNode) insn).desc));
      default -> StateValue.CLEAN;
    };
  }

  @Override
  public StateValue copyOperation(AbstractInsnNode insn, StateValue value) {
    return value;
  }

  @Override
  public StateValue unaryOperation(AbstractInsnNode insn, StateValue value) {
    return switch (insn.getOpcode()) {
      case Opcodes.GETFIELD -> field((FieldInsnNode) insn, value);
      case Opcodes.CHECKCAST ->
          types.isHarmless(Type.getObjectType(((TypeInsnNode) insn).desc))
              ? StateValue.CLEAN
              : value;
      case Opcodes.NEWARRAY, Opcodes.ANEWARRAY -> StateValue.madeAt(code.indexOf(insn));
      case Opcodes.LNEG,
          Opcodes.DNEG,
          Opcodes.I2L,
          Opcodes.I2D,
          Opcodes.L2D,
          Opcodes.F2L,
          Opcodes.F2D,
          Opcodes.D2L ->
          StateValue.WIDE;
      default -> StateValue.CLEAN;
    };
  }

  private StateValue field(FieldInsnNode insn, StateValue receiver) {
    Type type = Type.getType(insn.desc);
    if (type.getSize() == 2 || types.isHarmless(type)) {
      return ofSize(type);
    }
    StateValue found = StateValue.of(method.resolved(receiver).fields());
    return receiver.self() ? found.or(StateValue.of(Set.of(insn.name))) : found;
  }

  @Override
  public StateValue binaryOperation(AbstractInsnNode insn, StateValue a, StateValue b) {
    return switch (insn.getOpcode()) {
      case Opcodes.AALOAD -> {
        StateValue array = method.resolved(a);
        yield types.hasHarmlessContents(array.fields())
            ? StateValue.CLEAN
            : StateValue.of(array.fields());
      }
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
    return StateValue.CLEAN;
  }

  @Override
  public StateValue naryOperation(AbstractInsnNode insn, List<? extends StateValue> values) {
    if (insn instanceof MethodInsnNode call) {
      return analysis.result(call, values, method, code.indexOf(insn));
    }
    if (insn instanceof InvokeDynamicInsnNode call) {
      Type type = Type.getReturnType(call.desc);
      return types.isHarmless(type) ? ofSize(type) : StateValue.madeAt(code.indexOf(insn));
    }
    return StateValue.madeAt(code.indexOf(insn));
  }

  @Override
  public void returnOperation(AbstractInsnNode insn, StateValue value, StateValue expected) {
    // Looked at when all is known.
  }

  @Override
  public StateValue merge(StateValue a, StateValue b) {
    return a.or(b);
  }
}
