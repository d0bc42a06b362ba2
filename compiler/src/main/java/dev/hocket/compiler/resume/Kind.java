package dev.hocket.compiler.resume;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The kinds of values that the JVM and the runtime library distinguish. */
enum Kind {
  REFERENCE("Reference", Type.getType(Object.class), Opcodes.ACONST_NULL),
  INT("Int", Type.INT_TYPE, Opcodes.ICONST_0),
  LONG("Long", Type.LONG_TYPE, Opcodes.LCONST_0),
  FLOAT("Float", Type.FLOAT_TYPE, Opcodes.FCONST_0),
  DOUBLE("Double", Type.DOUBLE_TYPE, Opcodes.DCONST_0);

  /** The type that the runtime library uses for values of the kind. */
  final Type type;

  /** The instruction that pushes an arbitrary value of the kind. */
  final int dummy;

  private final String word;

  Kind(String word, Type type, int dummy) {
    this.word = word;
    this.type = type;
    this.dummy = dummy;
  }

  static Kind of(Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> INT;
      case Type.LONG -> LONG;
      case Type.FLOAT -> FLOAT;
      case Type.DOUBLE -> DOUBLE;
      case Type.ARRAY, Type.OBJECT -> REFERENCE;
      default -> throw new IllegalArgumentException("no kind of value: " + type);
    };
  }

  /** The name of a library method for values of the kind: {@code getInt}, {@code takeReference}. */
  String method(String verb) {
    return verb + word;
  }
}
