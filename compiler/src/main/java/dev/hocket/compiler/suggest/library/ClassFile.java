package dev.hocket.compiler.suggest.library;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What a class file says.
 *
 * @param used the classes whose methods it calls or passes on, or of which it makes objects
 * @param above the class and the interfaces that it extends
 * @param fields its fields
 * @param changedArrays the names of static fields with arrays that its methods may change
 */
record ClassFile(
    Set<String> used, List<String> above, List<Field> fields, Set<String> changedArrays) {

  /** A field that the compiler has not made for itself. */
  record Field(int access, String name, Type type) {
    boolean is(int flag) {
      return (access & flag) != 0;
    }
  }

  static ClassFile of(ClassReader file) {
    List<String> above = new ArrayList<>(List.of(file.getInterfaces()));
    if (file.getSuperName() != null) {
      above.add(file.getSuperName());
    }
    ClassFile found = new ClassFile(new HashSet<>(), above, new ArrayList<>(), new HashSet<>());
    file.accept(found.new Members(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    found.used.removeIf(each -> each.startsWith("["));
    return found;
  }

  private final class Members extends ClassVisitor {
    Members() {
      super(Opcodes.ASM9);
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String type, String signature, Object value) {
      if ((access & Opcodes.ACC_SYNTHETIC) == 0) {
        fields.add(new Field(access, name, Type.getType(type)));
      }
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String signature, String[] exceptions) {
      return new Code(name.equals("<clinit>"));
    }
  }

  private final class Code extends MethodVisitor {
    private final boolean isInitialiser;
    private final Set<String> arrays = new HashSet<>();
    private boolean mayChangeArrays;

    Code(boolean isInitialiser) {
      super(Opcodes.ASM9);
      this.isInitialiser = isInitialiser;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String type) {
      if (opcode == Opcodes.GETSTATIC && type.startsWith("[")) {
        arrays.add(owner + "." + name);
      }
    }

    @Override
    public void visitInsn(int opcode) {
      mayChangeArrays |= opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String type, boolean isInterface) {
      used.add(owner);
      mayChangeArrays |= Arrays.stream(Type.getArgumentTypes(type)).anyMatch(ClassFile::mayBeArray);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String type, Handle maker, Object... arguments) {
      Arrays.stream(arguments).forEach(this::visitLdcInsn);
    }

    @Override
    public void visitLdcInsn(Object constant) {
      switch (constant) {
        case Handle handle -> used.add(handle.getOwner());
        case Type type when type.getSort() == Type.OBJECT -> used.add(type.getInternalName());
        default -> {}
      }
    }

    @Override
    public void visitEnd() {
      if (mayChangeArrays && !isInitialiser) {
        changedArrays.addAll(arrays);
      }
    }
  }

  private static boolean mayBeArray(Type type) {
    return type.getSort() == Type.ARRAY || type.getClassName().equals("java.lang.Object");
  }
}
