package dev.hocket.compiler.resume;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** A method call in a class file. */
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

  /** The call of the method's resumable twin. */
  Call twin() {
    return new Call(opcode, owner, name, twinOf(descriptor), ofInterface);
  }

  /** The call of the plain method that this twin belongs to. */
  Call plain() {
    return new Call(
        opcode, owner, name, descriptor.replace(Names.COROUTINE_TYPE + ")", ")"), ofInterface);
  }

  /** The descriptor of a method's twin, which takes the coroutine as its last parameter. */
  static String twinOf(String descriptor) {
    return descriptor.replace(")", Names.COROUTINE_TYPE + ")");
  }

  /** The result type of a method with the given descriptor. */
  static Type resultOf(String descriptor) {
    return Type.getReturnType(descriptor);
  }

  Type result() {
    return resultOf(descriptor);
  }

  boolean isStatic() {
    return opcode == Opcodes.INVOKESTATIC;
  }

  /** The operands of the call: the receiver, if any, and the arguments. */
  List<Type> operands() {
    List<Type> operands = new ArrayList<>(List.of(Type.getArgumentTypes(descriptor)));
    if (!isStatic()) {
      operands.addFirst(Type.getObjectType(owner));
    }
    return operands;
  }

  /** Whether the call names exactly a method that the calling class overrides or may override. */
  boolean isSuper(String caller) {
    return opcode == Opcodes.INVOKESPECIAL && !owner.equals(caller);
  }

  /** Whether the call is to the runtime library, which needs no check of the stack's depth. */
  boolean isOfRuntime() {
    return Names.SUSPENDING.contains(owner);
  }

  void emit(MethodVisitor code) {
    code.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
  }
}
