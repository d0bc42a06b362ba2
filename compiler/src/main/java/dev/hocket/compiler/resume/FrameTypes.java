package dev.hocket.compiler.resume;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Converts verification types (JVMS 4.10.1.2) between two shapes: one entry per value, as in stack
 * map frames, and one entry per <em>slot</em>, as instructions count, where {@code TOP} follows a
 * long or a double.
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

  /** The verification type of a type. */
  static Object of(Type type) {
    return switch (Kind.of(type)) {
      case INT -> Opcodes.INTEGER;
      case LONG -> Opcodes.LONG;
      case FLOAT -> Opcodes.FLOAT;
      case DOUBLE -> Opcodes.DOUBLE;
      case REFERENCE -> type.getInternalName();
    };
  }

  /** The type for loading and storing a value of a verification type other than {@code TOP}. */
  static Type typeOf(Object frameType) {
    return frameType instanceof String name ? Type.getObjectType(name) : UNNAMED.get(frameType);
  }

  static boolean isWide(Object frameType) {
    return frameType == Opcodes.LONG || frameType == Opcodes.DOUBLE;
  }

  /** Converts entries per slot to entries per value, without unset slots at the end. */
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

  /** The entries per slot for values of the given types. */
  static List<Object> slotsOf(List<Type> types) {
    return slots(types.stream().map(FrameTypes::of).toList());
  }

  /** Converts entries per value to entries per slot. */
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

  /**
   * Converts entries per value to at least {@code atLeast} entries per slot; additional slots are
   * unset.
   */
  static List<Object> slots(List<?> values, int atLeast) {
    List<Object> slots = slots(values);
    slots.addAll(Collections.nCopies(Math.max(0, atLeast - slots.size()), Opcodes.TOP));
    return slots;
  }
}
