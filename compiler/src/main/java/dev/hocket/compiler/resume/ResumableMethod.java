package dev.hocket.compiler.resume;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A method with a coroutine as its last parameter that becomes resumable: at its start it jumps to
 * the point at which it was suspended, if it was suspended.
 */
final class ResumableMethod {
  private final ClassNode type;
  private final MethodNode method;
  private final Resumers resumers;
  private final Holders holders;
  private final int coroutine;
  private List<Point> points = List.of();
  private int free;
  private Handle resumer;

  ResumableMethod(ClassNode type, MethodNode method, Resumers resumers, Holders holders) {
    this.type = type;
    this.method = method;
    this.resumers = resumers;
    this.holders = holders;
    this.coroutine = Methods.coroutine(method);
  }

  /**
   * Replaces awaited calls by suspension points.
   *
   * @return the code for the method's start: the jump to the point at which it was suspended
   * @throws RefusedMethodException if a result cannot be handed over
   */
  InsnList suspendAt(List<MethodInsnNode> awaited) throws RefusedMethodException {
    if (awaited.isEmpty()) {
      return new InsnList();
    }
    NewMover.move(type.name, method, awaited);
    free = method.maxLocals;
    points = points(Set.copyOf(awaited));
    TryRanges.interrupt(method, points);
    for (Point point : points) {
      refuseHidden(point);
      method.instructions.insert(point.node(), point.code());
      method.instructions.remove(point.node());
      method.tryCatchBlocks.add(point.handler());
    }
    return dispatch();
  }

  private List<Point> points(Set<AbstractInsnNode> awaited) {
    Liveness liveness = new Liveness(method);
    List<Point> found = new ArrayList<>();
    Typing.walk(
        type.name,
        method,
        (n, types) -> {
          if (awaited.contains(n)) {
            MethodInsnNode call = (MethodInsnNode) n;
            found.add(new Point(this, found.size() + 1, call, types.copy(), liveness));
          }
        });
    return found;
  }

  /**
   * Refuses a result whose type the class cannot access: the result is cast, which names the type.
   */
  private void refuseHidden(Point point) throws RefusedMethodException {
    if (holders.isHidden(point.result())) {
      int line = Positions.line(point.node());
      throw RefusedMethodException.hiddenType(point.result().getClassName(), line);
    }
  }

  private InsnList dispatch() {
    Code code = new Code();
    Label called = new Label();
    loadCoroutine(code);
    code.coroutine("resuming", "()L" + Names.FRAME + ";");
    code.dup();
    code.ifnull(called);
    code.dup();
    code.invokevirtual(Names.FRAME, "point", "()I", false);
    Label[] restores = points.stream().map(point -> point.restore).toArray(Label[]::new);
    // The default label is never used, because every number is in the table.
    code.tableswitch(1, restores.length, restores[0], restores);
    code.mark(called);
    code.frame(localsAtEntry(), List.of(Names.FRAME));
    code.pop();
    return code.instructions();
  }

  /** The line whose awaited calls add the most code. */
  Optional<CostlyLine> costliest() {
    return CostlyLine.of(points);
  }

  String owner() {
    return type.name;
  }

  int coroutine() {
    return coroutine;
  }

  Holders holders() {
    return holders;
  }

  /** The number of receivers: 0 or 1. */
  int receivers() {
    return Methods.is(method, Opcodes.ACC_STATIC) ? 0 : 1;
  }

  /** The first slot that the original code does not use. */
  int free() {
    return free;
  }

  String where(int line) {
    return Positions.where(type, method, line);
  }

  /** The types of the receiver, if any, and the parameters; one entry per slot. */
  List<Object> localsAtEntry() {
    return FrameTypes.slotsOf(Methods.callOf(type, method).operands());
  }

  /** The types of the needed locals, the receiver and the coroutine; other slots are unset. */
  List<Object> kept(List<Object> locals, BitSet needed) {
    List<Object> kept = new ArrayList<>(locals);
    for (int slot = 0; slot < locals.size(); slot++) {
      boolean wide = FrameTypes.isWide(locals.get(slot));
      if (!needed.get(slot) && slot != coroutine && slot >= receivers()) {
        kept.set(slot, Opcodes.TOP);
      }
      slot += wide ? 1 : 0;
    }
    return kept;
  }

  void loadCoroutine(Code code) {
    code.load(coroutine, Names.COROUTINE_TYPE);
  }

  void pushResumer(Code code) {
    if (resumer == null) {
      resumer = resumers.resumer(method);
    }
    resumers.push(code, resumer);
  }

  void pushStarter(Code code, Call twin) {
    resumers.push(code, resumers.starter(twin));
  }

  void returnDummy(Code code) {
    Type result = Type.getReturnType(method.desc);
    code.dummy(result);
    code.areturn(result);
  }
}
