package dev.hocket.flow.generate;

import dev.hocket.flow.graph.Node;
import dev.hocket.flow.link.Conversions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the instructions of one method: constants, local variables, and conversions between the
 * kinds of values. All references are of the kind Object.
 */
final class MethodCode {
  static final Type OBJECT = Type.getType(Object.class);
  private static final Type CONVERSIONS = Type.getType(Conversions.class);

  /** The boxed form of a primitive type. */
  private static final Map<Type, Type> BOXES =
      Map.of(
          Type.BOOLEAN_TYPE, Type.getType(Boolean.class),
          Type.CHAR_TYPE, Type.getType(Character.class),
          Type.BYTE_TYPE, Type.getType(Byte.class),
          Type.SHORT_TYPE, Type.getType(Short.class),
          Type.INT_TYPE, Type.getType(Integer.class),
          Type.LONG_TYPE, Type.getType(Long.class),
          Type.FLOAT_TYPE, Type.getType(Float.class),
          Type.DOUBLE_TYPE, Type.getType(Double.class));

  private static final Map<Type, String> NAMES =
      Map.of(
          Type.BOOLEAN_TYPE, "toBoolean",
          Type.CHAR_TYPE, "toChar",
          Type.BYTE_TYPE, "toByte",
          Type.SHORT_TYPE, "toShort",
          Type.INT_TYPE, "toInt",
          Type.LONG_TYPE, "toLong",
          Type.FLOAT_TYPE, "toFloat",
          Type.DOUBLE_TYPE, "toDouble");

  /** The instructions that widen a primitive kind, by the letters of both kinds. */
  private static final Map<String, Integer> WIDENING =
      Map.of(
          "IJ", Opcodes.I2L,
          "IF", Opcodes.I2F,
          "ID", Opcodes.I2D,
          "JF", Opcodes.L2F,
          "JD", Opcodes.L2D,
          "FD", Opcodes.F2D,
          "DF", Opcodes.D2F);

  final MethodVisitor out;

  /**
   * The kinds of the local variables that have a value at this point; null for a word without one.
   */
  private List<Type> assigned = new ArrayList<>();

  private int locals;

  /**
   * Begins a method.
   *
   * @param parameters the object itself included
   */
  MethodCode(MethodVisitor out, Type... parameters) {
    this.out = out;
    for (Type parameter : parameters) {
      assign(local(parameter));
    }
    out.visitCode();
  }

  /** The variables at a place in the code, and which of them have values. */
  record Scope(List<Type> assigned, int locals) {}

  Scope scope() {
    return new Scope(new ArrayList<>(assigned), locals);
  }

  /** A local variable. */
  record Local(int index, Type kind) {}

  static boolean isPrimitive(Type kind) {
    return kind.getSort() < Type.ARRAY;
  }

  /** The kind that stands for a type in generated code. */
  static Type kind(Type type) {
    return isPrimitive(type) && type != Type.VOID_TYPE ? type : OBJECT;
  }

  /** The kind of a constant: a primitive type if it is the box of one. */
  static Type kind(Object constant) {
    if (constant != null) {
      for (Map.Entry<Type, Type> box : BOXES.entrySet()) {
        if (box.getValue().getClassName().equals(constant.getClass().getName())) {
          return box.getKey();
        }
      }
    }
    return OBJECT;
  }

  Local local(Type kind) {
    Local local = new Local(locals, kind);
    locals += kind.getSize();
    return local;
  }

  /** A variable that has a value on every path through the method. */
  Local initialised(Type kind) {
    Local local = local(kind);
    zero(kind);
    store(local);
    return local;
  }

  private void zero(Type kind) {
    switch (kind.getSort()) {
      case Type.LONG -> out.visitInsn(Opcodes.LCONST_0);
      case Type.FLOAT -> out.visitInsn(Opcodes.FCONST_0);
      case Type.DOUBLE -> out.visitInsn(Opcodes.DCONST_0);
      case Type.OBJECT -> out.visitInsn(Opcodes.ACONST_NULL);
      default -> out.visitInsn(Opcodes.ICONST_0);
    }
  }

  void load(Local local) {
    out.visitVarInsn(local.kind().getOpcode(Opcodes.ILOAD), local.index());
  }

  void store(Local local) {
    out.visitVarInsn(local.kind().getOpcode(Opcodes.ISTORE), local.index());
    assign(local);
  }

  private void assign(Local local) {
    while (assigned.size() < local.index() + local.kind().getSize()) {
      assigned.add(null);
    }
    assigned.set(local.index(), local.kind());
  }

  void loadThis() {
    out.visitVarInsn(Opcodes.ALOAD, 0);
  }

  void push(int number) {
    if (number >= -1 && number <= 5) {
      out.visitInsn(Opcodes.ICONST_0 + number);
    } else if (number >= Short.MIN_VALUE && number <= Short.MAX_VALUE) {
      out.visitIntInsn(Opcodes.SIPUSH, number);
    } else {
      out.visitLdcInsn(number);
    }
  }

  /** Pushes a constant of a primitive kind. */
  void push(Object constant, Type kind) {
    switch (constant) {
      case Boolean truth -> push(truth ? 1 : 0);
      case Character character -> push(character);
      case Integer number -> push(number);
      case Short number -> push(number);
      case Byte number -> push(number);
      default -> out.visitLdcInsn(constant);
    }
  }

  void pop(Type kind) {
    out.visitInsn(kind.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
  }

  void invoke(int opcode, Type owner, String name, Type result, Type... parameters) {
    out.visitMethodInsn(
        opcode,
        owner.getInternalName(),
        name,
        Type.getMethodDescriptor(result, parameters),
        opcode == Opcodes.INVOKEINTERFACE);
  }

  void invokeStatic(Type owner, String name, Type result, Type... parameters) {
    invoke(Opcodes.INVOKESTATIC, owner, name, result, parameters);
  }

  /** Converts the value on the stack to another kind, by the rules of Clojure's interoperation. */
  void convert(Type from, Type to) {
    if (from.equals(to)) {
      return;
    }
    if (!isPrimitive(to)) {
      box(from);
    } else if (!isPrimitive(from)) {
      invokeStatic(CONVERSIONS, NAMES.get(to), to, OBJECT);
    } else if (!widens(from, to)) {
      if (from == Type.LONG_TYPE && isWhole(to)) {
        invokeStatic(CONVERSIONS, NAMES.get(to), to, Type.LONG_TYPE);
      } else {
        box(from);
        invokeStatic(CONVERSIONS, NAMES.get(to), to, OBJECT);
      }
    }
  }

  private static boolean isWhole(Type kind) {
    return kind.getSort() >= Type.BYTE && kind.getSort() <= Type.INT || kind == Type.LONG_TYPE;
  }

  /** Converts between kinds by one instruction or none. */
  private boolean widens(Type from, Type to) {
    boolean small = isWhole(from) && from != Type.LONG_TYPE;
    if (small && isWhole(to) && to != Type.LONG_TYPE) {
      return from.getSort() < to.getSort();
    }
    Integer opcode = WIDENING.get((small ? "I" : from.getDescriptor()) + to.getDescriptor());
    if (opcode != null) {
      out.visitInsn(opcode);
    }
    return opcode != null;
  }

  private void box(Type kind) {
    if (isPrimitive(kind)) {
      invokeStatic(BOXES.get(kind), "valueOf", BOXES.get(kind), kind);
    }
  }

  /** Jumps if the value on the stack, of any kind, is false or null. */
  void jumpIfFalse(Type kind, Label to) {
    if (kind == Type.BOOLEAN_TYPE) {
      out.visitJumpInsn(Opcodes.IFEQ, to);
      return;
    }
    if (isPrimitive(kind)) {
      // A number is true.
      pop(kind);
      return;
    }
    invokeStatic(Type.getType(Node.If.class), "isTrue", Type.BOOLEAN_TYPE, OBJECT);
    out.visitJumpInsn(Opcodes.IFEQ, to);
  }

  void jump(Label to) {
    out.visitJumpInsn(Opcodes.GOTO, to);
  }

  /** Marks the begin or end of a range of code that no jump enters. */
  void mark(Label label) {
    out.visitLabel(label);
  }

  /** Marks the target of jumps. The same variables have values there as at this point. */
  void label(Label label) {
    frame(label);
  }

  /**
   * Marks a target of jumps.
   *
   * @param scope the variables that have values at each of the jumps
   * @param more further variables that have values
   */
  void label(Label label, Scope scope, Local... more) {
    enter(scope);
    for (Local local : more) {
      assign(local);
    }
    frame(label);
  }

  /** Begins an exception handler: the exception is on the stack. */
  void handler(Label label, Scope scope) {
    enter(scope);
    frame(label, "java/lang/Throwable");
  }

  private void enter(Scope scope) {
    assigned = new ArrayList<>(scope.assigned());
    locals = scope.locals();
  }

  private void frame(Label label, Object... stack) {
    List<Object> types = new ArrayList<>();
    for (int i = 0; i < assigned.size(); i++) {
      Type kind = assigned.get(i);
      types.add(verified(kind));
      i += kind == null ? 0 : kind.getSize() - 1;
    }
    out.visitLabel(label);
    out.visitFrame(Opcodes.F_NEW, types.size(), types.toArray(), stack.length, stack);
    // A class file may have only one stack map frame at a position.
    out.visitInsn(Opcodes.NOP);
  }

  private static Object verified(Type kind) {
    return kind == null
        ? Opcodes.TOP
        : switch (kind.getSort()) {
          case Type.LONG -> Opcodes.LONG;
          case Type.FLOAT -> Opcodes.FLOAT;
          case Type.DOUBLE -> Opcodes.DOUBLE;
          case Type.OBJECT, Type.ARRAY -> kind.getInternalName();
          default -> Opcodes.INTEGER;
        };
  }

  /** Ends the method; called after the last instruction. */
  void end() {
    // The writer of the class computes this.
    out.visitMaxs(0, 0);
    out.visitEnd();
  }
}
