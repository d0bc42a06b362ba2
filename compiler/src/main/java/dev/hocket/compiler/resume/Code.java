package dev.hocket.compiler.resume;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.InstructionAdapter;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/** Emits instructions of a method. */
final class Code extends InstructionAdapter {
  private final MethodNode method;

  /** Creates a fragment of a method's code. */
  Code() {
    this(new MethodNode());
  }

  /** Creates the code of a whole method. */
  Code(MethodNode method) {
    super(Opcodes.ASM9, method);
    this.method = method;
  }

  InsnList instructions() {
    return method.instructions;
  }

  /** The node of a label that this class has set or will set. */
  static LabelNode node(Label label) {
    if (!(label.info instanceof LabelNode)) {
      label.info = new LabelNode(label);
    }
    return (LabelNode) label.info;
  }

  /** Emits a stack map frame from lists with one entry per slot. */
  void frame(List<?> locals, List<?> stack) {
    Object[] l = FrameTypes.values(locals).toArray();
    Object[] s = FrameTypes.values(stack).toArray();
    visitFrame(Opcodes.F_NEW, l.length, l, s.length, s);
  }

  /** Pushes an arbitrary value of a type; nothing for {@code void}. */
  void dummy(Type type) {
    if (type != Type.VOID_TYPE) {
      visitInsn(Kind.of(type).dummy);
    }
  }

  void pop(Type type) {
    switch (type.getSize()) {
      case 1 -> pop();
      case 2 -> pop2();
      default -> {
        // void has no value.
      }
    }
  }

  /** Calls a method of the coroutine that is on top of the stack. */
  void coroutine(String method, String descriptor) {
    invokevirtual(Names.COROUTINE, method, descriptor, false);
  }

  /** Pops the coroutine and pushes the result that it hands over. */
  void handedOver(String verb, Type type) {
    if (type == Type.VOID_TYPE) {
      coroutine(verb, "()V");
    } else {
      Kind kind = Kind.of(type);
      coroutine(kind.method(verb), "()" + kind.type);
      cast(type);
    }
  }

  /** Makes the next call run exactly the named method, even if a subclass overrides it. */
  void exact(int coroutine) {
    load(coroutine, Names.COROUTINE_TYPE);
    coroutine("exact", "()" + Names.COROUTINE_TYPE);
    pop();
  }

  /** Stores the value on top of the stack in the frame below it. */
  void put(Type type) {
    invokevirtual(Names.FRAME, "put", "(" + Kind.of(type).type + ")V", false);
  }

  /** Pops the frame and pushes its next value. */
  void get(Type type) {
    Kind kind = Kind.of(type);
    invokevirtual(Names.FRAME, kind.method("get"), "()" + kind.type, false);
    cast(type);
  }

  /** Casts a value to its exact type: the library returns references as objects. */
  private void cast(Type type) {
    if (Kind.of(type) == Kind.REFERENCE && !type.equals(Kind.REFERENCE.type)) {
      checkcast(type);
    }
  }

  /** Pops values into consecutive locals; the last type is on top of the stack. */
  void storeAll(List<Type> types, int firstLocal) {
    int local = firstLocal + types.stream().mapToInt(Type::getSize).sum();
    for (Type type : types.reversed()) {
      local -= type.getSize();
      store(local, type);
    }
  }

  /** Pushes consecutive locals. */
  void loadAll(List<Type> types, int firstLocal) {
    int local = firstLocal;
    for (Type type : types) {
      load(local, type);
      local += type.getSize();
    }
  }
}
