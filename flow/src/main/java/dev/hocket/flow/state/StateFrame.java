package dev.hocket.flow.state;

import java.util.function.UnaryOperator;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * A frame that tracks the contents of fields. A field that gets another object gives up the old one
 * and owns the new one from then on.
 */
final class StateFrame extends Frame<StateValue> {
  private final StateAnalysis analysis;

  StateFrame(StateAnalysis analysis, int locals, int stack) {
    super(locals, stack);
    this.analysis = analysis;
  }

  StateFrame(StateAnalysis analysis, Frame<? extends StateValue> other) {
    super(other);
    this.analysis = analysis;
  }

  @Override
  public void execute(AbstractInsnNode insn, Interpreter<StateValue> interpreter)
      throws AnalyzerException {
    analysis.steps().take();
    boolean isPut = insn.getOpcode() == Opcodes.PUTFIELD;
    StateValue value = isPut ? getStack(getStackSize() - 1) : null;
    StateValue receiver = isPut ? getStack(getStackSize() - 2) : null;
    super.execute(insn, interpreter);
    if (isPut && receiver.places().contains(Place.SELF)) {
      put(((FieldInsnNode) insn).name, value);
    }
  }

  private void put(String field, StateValue value) {
    boolean isGone = !value.isOf(field) && !analysis.known().isAliased(field);
    StateValue old = analysis.known().handedOver(field);
    replace(before -> {
      boolean isNew = before.made().stream().anyMatch(value.made()::contains);
      StateValue after = isGone ? before.handedOver(field, old) : before;
      return isNew ? after.or(StateValue.of(Place.ofField(field))) : after;
    });
  }

  private void replace(UnaryOperator<StateValue> by) {
    for (int i = 0; i < getLocals(); i++) {
      setLocal(i, by.apply(getLocal(i)));
    }
    for (int i = 0; i < getStackSize(); i++) {
      setStack(i, by.apply(getStack(i)));
    }
  }
}
