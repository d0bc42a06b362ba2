package dev.hocket.compiler.resume;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * A suspension point: what stands in a resumable method instead of an awaited call.
 *
 * <pre>
 *            if (co.isTooDeep()) goto DEFER
 *            call the twin
 *            if (!co.isSuspended()) goto GO_ON
 *                                      -- from here outside all try ranges
 *            pop the result, goto KEEP
 *   DEFER:   receiver and arguments into a frame that makes the call later
 *   KEEP:    locals and operands into a frame; return
 *   RESTORE: locals and operands out of the frame
 *                                      -- to here
 *            take the result, or throw
 *   GO_ON:
 * </pre>
 *
 * <p>It stands in one place, so that a debugger takes it for the one line that it is, and stops
 * there once.
 */
final class Point {
  private static final String KEEP = "Ljava/lang/String;II)L" + Names.FRAME + ";";
  private static final String DEFER = "(L" + Names.RESUMER + ";" + KEEP;
  private static final String SUSPEND = "(L" + Names.RESUMER + ";I" + KEEP;

  /** Where ranges of exception handlers are interrupted, and where they go on. */
  final Label suspended = new Label();

  final Label resumed = new Label();

  /** Where the method goes on, with the frame on the stack. */
  final Label restore = new Label();

  private final ResumableMethod method;
  private final int number;
  private final MethodInsnNode node;
  private final Call call;

  /** The locals that are kept, one entry per slot. */
  private final List<Object> locals;

  /** The operand stack before the call, one entry per slot, and how much of it stays. */
  private final List<Object> stack;

  private final List<Object> below;

  /**
   * A suspension point.
   *
   * @param number its number in the method, from 1
   * @param types what there is before the call
   * @param liveness what is needed after it
   */
  Point(ResumableMethod method, int number, MethodInsnNode node, Typing types, Liveness liveness) {
    this.method = method;
    this.number = number;
    this.node = node;
    this.call = Call.of(node);
    this.locals = method.kept(types.locals(), liveness.around(node));
    this.stack = types.stack();
    this.below = types.stackBelow(call.operands().stream().mapToInt(Type::getSize).sum());
  }

  MethodInsnNode node() {
    return node;
  }

  /** What the awaited call returns. */
  Type result() {
    return call.result();
  }

  InsnList code() {
    Code code = new Code();
    Label defer = new Label();
    Label goOn = new Label();
    call(code, defer);
    code.ifeq(goOn);
    code.mark(suspended);
    code.pop(call.result());
    if (!call.isOfRuntime()) {
      Label keep = new Label();
      code.goTo(keep);
      code.mark(defer);
      code.frame(locals, stack);
      defer(code);
      code.mark(keep);
      code.frame(locals, below);
    }
    keep(code);
    code.mark(restore);
    code.frame(method.localsAtEntry(), List.of(Names.FRAME));
    restore(code);
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
    List<Type> operands = call.operands();
    code.storeAll(operands, method.free());
    Saved saved = new Saved(method.holders()).add(method.free(), FrameTypes.slotsOf(operands));
    method.loadCoroutine(code);
    method.pushStarter(code, call.twin());
    code.aconst(method.where(node));
    code.iconst(saved.references());
    code.iconst(saved.numbers());
    code.coroutine("defer", DEFER);
    saved.put(code);
    code.pop();
  }

  private void keep(Code code) {
    code.storeAll(types(below), method.free());
    Saved saved = saved();
    method.loadCoroutine(code);
    method.pushResumer(code);
    code.iconst(number);
    code.aconst(method.where(node));
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
    code.loadAll(types(below), method.free());
  }

  private void take(Code code) {
    method.loadCoroutine(code);
    code.handedOver("take", call.result());
  }

  /** All but what the resumer passes: the receiver and the coroutine. */
  private Saved saved() {
    List<Object> own = new ArrayList<>(locals);
    own.set(method.coroutine(), Opcodes.TOP);
    if (method.receivers() == 1) {
      own.set(0, Opcodes.TOP);
    }
    return new Saved(method.holders()).add(0, own).add(method.free(), below);
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
