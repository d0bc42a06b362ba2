package dev.hocket.compiler.resume;

import java.util.Arrays;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Twins of methods that only call another: javac's bridges and accessors, and methods without a
 * body, whose twin calls them. What they call returns through them when it suspends, and its caller
 * goes on without them, so they keep nothing.
 */
final class Forwarder {
  private Forwarder() {}

  /** The twin of a method that its implementations may know as a plain one only. */
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
   * The twin of a bridge or an accessor: forwards to the twin of what that forwards to. An accessor
   * does not tell whether there is one; if there is none, nobody calls the twin of the accessor.
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
