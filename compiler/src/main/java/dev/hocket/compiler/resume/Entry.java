package dev.hocket.compiler.resume;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Generates entries: methods and calls that begin a coroutine and call a twin, for callers without
 * one.
 */
final class Entry {
  private static final String BEGIN = "(Ljava/lang/String;)" + Names.COROUTINE_TYPE;

  private Entry() {}

  /**
   * Generates an entry: a method with the user's descriptor that calls its twin. If the twin
   * suspends, the entry of a {@code void} method returns to the caller; any other entry waits for
   * the result.
   *
   * <p>Entries have no line numbers, so that a debugger finds each line only in the twin.
   */
  static void write(ClassNode type, MethodNode entry, int line) {
    write(type, entry, line, Methods.callOf(type, entry), Guard.isNeeded(entry));
  }

  /** Generates an entry that calls the twin of the actual object. */
  static void writeVirtual(ClassNode type, MethodNode entry, int line) {
    write(type, entry, line, Methods.virtualCallOf(type, entry), false);
  }

  private static void write(ClassNode type, MethodNode entry, int line, Call call, boolean exact) {
    Code code = new Code(entry);
    int coroutine = Methods.parameterSlots(entry);
    begin(code, Positions.label(type, line), exact);
    code.store(coroutine, Names.COROUTINE_TYPE);
    code.loadAll(call.operands(), 0);
    code.load(coroutine, Names.COROUTINE_TYPE);
    call.twin().emit(code);
    if (call.result() == Type.VOID_TYPE) {
      code.load(coroutine, Names.COROUTINE_TYPE);
      code.coroutine("detach", "()V");
    } else {
      join(code, call, coroutine);
    }
    code.areturn(call.result());
  }

  private static void join(Code code, Call call, int coroutine) {
    Label returned = new Label();
    code.load(coroutine, Names.COROUTINE_TYPE);
    code.coroutine("isSuspended", "()Z");
    code.ifeq(returned);
    code.pop(call.result());
    code.load(coroutine, Names.COROUTINE_TYPE);
    code.handedOver("join", call.result());
    code.mark(returned);
    code.frame(
        FrameTypes.slotsOf(call.twin().operands()), FrameTypes.slotsOf(List.of(call.result())));
  }

  /** Makes calls of {@code void} methods wait until the methods have ended. */
  static void waitFor(ClassNode type, MethodNode method, List<MethodInsnNode> calls) {
    for (MethodInsnNode node : calls) {
      Call call = Call.of(node);
      int coroutine = method.maxLocals++;
      Code code = new Code();
      String label = Positions.label(type, Positions.line(node));
      begin(code, label, call.isSuper(type.name));
      code.dup();
      code.store(coroutine, Names.COROUTINE_TYPE);
      call.twin().emit(code);
      code.load(coroutine, Names.COROUTINE_TYPE);
      code.coroutine("join", "()V");
      method.instructions.insert(node, code.instructions());
      method.instructions.remove(node);
    }
  }

  private static void begin(Code code, String label, boolean exact) {
    code.aconst(label);
    code.invokestatic(Names.COROUTINE, "begin", BEGIN, false);
    if (exact) {
      code.coroutine("exact", "()" + Names.COROUTINE_TYPE);
    }
  }
}
