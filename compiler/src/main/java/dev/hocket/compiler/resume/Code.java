package dev.hocket.compiler.resume;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.InstructionAdapter;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/** Instructions in the making. */
final class Code extends InstructionAdapter {
  private final MethodNode method;

  /** A piece of a method. */
  Code() {
    this(new MethodNode());
  }

  /** The whole of a method. */
  Code(MethodNode method) {
    super(Opcodes.ASM9, method);
    this.method = method;
  }

  InsnList instructions() {
    return method.instructions;
  }

  /** The node of a label that was or will be set by an instance of this class. */
  static LabelNode node(Label label) {
    if (!(label.info instanceof LabelNode)) {
      label.info = new LabelNode(label);
    }
    return (LabelNode) label.info;
  }

  /** A stack map frame; both lists have one entry per slot. */
  void frame(List<?> locals, List<?> stack) {
    Object[] l = FrameTypes.values(locals).toArray();
    Object[] s = FrameTypes.values(stack).toArray();
    visitFrame(Opcodes.F_NEW, l.length, l, s.length, s);
  }

  /** Pushes any value of the type; nothing for {@code void}. */
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
        // void
      }
    }
  }

  /** Calls a method of the coroutine on top of the stack. */
  void coroutine(String method, String descriptor) {
    invokevirtual(Names.COROUTINE, method, descriptor, false);
  }

  /** Takes the coroutine on top of the stack and pushes what it hands over. */
  void handedOver(String verb, Type type) {
    if (type == Type.VOID_TYPE) {
      coroutine(verb, "()V");
    } else {
      Kind kind = Kind.of(type);
      coroutine(kind.method(verb), "()" + kind.type);
      cast(type);
    }
  }

  /** The next call of a method that can be overridden means the method as it is named. */
  void exact(int coroutine) {
    load(coroutine, Names.COROUTINE_TYPE);
    coroutine("exact", "()" + Names.COROUTINE_TYPE);
    pop();
  }

  /** Keeps the value on top of the stack in the frame below it. */
  void put(Type type) {
    invokevirtual(Names.FRAME, "put", "(" + Kind.of(type).type + ")V", false);
  }

  /** Takes the frame on top of the stack and pushes its next value. */
  void get(Type type) {
    Kind kind = Kind.of(type);
    invokevirtual(Names.FRAME, kind.method("get"), "()" + kind.type, false);
    cast(type);
  }

  /** The library hands over a value by its kind, without its exact type. */
  private void cast(Type type) {
    if (Kind.of(type) == Kind.REFERENCE && !type.equals(Kind.REFERENCE.type)) {
      checkcast(type);
    }
  }

  /** From the stack to locals, the last type on top. */
  void storeAll(List<Type> types, int firstLocal) {
    int local = firstLocal + types.stream().mapToInt(Type::getSize).sum();
    for (Type type : types.reversed()) {
      local -= type.getSize();
      store(local, type);
    }
  }

  /** From locals to the stack. */
  void loadAll(List<Type> types, int firstLocal) {
    int local = firstLocal;
    for (Type type : types) {
      load(local, type);
      local += type.getSize();
    }
  }
}
