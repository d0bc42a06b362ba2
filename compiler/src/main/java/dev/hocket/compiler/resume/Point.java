package dev.hocket.compiler.resume;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * A suspension point: the code that replaces an awaited call in a resumable method.
 *
 * <pre>
 *            if (co.isTooDeep()) goto DEFER
 *            call the twin
 *            if (!co.isSuspended()) goto GO_ON
 *                                      -- from here outside all try ranges
 *            pop the result; operands into locals; goto KEEP
 *   DEFER:   operands into locals; receiver and arguments into a frame that makes the call later
 *   KEEP:    locals into a frame; return
 *   FAILED:  (of the last two) co.unwind; goto ON
 *   RESTORE: locals out of the frame
 *   ON:      operands out of locals
 *                                      -- to here
 *            take the result, or throw
 *   GO_ON:
 * </pre>
 *
 * <p>The code is in one place, so that a debugger sees one line and stops there once. If memory
 * does not suffice to save the activation, the activation continues with the outcome of the call.
 */
final class Point {
  private static final String THROWABLE = "java/lang/Throwable";
  private static final String KEEP = "Ljava/lang/String;II)L" + Names.FRAME + ";";
  private static final String DEFER = "(L" + Names.RESUMER + ";" + KEEP;
  private static final String SUSPEND = "(L" + Names.RESUMER + ";I" + KEEP;

  /**
   * The label at which the ranges of exception handlers are interrupted; they continue at {@code
   * resumed}.
   */
  final Label suspended = new Label();

  final Label resumed = new Label();

  /** The place where the method resumes, with the frame on the stack. */
  final Label restore = new Label();

  /**
   * The start of the range in which saving the activation may fail; {@code kept} is its end, {@code
   * failed} its handler.
   */
  private final Label keeping = new Label();

  private final Label kept = new Label();
  private final Label failed = new Label();

  private final ResumableMethod method;
  private final int number;
  private final MethodInsnNode node;
  private final int line;
  private final Call call;

  /** The types of the locals that are kept, one entry per slot. */
  private final List<Object> locals;

  /**
   * The types of the operand stack before the call, one entry per slot; {@code below} are those
   * that stay.
   */
  private final List<Object> stack;

  private final List<Object> below;

  /**
   * Creates a suspension point.
   *
   * @param number the number of the point in the method, from 1
   * @param types the types before the call
   * @param liveness the locals that are needed after the call
   */
  Point(ResumableMethod method, int number, MethodInsnNode node, Typing types, Liveness liveness) {
    this.method = method;
    this.number = number;
    this.node = node;
    this.line = Positions.line(node);
    this.call = Call.of(node);
    this.locals = method.kept(types.locals(), liveness.around(node));
    this.stack = types.stack();
    this.below = types.stackBelow(call.operands().stream().mapToInt(Type::getSize).sum());
  }

  MethodInsnNode node() {
    return node;
  }

  /** The result type of the awaited call. */
  Type result() {
    return call.result();
  }

  /** The line of the call, or -1 if it is unknown. */
  int line() {
    return line;
  }

  /** The number of variables that are kept. */
  int variables() {
    return (int) ownLocals().stream().filter(type -> type != Opcodes.TOP).count();
  }

  /** The number of operands that wait for the result. */
  int operands() {
    return FrameTypes.values(below).size();
  }

  InsnList code() {
    Code code = new Code();
    Label defer = new Label();
    Label goOn = new Label();
    call(code, defer);
    code.ifeq(goOn);
    Label on = new Label();
    code.mark(suspended);
    code.pop(call.result());
    storeBelow(code);
    if (!call.isOfRuntime()) {
      Label keep = new Label();
      code.goTo(keep);
      code.mark(defer);
      code.frame(locals, stack);
      code.storeAll(call.operands(), firstOperand());
      storeBelow(code);
      code.mark(keeping);
      defer(code);
      code.mark(keep);
      code.frame(localsAndBelow(), List.of());
    } else {
      code.mark(keeping);
    }
    keep(code);
    code.mark(kept);
    code.mark(failed);
    code.frame(localsAndBelow(), List.of(THROWABLE));
    unwind(code);
    code.goTo(on);
    code.mark(restore);
    code.frame(method.localsAtEntry(), List.of(Names.FRAME));
    restore(code);
    code.mark(on);
    code.frame(localsAndBelow(), List.of());
    code.loadAll(types(below), method.free());
    code.mark(resumed);
    take(code);
    code.mark(goOn);
    code.frame(locals, stackAfter());
    return code.instructions();
  }

  private void call(Code code, Label defer) {
    method.loadCoroutine(code);
    code.coroutine("isTooDeep", "()Z");
    if (call.isOfRuntime()) {
      code.pop();
    } else {
      code.ifne(defer);
    }
    if (call.isSuper(method.owner())) {
      code.exact(method.coroutine());
    }
    method.loadCoroutine(code);
    call.twin().emit(code);
    method.loadCoroutine(code);
    code.coroutine("isSuspended", "()Z");
  }

  private void defer(Code code) {
    List<Object> operands = FrameTypes.slotsOf(call.operands());
    Saved saved = new Saved(method.holders()).add(firstOperand(), operands);
    method.loadCoroutine(code);
    method.pushStarter(code, call.twin());
    code.aconst(method.where(line));
    code.iconst(saved.references());
    code.iconst(saved.numbers());
    code.coroutine("defer", DEFER);
    saved.put(code);
    code.pop();
  }

  private void keep(Code code) {
    Saved saved = saved();
    method.loadCoroutine(code);
    method.pushResumer(code);
    code.iconst(number);
    code.aconst(method.where(line));
    code.iconst(saved.references() + method.receivers());
    code.iconst(saved.numbers());
    code.coroutine("suspend", SUSPEND);
    if (method.receivers() == 1) {
      code.dup();
      code.load(0, Kind.REFERENCE.type);
      code.put(Kind.REFERENCE.type);
    }
    saved.put(code);
    code.pop();
    method.returnDummy(code);
  }

  private void restore(Code code) {
    saved().get(code);
    code.pop();
  }

  /** Handles an exception thrown while the activation was being saved. */
  private void unwind(Code code) {
    method.loadCoroutine(code);
    code.swap();
    code.coroutine("unwind", "(L" + THROWABLE + ";)V");
  }

  /** The exception handler that the method needs for this point. */
  TryCatchBlockNode handler() {
    return new TryCatchBlockNode(Code.node(keeping), Code.node(kept), Code.node(failed), null);
  }

  private void storeBelow(Code code) {
    code.storeAll(types(below), method.free());
  }

  private int firstOperand() {
    return method.free() + below.size();
  }

  /** The types of the locals after the operands that stay have been stored in locals, too. */
  private List<Object> localsAndBelow() {
    List<Object> all = new ArrayList<>(locals);
    all.addAll(Collections.nCopies(method.free() - all.size(), Opcodes.TOP));
    all.addAll(below);
    return all;
  }

  private void take(Code code) {
    method.loadCoroutine(code);
    code.handedOver("take", call.result());
  }

  /** The locals to save: all except the receiver and the coroutine, which the resumer passes. */
  private Saved saved() {
    return new Saved(method.holders()).add(0, ownLocals()).add(method.free(), below);
  }

  private List<Object> ownLocals() {
    List<Object> own = new ArrayList<>(locals);
    own.set(method.coroutine(), Opcodes.TOP);
    if (method.receivers() == 1) {
      own.set(0, Opcodes.TOP);
    }
    return own;
  }

  private List<Object> stackAfter() {
    List<Object> after = new ArrayList<>(below);
    if (call.result() != Type.VOID_TYPE) {
      after.addAll(FrameTypes.slotsOf(List.of(call.result())));
    }
    return after;
  }

  private static List<Type> types(List<Object> slots) {
    return FrameTypes.values(slots).stream().map(FrameTypes::typeOf).toList();
  }
}
