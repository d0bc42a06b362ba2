package dev.hocket.compiler.resume;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds the locals that are needed before each instruction, by a backward data flow analysis.
 *
 * <p>The verifier compares every local that a stack map frame types (JVMS 4.10.1.4), so such a
 * local counts as needed: if a local is not kept across a suspension, no later frame may type it.
 */
final class Liveness {
  private final InsnList code;
  private final BitSet[] needed;
  private final List<LocalVariableNode> variables;

  Liveness(MethodNode method) {
    this.code = method.instructions;
    this.variables = method.localVariables == null ? List.of() : method.localVariables;
    this.needed = new BitSet[code.size()];
    List<List<AbstractInsnNode>> handlers = handlers(method);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = needed.length - 1; i >= 0; i--) {
        BitSet before = before(i, handlers.get(i));
        if (!before.equals(needed[i])) {
          needed[i] = before;
          changed = true;
        }
      }
    }
  }

  /**
   * The first slots of the locals to keep across an instruction: the needed ones, and those in
   * scope, which a debugger shows.
   */
  BitSet around(AbstractInsnNode instruction) {
    int at = code.indexOf(instruction);
    BitSet slots = (BitSet) needed[at].clone();
    for (LocalVariableNode variable : variables) {
      if (code.indexOf(variable.start) <= at && at < code.indexOf(variable.end)) {
        slots.set(variable.index);
      }
    }
    return slots;
  }

  /** For each instruction, the handlers that an exception it throws may reach. */
  private static List<List<AbstractInsnNode>> handlers(MethodNode method) {
    List<List<AbstractInsnNode>> handlers = new ArrayList<>();
    for (int i = 0; i < method.instructions.size(); i++) {
      handlers.add(new ArrayList<>(0));
    }
    for (TryCatchBlockNode range : method.tryCatchBlocks) {
      int end = method.instructions.indexOf(range.end);
      for (int i = method.instructions.indexOf(range.start); i < end; i++) {
        handlers.get(i).add(range.handler);
      }
    }
    return handlers;
  }

  private BitSet before(int index, List<AbstractInsnNode> handlers) {
    AbstractInsnNode n = code.get(index);
    BitSet slots = new BitSet();
    successors(n).forEach(next -> add(next, slots));
    switch (n) {
      case VarInsnNode variable when isStore(variable) -> slots.clear(variable.var);
      case VarInsnNode variable -> slots.set(variable.var);
      case IincInsnNode increment -> slots.set(increment.var);
      case FrameNode frame -> addTyped(frame, slots);
      default -> {
        // The instruction uses no local.
      }
    }
    handlers.forEach(handler -> add(handler, slots));
    return slots;
  }

  private void add(AbstractInsnNode next, BitSet slots) {
    BitSet known = needed[code.indexOf(next)];
    if (known != null) {
      slots.or(known);
    }
  }

  private static boolean isStore(VarInsnNode node) {
    return node.getOpcode() >= Opcodes.ISTORE && node.getOpcode() <= Opcodes.ASTORE;
  }

  private static void addTyped(FrameNode frame, BitSet slots) {
    List<Object> locals = FrameTypes.slots(frame.local);
    for (int slot = 0; slot < locals.size(); slot++) {
      if (locals.get(slot) != Opcodes.TOP) {
        slots.set(slot);
      }
    }
  }

  private static List<AbstractInsnNode> successors(AbstractInsnNode n) {
    List<AbstractInsnNode> next = new ArrayList<>(2);
    switch (n) {
      case JumpInsnNode jump -> next.add(jump.label);
      case TableSwitchInsnNode choice -> {
        next.addAll(choice.labels);
        next.add(choice.dflt);
      }
      case LookupSwitchInsnNode choice -> {
        next.addAll(choice.labels);
        next.add(choice.dflt);
      }
      default -> {
        // Only the next instruction can follow.
      }
    }
    if (goesOn(n) && n.getNext() != null) {
      next.add(n.getNext());
    }
    return next;
  }

  private static boolean goesOn(AbstractInsnNode n) {
    return switch (n.getOpcode()) {
      case Opcodes.GOTO, Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH, Opcodes.ATHROW -> false;
      default -> n.getOpcode() < Opcodes.IRETURN || n.getOpcode() > Opcodes.RETURN;
    };
  }
}
