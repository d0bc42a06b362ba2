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
    replace(value -> value.or(at(value, stored)), getStackSize() - except);
  }

  /** The places of the state where a value, or a part of it, has been stored. */
  private StateValue at(StateValue value, Set<Stored> stored) {
    Set<Made> parts = stored.isEmpty() ? Set.of() : analysis.known().partsIn(value);
    StateValue found = StateValue.CLEAN;
    for (Stored one : stored) {
      if (value.made().contains(one.made())) {
        found = found.or(StateValue.of(one.at()));
      } else if (parts.contains(one.made())) {
        // What is in the value is in the state, at a depth of its own.
        found = found.or(StateValue.of(Place.SELF.contents()));
      }
    }
    return found;
  }

  private void put(String field, StateValue value) {
    boolean isGone = !value.isOf(field) && !analysis.known().isAliased(field);
    StateValue old = analysis.known().handedOver(field);
    Set<Stored> stored = analysis.stores().present();
    replace(
        before -> {
          StateValue after = isGone ? before.handedOver(field, old) : before;
          return after.or(at(before, stored));
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
