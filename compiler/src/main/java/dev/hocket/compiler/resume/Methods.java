package dev.hocket.compiler.resume;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Questions about the kind of a method. */
final class Methods {
  private Methods() {}

  static boolean is(MethodNode method, int flag) {
    return (method.access & flag) != 0;
  }

  static boolean isInterface(ClassNode type) {
    return (type.access & Opcodes.ACC_INTERFACE) != 0;
  }

  /** Whether the method bears the annotation; javac gives it to the bridges of a method as well. */
  static boolean isMarkedResumable(MethodNode method) {
    return method.invisibleAnnotations != null
        && method.invisibleAnnotations.stream()
            .map((AnnotationNode annotation) -> annotation.desc)
            .anyMatch(Names.RESUMABLE::equals);
  }

  /** Whether the method has no code. */
  static boolean isBodiless(MethodNode method) {
    return is(method, Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE);
  }

  /** Whether the method is the lambda of a block, which gets the coroutine as its parameter. */
  static boolean isBlock(MethodNode method) {
    Type[] parameters = Type.getArgumentTypes(method.desc);
    return method.name.startsWith("lambda$")
        && is(method, Opcodes.ACC_SYNTHETIC)
        && parameters.length > 0
        && parameters[parameters.length - 1].equals(Names.COROUTINE_TYPE);
  }

  /**
   * Whether the method is one that javac has made for an inner class that calls a method it cannot
   * reach: {@code Outer.super.m()}, or a protected one of another package. It bears no annotation.
   */
  static boolean isAccessor(MethodNode method) {
    return method.name.startsWith("access$")
        && is(method, Opcodes.ACC_SYNTHETIC)
        && is(method, Opcodes.ACC_STATIC);
  }

  /** How many slots the receiver, if any, and the parameters take. */
  static int parameterSlots(MethodNode method) {
    // ASM counts a receiver in any case, and puts the size of the result in the low bits.
    int withReceiver = Type.getArgumentsAndReturnSizes(method.desc) >> 2;
    return is(method, Opcodes.ACC_STATIC) ? withReceiver - 1 : withReceiver;
  }

  /** The local of a twin that has the coroutine: its last parameter. */
  static int coroutine(MethodNode twin) {
    return parameterSlots(twin) - 1;
  }

  /** The call of a method by its own class: of that one, whatever overrides it. */
  static Call callOf(ClassNode type, MethodNode method) {
    int opcode = is(method, Opcodes.ACC_STATIC) ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL;
    return new Call(opcode, type.name, method.name, method.desc, isInterface(type));
  }

  /** The call of a method by its own class: of the one that the object has. */
  static Call virtualCallOf(ClassNode type, MethodNode method) {
    if (is(method, Opcodes.ACC_STATIC)) {
      return callOf(type, method);
    }
    int opcode = isInterface(type) ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
    return new Call(opcode, type.name, method.name, method.desc, isInterface(type));
  }
}
