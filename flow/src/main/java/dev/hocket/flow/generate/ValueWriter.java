package dev.hocket.flow.generate;

import dev.hocket.flow.code.Packet;
import dev.hocket.flow.generate.Layout.Inline;
import dev.hocket.flow.generate.Layout.Item;
import dev.hocket.flow.generate.MethodCode.Local;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Node.Call;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes loads and stores of the values in one method: they are in local variables, and those that
 * other methods name also in slots of the packet.
 */
final class ValueWriter {
  private static final Type OBJECT = MethodCode.OBJECT;
  private static final Type ARRAY = Type.getType(Object[].class);
  private static final Type PACKET = Type.getType(Packet.class);

  private final SectionWriter section;
  private final MethodCode code;

  /**
   * The variable with the packet; null if there is none, since the packet never leaves the method.
   */
  private final Local packet;

  private final Kinds kinds = new Kinds();
  private final Map<String, Local> values = new HashMap<>();

  /** Values whose variables are set on every path through the method. */
  private final Map<String, Local> declared = new HashMap<>();

  ValueWriter(SectionWriter section, MethodCode code, Local packet) {
    this.section = section;
    this.code = code;
    this.packet = packet;
  }

  /** Infers the kinds of values; a variable is made where it first gets its value. */
  void infer(List<Item> items) {
    kinds.infer(items);
  }

  /** Makes variables for values that are used after an exception handler. */
  void declare(List<Item> items) {
    infer(items);
    for (Item item : items) {
      if (item instanceof Inline inline && section.layout().isUsed(inline.node().id())) {
        String id = inline.node().id();
        declare(id, kinds.of(id));
      }
    }
  }

  Type kind(Argument argument) {
    return kinds.of(argument);
  }

  Type kind(String id) {
    return kinds.of(id);
  }

  /** Makes a variable for the value of a source. */
  void declare(Call source) {
    declare(source.id(), OBJECT);
  }

  private void declare(String id, Type kind) {
    Local value = code.initialised(kind);
    declared.put(id, value);
    values.put(id, value);
  }

  /** Loads the packet. */
  void loadPacket() {
    code.load(packet);
  }

  /** Loads an argument as a value of some kind. */
  void load(Argument argument, Type kind) {
    switch (argument) {
      case Constant constant -> {
        Type of = MethodCode.kind(constant.value());
        if (constant.value() == null) {
          code.out.visitInsn(Opcodes.ACONST_NULL);
          code.convert(OBJECT, kind);
        } else if (MethodCode.isPrimitive(of) && MethodCode.isPrimitive(kind)) {
          code.push(constant.value(), of);
          code.convert(of, kind);
        } else {
          section.load(code, constant.value(), OBJECT);
          code.convert(OBJECT, kind);
        }
      }
      case Env variable -> {
        section.load(code, section.slots().value(variable), OBJECT);
        code.convert(OBJECT, kind);
      }
      case Ref ref -> {
        Local value = values.get(ref.id());
        if (value == null) {
          loadSlot(section.slots().slot(ref.id()));
          code.convert(OBJECT, kind);
        } else {
          code.load(value);
          code.convert(value.kind(), kind);
        }
      }
    }
  }

  private void loadSlot(int slot) {
    code.load(packet);
    code.out.visitFieldInsn(
        Opcodes.GETFIELD, PACKET.getInternalName(), "slots", ARRAY.getDescriptor());
    code.push(slot);
    code.out.visitInsn(Opcodes.AALOAD);
  }

  /** Stores the value on the stack. */
  void store(String id, Type kind) {
    if (!section.layout().isUsed(id)) {
      code.pop(kind);
      return;
    }
    Local value = variable(id, kind);
    code.convert(kind, value.kind());
    code.store(value);
    if (section.slots().has(id)) {
      storeSlot(section.slots().slot(id), value);
    }
  }

  private Local variable(String id, Type kind) {
    Local variable = declared.get(id);
    if (variable == null) {
      variable = code.local(kind);
      values.put(id, variable);
    }
    return variable;
  }

  /** Stores a variable into the packet. */
  void storeSlot(int slot, Local value) {
    code.load(packet);
    code.out.visitFieldInsn(
        Opcodes.GETFIELD, PACKET.getInternalName(), "slots", ARRAY.getDescriptor());
    code.push(slot);
    code.load(value);
    code.convert(value.kind(), OBJECT);
    code.out.visitInsn(Opcodes.AASTORE);
  }

  /** Stores the value of a source into its variable, and leaves it on the stack. */
  void keep(Call source) {
    if (!section.layout().isUsed(source.id())) {
      return;
    }
    code.out.visitInsn(Opcodes.DUP);
    code.store(variable(source.id(), OBJECT));
  }

  /** Stores the value of a source into the packet, if another method names it. */
  void storeSlot(Call source) {
    if (section.slots().has(source.id())) {
      storeSlot(section.slots().slot(source.id()), values.get(source.id()));
    }
  }

  /** Notes that a value is in a variable from this point on; stores it into its slot, too. */
  void assign(String id, Local variable) {
    values.put(id, variable);
    if (section.slots().has(id)) {
      storeSlot(section.slots().slot(id), variable);
    }
  }
}
