package dev.hocket.compiler.resume;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Generates code that saves locals to a frame and restores them, in order. */
final class Saved {
  /** A local and its verification type. */
  private record Local(int slot, Object type) {}

  private final Holders holders;
  private final List<Local> locals = new ArrayList<>();

  Saved(Holders holders) {
    this.holders = holders;
  }

  /** Adds all consecutive locals that are set; the types have one entry per slot. */
  Saved add(int firstSlot, List<Object> types) {
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i) != Opcodes.TOP) {
        locals.add(new Local(firstSlot + i, types.get(i)));
      }
    }
    return this;
  }

  int references() {
    return (int) stored().filter(t -> Kind.of(t) == Kind.REFERENCE).count();
  }

  int numbers() {
    return (int) stored().filter(t -> Kind.of(t) != Kind.REFERENCE).count();
  }

  /** Stores the locals in the frame on top of the stack. */
  void put(Code code) {
    for (Local local : locals) {
      if (isStored(local)) {
        Type type = FrameTypes.typeOf(local.type);
        code.dup();
        code.load(local.slot, type);
        holders.put(code, type);
      }
    }
  }

  /** Restores the locals from the frame on top of the stack. */
  void get(Code code) {
    for (Local local : locals) {
      Type type = FrameTypes.typeOf(local.type);
      if (isStored(local)) {
        code.dup();
        holders.get(code, type);
      } else {
        code.aconst(null);
      }
      code.store(local.slot, type);
    }
  }

  /**
   * Whether a local is stored. A value of the null type (JVMS 4.10.1.2) is not: its type cannot be
   * named in a cast.
   */
  private static boolean isStored(Local local) {
    return local.type != Opcodes.NULL;
  }

  private Stream<Type> stored() {
    return locals.stream().filter(Saved::isStored).map(local -> FrameTypes.typeOf(local.type));
  }
}
