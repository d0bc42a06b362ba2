package dev.hocket.flow.state;

import dev.hocket.flow.state.Stores.Stored;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
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
    Stores stores = analysis.stores();
    Set<Stored> outer = stores.begin();
    super.execute(insn, interpreter);
    if (isPut && receiver.places().contains(Place.SELF)) {
      String field = ((FieldInsnNode) insn).name;
      value.made().forEach(made -> stores.add(made, Place.ofField(field)));
      put(field, value);
    } else if (!stores.present().isEmpty()) {
      mark(stores.present(), returnsFromProgram(insn) ? 1 : 0);
    }
    stores.end(outer);
  }

  /** Returns whether an instruction leaves the value of a method of the program. */
  // The analysis of that method has marked its value, which the state may have handed over.
  private static boolean returnsFromProgram(AbstractInsnNode insn) {
    return insn instanceof MethodInsnNode call
        && !StateTypes.isOfJdk(call.owner)
        && Type.getReturnType(call.desc) != Type.VOID_TYPE;
  }

  /** Notes of the values that may be objects now in the state, or lead to some, where they are. */
  private void mark(Set<Stored> stored, int except) {
    replace(value -> value.or(analysis.stores().at(value, stored)), getStackSize() - except);
  }

  private void put(String field, StateValue value) {
    boolean isGone =
        !value.isOf(field)
            && !analysis.known().isAliased(field)
            && !analysis.types().isAmbiguous(field);
    StateValue old = analysis.known().handedOver(field);
    Stores stores = analysis.stores();
    replace(
        before -> {
          StateValue after = isGone ? before.handedOver(field, old) : before;
          return after.or(stores.at(before, stores.present()));
        },
        getStackSize());
  }

  private void replace(UnaryOperator<StateValue> by, int stack) {
    for (int i = 0; i < getLocals(); i++) {
      setLocal(i, by.apply(getLocal(i)));
    }
    for (int i = 0; i < stack; i++) {
      setStack(i, by.apply(getStack(i)));
    }
  }
}
