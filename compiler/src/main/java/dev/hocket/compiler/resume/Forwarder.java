package dev.hocket.compiler.resume;

import java.util.Arrays;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Generates twins of methods that only call another method: javac's bridges and accessors, and
 * methods without a body. If the called method suspends, it returns through the forwarder; when it
 * is resumed, its result goes directly to the forwarder's caller. So forwarders need no frame.
 */
final class Forwarder {
  private Forwarder() {}

  /** A twin that calls the plain method, for methods whose implementations may have no twin. */
  static MethodNode toPlain(ClassNode type, MethodNode method) {
    MethodNode twin = Twin.withoutCode(method);
    Code code = new Code(twin);
    Call plain = Methods.virtualCallOf(type, method);
    code.loadAll(plain.operands(), 0);
    plain.emit(code);
    code.areturn(plain.result());
    return twin;
  }

  /**
   * A twin of a bridge or accessor that forwards to the twin of the method which the original
   * calls. That method may have no twin, which is unknown here; then this twin is never called.
   */
  static Optional<MethodNode> toTwin(ClassNode type, MethodNode method) {
    MethodNode twin = Twin.withoutCode(method);
    twin.desc = method.desc;
    method.instructions.accept(twin);
    int coroutine = Shift.addCoroutine(twin);
    return callIn(twin)
        .map(node -> {
          Call call = Call.of(node);
          Code code = new Code();
          if (call.isSuper(type.name)) {
            code.exact(coroutine);
          }
          code.load(coroutine, Names.COROUTINE_TYPE);
          call.twin().emit(code);
          twin.instructions.insert(node, code.instructions());
          twin.instructions.remove(node);
          if (call.isSuper(type.name) && Guard.isNeeded(twin)) {
            Guard.insert(type, twin);
          }
          return twin;
        });
  }

  /** The call in a bridge or accessor; empty for an accessor of a field. */
  private static Optional<MethodInsnNode> callIn(MethodNode method) {
    return Arrays.stream(method.instructions.toArray())
        .filter(n -> n.getOpcode() >= Opcodes.INVOKEVIRTUAL && n instanceof MethodInsnNode)
        .map(MethodInsnNode.class::cast)
        .findFirst();
  }
}
