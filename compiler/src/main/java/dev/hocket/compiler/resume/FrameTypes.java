package dev.hocket.compiler.resume;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Verification types (JVMS 4.10.1.2) as ASM writes them, in two shapes: one entry per value, as
 * stack map frames have it, or one per <em>slot</em>, in which {@code TOP} follows a long or a
 * double, as instructions count it.
 */
final class FrameTypes {
  private static final Map<Object, Type> UNNAMED =
      Map.of(
          Opcodes.INTEGER,
          Type.INT_TYPE,
          Opcodes.LONG,
          Type.LONG_TYPE,
          Opcodes.FLOAT,
          Type.FLOAT_TYPE,
          Opcodes.DOUBLE,
          Type.DOUBLE_TYPE,
          Opcodes.NULL,
          Kind.REFERENCE.type);

  private FrameTypes() {}

  /** The verification type of a declared type. */
  static Object of(Type type) {
    return switch (Kind.of(type)) {
      case INT -> Opcodes.INTEGER;
      case LONG -> Opcodes.LONG;
      case FLOAT -> Opcodes.FLOAT;
      case DOUBLE -> Opcodes.DOUBLE;
      case REFERENCE -> type.getInternalName();
    };
  }

  /** The type with which a value is loaded and stored; not for {@code TOP}. */
  static Type typeOf(Object frameType) {
    return frameType instanceof String name ? Type.getObjectType(name) : UNNAMED.get(frameType);
  }

  static boolean isWide(Object frameType) {
    return frameType == Opcodes.LONG || frameType == Opcodes.DOUBLE;
  }

  /** From one entry per slot to one per value, without what is unset at the end. */
  static List<Object> values(List<?> slots) {
    List<Object> values = new ArrayList<>();
    for (int slot = 0; slot < slots.size(); slot++) {
      values.add(slots.get(slot));
      if (isWide(slots.get(slot))) {
        slot++;
      }
    }
    while (!values.isEmpty() && values.getLast() == Opcodes.TOP) {
      values.removeLast();
    }
    return values;
  }

  /** Values of declared types, one entry per slot. */
  static List<Object> slotsOf(List<Type> types) {
    return slots(types.stream().map(FrameTypes::of).toList());
  }

  /** From one entry per value to one per slot. */
  static List<Object> slots(List<?> values) {
    List<Object> slots = new ArrayList<>();
    for (Object value : values) {
      slots.add(value);
      if (isWide(value)) {
        slots.add(Opcodes.TOP);
      }
    }
    return slots;
  }

  /** The same, with slots that are unset at the end. */
  static List<Object> slots(List<?> values, int atLeast) {
    List<Object> slots = slots(values);
    slots.addAll(Collections.nCopies(Math.max(0, atLeast - slots.size()), Opcodes.TOP));
    return slots;
  }
}
