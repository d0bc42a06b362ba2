package dev.hocket.compiler.resume;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * The twin of a method: has its name and a coroutine as an additional last parameter, and lacks the
 * attributes that only compilers and reflection read.
 */
final class Twin {
  private static final int ONLY_OF_THE_METHOD =
      Opcodes.ACC_VARARGS | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_DEPRECATED;

  private static final int MOST_SLOTS = 255;

  private Twin() {}

  /** Whether a class file has room for the twin: 255 slots of parameters (JVMS 4.3.3). */
  static boolean fits(MethodNode method) {
    return Methods.parameterSlots(method) < MOST_SLOTS;
  }

  /** A twin to be filled. */
  static MethodNode withoutCode(MethodNode method) {
    return new MethodNode(
        access(method),
        method.name,
        Call.twinOf(method.desc),
        null,
        method.exceptions.toArray(String[]::new));
  }

  /**
   * Makes a method its own twin.
   *
   * @return the method without code
   */
  static MethodNode takeCodeOf(MethodNode method) {
    MethodNode rest =
        new MethodNode(
            method.access,
            method.name,
            method.desc,
            method.signature,
            method.exceptions.toArray(String[]::new));
    moveAnnotations(method, rest);
    method.access = access(method);
    method.signature = null;
    Shift.addCoroutine(method);
    return rest;
  }

  /**
   * Where a public method overrides a protected one and has no twin of its own, the inherited twin
   * has to be as public. A public twin overrides and is overridden as a protected one would be.
   */
  private static int access(MethodNode method) {
    int access = method.access & ~ONLY_OF_THE_METHOD | Opcodes.ACC_SYNTHETIC;
    return Methods.is(method, Opcodes.ACC_PROTECTED)
        ? access & ~Opcodes.ACC_PROTECTED | Opcodes.ACC_PUBLIC
        : access;
  }

  private static void moveAnnotations(MethodNode from, MethodNode to) {
    to.parameters = from.parameters;
    to.visibleAnnotations = from.visibleAnnotations;
    to.invisibleAnnotations = from.invisibleAnnotations;
    to.visibleTypeAnnotations = from.visibleTypeAnnotations;
    to.invisibleTypeAnnotations = from.invisibleTypeAnnotations;
    to.visibleParameterAnnotations = from.visibleParameterAnnotations;
    to.visibleAnnotableParameterCount = from.visibleAnnotableParameterCount;
    to.invisibleParameterAnnotations = from.invisibleParameterAnnotations;
    to.invisibleAnnotableParameterCount = from.invisibleAnnotableParameterCount;
    from.parameters = null;
    from.visibleAnnotations = null;
    from.invisibleAnnotations = null;
    from.visibleTypeAnnotations = null;
    from.invisibleTypeAnnotations = null;
    from.visibleParameterAnnotations = null;
    from.invisibleParameterAnnotations = null;
    // These annotations number locals as in the original method.
    from.visibleLocalVariableAnnotations = null;
    from.invisibleLocalVariableAnnotations = null;
  }
}
