package dev.hocket.flow.state;

import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/** A frame that records that a field which gets another value gives away the old one. */
final class StateFrame extends Frame<StateValue> {
  StateFrame(int locals, int stack) {
    super(locals, stack);
  }

  StateFrame(Frame<? extends StateValue> other) {
    super(other);
  }

  @Override
  public void execute(AbstractInsnNode insn, Interpreter<StateValue> interpreter)
      throws AnalyzerException {
    boolean isPut = insn.getOpcode() == Opcodes.PUTFIELD;
    StateValue value = isPut ? getStack(getStackSize() - 1) : null;
    StateValue receiver = isPut ? getStack(getStackSize() - 2) : null;
    super.execute(insn, interpreter);
    if (isPut && receiver.self() && !value.fields().contains(((FieldInsnNode) insn).name)) {
      handOver(((FieldInsnNode) insn).name);
    }
  }

  private void handOver(String field) {
    for (int i = 0; i < getLocals(); i++) {
      setLocal(i, without(getLocal(i), field));
    }
    for (int i = 0; i < getStackSize(); i++) {
      setStack(i, without(getStack(i), field));
    }
  }

  private static StateValue without(StateValue value, String field) {
    if (!value.fields().contains(field)) {
      return value;
    }
    Set<String> others = new TreeSet<>(value.fields());
    others.remove(field);
    return new StateValue(value.size(), value.self(), others, value.made());
  }
}
