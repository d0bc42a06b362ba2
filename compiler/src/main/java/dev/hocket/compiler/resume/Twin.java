package dev.hocket.compiler.resume;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * Creates the twin of a method: it has the same name and a coroutine as additional last parameter,
 * without the attributes that only compilers and reflection read.
 */
final class Twin {
  private static final int ONLY_OF_THE_METHOD =
      Opcodes.ACC_VARARGS | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_DEPRECATED;

  private static final int MOST_SLOTS = 255;

  private Twin() {}

  /** Whether a class file has room for the twin: parameters may take 255 slots (JVMS 4.3.3). */
  static boolean fits(MethodNode method) {
    return Methods.parameterSlots(method) < MOST_SLOTS;
  }

  /** Creates a twin without code. */
  static MethodNode withoutCode(MethodNode method) {
    return new MethodNode(
        access(method),
        method.name,
        Call.twinOf(method.desc),
        null,
        method.exceptions.toArray(String[]::new));
  }

  /**
   * Turns a method into its own twin.
   *
   * @return a method without code that replaces the original
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
   * The access flags of a twin. The twin of a protected method is public: a public method that
   * overrides it without a twin of its own inherits this one, which must then be as public. For
   * overriding, public behaves as protected.
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
    // Local variable annotations refer to the slots of the original method.
    from.visibleLocalVariableAnnotations = null;
    from.invisibleLocalVariableAnnotations = null;
  }
}
