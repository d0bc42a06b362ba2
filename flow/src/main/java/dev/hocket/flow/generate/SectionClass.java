package dev.hocket.flow.generate;

import dev.hocket.flow.generate.MethodCode.Local;
import dev.hocket.flow.link.Invocations;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates the class of a section around its methods. The values of a run are in final fields of
 * its object; methods of the program are constants of the class.
 */
final class SectionClass {
  static final String NAME = "dev/hocket/flow/generate/GeneratedSection";

  private static final Type OBJECT = MethodCode.OBJECT;
  private static final Type ARRAY = Type.getType(Object[].class);
  private static final Type HANDLE = Type.getType(MethodHandle.class);
  private static final Type CODE = Type.getType(GeneratedCode.class);

  /**
   * How many values have fields of their own; more assignments would not fit into the code of one
   * constructor.
   */
  private static final int MOST_FIELDS = 3000;

  private final ClassWriter out = new ClassWriter(ClassWriter.COMPUTE_MAXS);
  private final List<Object> values = new ArrayList<>();
  private final List<Type> types = new ArrayList<>();
  private final Map<Object, Integer> numbers = new IdentityHashMap<>();
  private final Map<Invocations.Target, Integer> targets = new LinkedHashMap<>();

  SectionClass() {
    // ASM limits computations for hostile input; what does not fit into a class is noticed anyway.
    out.setComputeLimits(Integer.MAX_VALUE, Long.MAX_VALUE);
    int access = Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
    out.visit(Opcodes.V21, access, NAME, null, CODE.getInternalName(), null);
  }

  /** Loads a value of the run. */
  void load(MethodCode code, Object value, Type type) {
    if (value == null) {
      code.out.visitInsn(Opcodes.ACONST_NULL);
      return;
    }
    Integer number = numbers.get(value);
    if (number == null) {
      number = values.size();
      numbers.put(value, number);
      values.add(value);
      types.add(type);
    }
    code.loadThis();
    if (number < MOST_FIELDS) {
      code.out.visitFieldInsn(
          Opcodes.GETFIELD, NAME, "value" + number, types.get(number).getDescriptor());
    } else {
      code.out.visitFieldInsn(
          Opcodes.GETFIELD, CODE.getInternalName(), "values", ARRAY.getDescriptor());
      code.push(number);
      code.out.visitInsn(Opcodes.AALOAD);
      code.out.visitTypeInsn(Opcodes.CHECKCAST, types.get(number).getInternalName());
    }
  }

  /** Loads a constant method handle. */
  void loadHandle(MethodCode code, Invocations.Target target) {
    int number = targets.computeIfAbsent(target, any -> targets.size());
    code.out.visitFieldInsn(Opcodes.GETSTATIC, NAME, "method" + number, HANDLE.getDescriptor());
  }

  /** Begins a method. */
  MethodCode method(int access, String name, String descriptor) {
    List<Type> parameters = new ArrayList<>(List.of(Type.getArgumentTypes(descriptor)));
    if ((access & Opcodes.ACC_STATIC) == 0) {
      parameters.addFirst(Type.getObjectType(NAME));
    }
    MethodVisitor method = out.visitMethod(access, name, descriptor, null, null);
    return new MethodCode(method, parameters.toArray(Type[]::new));
  }

  /** Makes an object of the class, which is generated unless it exists. */
  GeneratedCode finish() {
    constructor();
    statics();
    out.visitEnd();
    return GeneratedClasses.of(out.toByteArray(), List.copyOf(targets.keySet()))
        .make(values.toArray());
  }

  private void constructor() {
    MethodCode code = method(0, "<init>", Type.getMethodDescriptor(Type.VOID_TYPE, ARRAY));
    code.loadThis();
    code.load(new Local(1, ARRAY));
    code.invoke(Opcodes.INVOKESPECIAL, CODE, "<init>", Type.VOID_TYPE, ARRAY);
    for (int i = 0; i < Math.min(values.size(), MOST_FIELDS); i++) {
      String name = "value" + i;
      String descriptor = types.get(i).getDescriptor();
      out.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, name, descriptor, null, null)
          .visitEnd();
      code.loadThis();
      element(code, new Local(1, ARRAY), i, types.get(i));
      code.out.visitFieldInsn(Opcodes.PUTFIELD, NAME, name, descriptor);
    }
    code.out.visitInsn(Opcodes.RETURN);
    code.end();
  }

  /**
   * The method handles are the class data, kept in static final fields, so that the JIT treats them
   * as constants.
   */
  private void statics() {
    if (targets.isEmpty()) {
      return;
    }
    MethodCode code = method(Opcodes.ACC_STATIC, "<clinit>", "()V");
    Local handles = code.local(ARRAY);
    Type lookup = Type.getType(MethodHandles.Lookup.class);
    Type owner = Type.getType(MethodHandles.class);
    code.invokeStatic(owner, "lookup", lookup);
    code.out.visitLdcInsn("_");
    code.out.visitLdcInsn(ARRAY);
    code.invokeStatic(
        owner, "classData", OBJECT, lookup, Type.getType(String.class), Type.getType(Class.class));
    code.out.visitTypeInsn(Opcodes.CHECKCAST, ARRAY.getInternalName());
    code.store(handles);
    for (int i = 0; i < targets.size(); i++) {
      String name = "method" + i;
      out.visitField(
              Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL,
              name,
              HANDLE.getDescriptor(),
              null,
              null)
          .visitEnd();
      element(code, handles, i, HANDLE);
      code.out.visitFieldInsn(Opcodes.PUTSTATIC, NAME, name, HANDLE.getDescriptor());
    }
    code.out.visitInsn(Opcodes.RETURN);
    code.end();
  }

  private static void element(MethodCode code, Local array, int number, Type type) {
    code.load(array);
    code.push(number);
    code.out.visitInsn(Opcodes.AALOAD);
    if (!type.equals(OBJECT)) {
      code.out.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
    }
  }
}
