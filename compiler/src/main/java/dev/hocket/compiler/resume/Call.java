package dev.hocket.compiler.resume;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** A call of a method. */
record Call(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
  static Call of(MethodInsnNode node) {
    return new Call(node.getOpcode(), node.owner, node.name, node.desc, node.itf);
  }

  /** The call that a method handle makes. */
  static Call of(Handle handle) {
    int opcode =
        switch (handle.getTag()) {
          case Opcodes.H_INVOKEVIRTUAL -> Opcodes.INVOKEVIRTUAL;
          case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
          case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
          case Opcodes.H_INVOKESPECIAL -> Opcodes.INVOKESPECIAL;
          default -> throw new IllegalArgumentException("no call of a method: " + handle);
        };
    return new Call(
        opcode, handle.getOwner(), handle.getName(), handle.getDesc(), handle.isInterface());
  }

  /** The call of the resumable twin of the method. */
  Call twin() {
    return new Call(opcode, owner, name, twinOf(descriptor), ofInterface);
  }

  /** The call of the method whose twin this calls. */
  Call plain() {
    return new Call(
        opcode, owner, name, descriptor.replace(Names.COROUTINE_TYPE + ")", ")"), ofInterface);
  }

  /** The descriptor of a resumable twin: the coroutine is the last parameter. */
  static String twinOf(String descriptor) {
    return descriptor.replace(")", Names.COROUTINE_TYPE + ")");
  }

  /** What a method with the descriptor returns. */
  static Type resultOf(String descriptor) {
    return Type.getReturnType(descriptor);
  }

  Type result() {
    return resultOf(descriptor);
  }

  boolean isStatic() {
    return opcode == Opcodes.INVOKESTATIC;
  }

  /** What the call finds on the operand stack: the receiver, if any, and the arguments. */
  List<Type> operands() {
    List<Type> operands = new ArrayList<>(List.of(Type.getArgumentTypes(descriptor)));
    if (!isStatic()) {
      operands.addFirst(Type.getObjectType(owner));
    }
    return operands;
  }

  /** Whether the call means a method that the calling class overrides or may override. */
  boolean isSuper(String caller) {
    return opcode == Opcodes.INVOKESPECIAL && !owner.equals(caller);
  }

  /** Whether the call is one of the run-time library, which needs no room on the stack. */
  boolean isOfRuntime() {
    return Names.SUSPENDING.contains(owner);
  }

  void emit(MethodVisitor code) {
    code.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
  }
}
