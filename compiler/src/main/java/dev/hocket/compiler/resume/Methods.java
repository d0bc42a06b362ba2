package dev.hocket.compiler.resume;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Predicates and properties of methods in class files. */
final class Methods {
  private Methods() {}

  static boolean is(MethodNode method, int flag) {
    return (method.access & flag) != 0;
  }

  static boolean isInterface(ClassNode type) {
    return (type.access & Opcodes.ACC_INTERFACE) != 0;
  }

  /** Whether a method has the annotation. javac also copies it to the method's bridges. */
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

  /** Whether a method is the lambda of a block, which gets the coroutine as its last parameter. */
  static boolean isBlock(MethodNode method) {
    Type[] parameters = Type.getArgumentTypes(method.desc);
    return method.name.startsWith("lambda$")
        && is(method, Opcodes.ACC_SYNTHETIC)
        && parameters.length > 0
        && parameters[parameters.length - 1].equals(Names.COROUTINE_TYPE);
  }

  /**
   * Whether javac has generated a method for an inner class that cannot call another method
   * directly: {@code Outer.super.m()}, or a protected method of another package. It has no
   * annotations.
   */
  static boolean isAccessor(MethodNode method) {
    return method.name.startsWith("access$")
        && is(method, Opcodes.ACC_SYNTHETIC)
        && is(method, Opcodes.ACC_STATIC);
  }

  /** The number of slots of the receiver, if any, and the parameters. */
  static int parameterSlots(MethodNode method) {
    // ASM always counts a receiver, and puts the size of the result into the low bits.
    int withReceiver = Type.getArgumentsAndReturnSizes(method.desc) >> 2;
    return is(method, Opcodes.ACC_STATIC) ? withReceiver - 1 : withReceiver;
  }

  /** The slot of a twin's last parameter, the coroutine. */
  static int coroutine(MethodNode twin) {
    return parameterSlots(twin) - 1;
  }

  /** A call from a method's own class that runs exactly this method. */
  static Call callOf(ClassNode type, MethodNode method) {
    int opcode = is(method, Opcodes.ACC_STATIC) ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL;
    return new Call(opcode, type.name, method.name, method.desc, isInterface(type));
  }

  /** A call from a method's own class that runs the actual object's method. */
  static Call virtualCallOf(ClassNode type, MethodNode method) {
    if (is(method, Opcodes.ACC_STATIC)) {
      return callOf(type, method);
    }
    int opcode = isInterface(type) ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
    return new Call(opcode, type.name, method.name, method.desc, isInterface(type));
  }
}
