package dev.hocket.compiler.resume;

import java.util.Arrays;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Twins of methods that only call another method: javac's bridges and accessors, and methods
 * without a body. When the method they call suspends, it returns through them; when it is resumed,
 * its result goes to the caller directly. So forwarders keep no frame.
 */
final class Forwarder {
  private Forwarder() {}

  /** The twin of a method whose implementations may have no twin. */
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
   * The twin of a bridge or an accessor: forwards to the twin of the method that the original
   * calls. Whether that method has a twin is not known here; if it has none, the twin of the
   * accessor is never called.
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

  /** An accessor of a field calls nothing. */
  private static Optional<MethodInsnNode> callIn(MethodNode method) {
    return Arrays.stream(method.instructions.toArray())
        .filter(n -> n.getOpcode() >= Opcodes.INVOKEVIRTUAL && n instanceof MethodInsnNode)
        .map(MethodInsnNode.class::cast)
        .findFirst();
  }
}
