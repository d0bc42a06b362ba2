package dev.hocket.flow;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates a class that calls one method on one object, so that the call costs what a call in a
 * program costs. Where an argument needs a conversion, and where the class of the method cannot be
 * reached, a method handle does it.
 */
final class DirectCall {
  private static final Type OBJECT = Type.getType(Object.class);
  private static final Type ARRAY = Type.getType(Object[].class);
  private static final Type FLOW_FN = Type.getType(FlowFn.class);

  /** How each primitive type stands in an object. */
  private static final Map<Class<?>, Class<?>> BOXES =
      Map.of(
          boolean.class, Boolean.class,
          char.class, Character.class,
          byte.class, Byte.class,
          short.class, Short.class,
          int.class, Integer.class,
          long.class, Long.class,
          float.class, Float.class,
          double.class, Double.class);

  private DirectCall() {}

  /**
   * Makes a function that takes its arguments from slots of a frame, which it is given whole.
   *
   * @param owner the class of the state
   * @param state null of a static method
   * @param slow does the same for any arguments
   * @param slotOf for each argument where it is, or {@link Invocation#CONSTANT}
   * @param constants those that are in no slot
   * @return null if the method cannot be called directly
   */
  static FlowFn of(
      Class<?> owner, Method method, Object state, FlowFn slow, int[] slotOf, Object[] constants) {
    boolean reachable =
        Modifier.isPublic(method.getModifiers())
            || method.getDeclaringClass().getPackage() == owner.getPackage();
    if (!reachable || owner.isInterface() || owner.isHidden() || method.isVarArgs()) {
      return null;
    }
    try {
      MethodHandles.Lookup lookup =
          MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
              .defineHiddenClass(
                  classFile(owner, method, slotOf),
                  true,
                  MethodHandles.Lookup.ClassOption.NESTMATE);
      return (FlowFn)
          lookup
              .lookupClass()
              .getDeclaredConstructor(Object.class, FlowFn.class, Object[].class)
              .newInstance(state, slow, constants);
    } catch (ReflectiveOperationException | LinkageError e) {
      // Its module or class loader does not let us in.
      return null;
    }
  }

  private static byte[] classFile(Class<?> owner, Method method, int[] slotOf) {
    String name = Type.getInternalName(owner) + "$Call";
    ClassWriter out = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    out.visit(
        Opcodes.V11,
        Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC,
        name,
        null,
        OBJECT.getInternalName(),
        new String[] {FLOW_FN.getInternalName()});
    int kept = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
    out.visitField(kept, "state", Type.getDescriptor(owner), null, null).visitEnd();
    out.visitField(kept, "slow", FLOW_FN.getDescriptor(), null, null).visitEnd();
    out.visitField(kept, "constants", ARRAY.getDescriptor(), null, null).visitEnd();
    constructor(out, name, owner);
    call(out, name, owner, method, slotOf);
    out.visitEnd();
    return out.toByteArray();
  }

  private static void constructor(ClassWriter out, String name, Class<?> owner) {
    String descriptor = Type.getMethodDescriptor(Type.VOID_TYPE, OBJECT, FLOW_FN, ARRAY);
    MethodVisitor code = out.visitMethod(0, "<init>", descriptor, null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT.getInternalName(), "<init>", "()V", false);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitTypeInsn(Opcodes.CHECKCAST, Type.getInternalName(owner));
    code.visitFieldInsn(Opcodes.PUTFIELD, name, "state", Type.getDescriptor(owner));
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitFieldInsn(Opcodes.PUTFIELD, name, "slow", FLOW_FN.getDescriptor());
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitFieldInsn(Opcodes.PUTFIELD, name, "constants", ARRAY.getDescriptor());
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  /**
   * {@code return fits(slots) ? state.method((T) slots[3], …) : slow.call(new Object[] {slots[3],
   * …})}.
   */
  private static void call(
      ClassWriter out, String name, Class<?> owner, Method method, int[] slotOf) {
    String descriptor = Type.getMethodDescriptor(OBJECT, Type.getType(Object[].class));
    MethodVisitor code = out.visitMethod(Opcodes.ACC_PUBLIC, "call", descriptor, null, null);
    code.visitCode();
    Label slow = new Label();
    List<Class<?>> parameters = List.of(method.getParameterTypes());
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).isPrimitive()) {
        argument(code, name, slotOf, i);
        code.visitTypeInsn(Opcodes.INSTANCEOF, Type.getInternalName(BOXES.get(parameters.get(i))));
        code.visitJumpInsn(Opcodes.IFEQ, slow);
      }
    }
    boolean isStatic = Modifier.isStatic(method.getModifiers());
    if (!isStatic) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitFieldInsn(Opcodes.GETFIELD, name, "state", Type.getDescriptor(owner));
    }
    for (int i = 0; i < parameters.size(); i++) {
      argument(code, name, slotOf, i);
      unbox(code, parameters.get(i));
    }
    code.visitMethodInsn(
        isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKEVIRTUAL,
        Type.getInternalName(isStatic ? method.getDeclaringClass() : owner),
        method.getName(),
        Type.getMethodDescriptor(method),
        false);
    box(code, method.getReturnType());
    code.visitInsn(Opcodes.ARETURN);
    code.visitLabel(slow);
    // At the label, the locals are those of the method's entry, and the stack is empty.
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETFIELD, name, "slow", FLOW_FN.getDescriptor());
    code.visitIntInsn(Opcodes.SIPUSH, parameters.size());
    code.visitTypeInsn(Opcodes.ANEWARRAY, OBJECT.getInternalName());
    for (int i = 0; i < parameters.size(); i++) {
      code.visitInsn(Opcodes.DUP);
      code.visitIntInsn(Opcodes.SIPUSH, i);
      argument(code, name, slotOf, i);
      code.visitInsn(Opcodes.AASTORE);
    }
    code.visitMethodInsn(
        Opcodes.INVOKEINTERFACE, FLOW_FN.getInternalName(), "call", descriptor, true);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private static void argument(MethodVisitor code, String name, int[] slotOf, int number) {
    boolean isConstant = slotOf[number] == Invocation.CONSTANT;
    if (isConstant) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitFieldInsn(Opcodes.GETFIELD, name, "constants", ARRAY.getDescriptor());
    } else {
      code.visitVarInsn(Opcodes.ALOAD, 1);
    }
    code.visitLdcInsn(isConstant ? number : slotOf[number]);
    code.visitInsn(Opcodes.AALOAD);
  }

  private static void unbox(MethodVisitor code, Class<?> type) {
    Class<?> box = BOXES.get(type);
    String name = Type.getInternalName(box == null ? type : box);
    code.visitTypeInsn(Opcodes.CHECKCAST, name);
    if (box != null) {
      String method = type.getName() + "Value";
      code.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL, name, method, "()" + Type.getDescriptor(type), false);
    }
  }

  private static void box(MethodVisitor code, Class<?> type) {
    Class<?> box = BOXES.get(type);
    if (type == void.class) {
      code.visitInsn(Opcodes.ACONST_NULL);
    } else if (box != null) {
      String descriptor = Type.getMethodDescriptor(Type.getType(box), Type.getType(type));
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC, Type.getInternalName(box), "valueOf", descriptor, false);
    }
  }
}
