package dev.hocket.compiler.resume;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Generates holders, which carry values through frames without naming their types. A frame stores
 * references as objects, so restored values are cast. But the class may not have access to a
 * value's type: the result of a public method, or the common supertype of two types, may be private
 * to another package. Such a value is put into a holder, a generated class with one field: unlike
 * the type of a cast, the type of a field need not be accessible (JVMS 5.4.3.2, 5.4.4).
 */
final class Holders {
  private static final String VALUE = "value";

  private final ClassNode type;
  private final Set<String> hidden;
  private final Map<Type, ClassNode> made = new LinkedHashMap<>();

  /**
   * Creates an empty set of holders for a class.
   *
   * @param hidden internal names of the classes that it cannot access
   */
  Holders(ClassNode type, Set<String> hidden) {
    this.type = type;
    this.hidden = hidden;
  }

  /** The holder classes that the code uses. */
  Collection<ClassNode> classes() {
    return made.values();
  }

  /** Whether the class cannot access a type. */
  boolean isHidden(Type value) {
    Type element = value.getSort() == Type.ARRAY ? value.getElementType() : value;
    return element.getSort() == Type.OBJECT && hidden.contains(element.getInternalName());
  }

  /** Stores the value on top of the stack in the frame below it. */
  void put(Code code, Type value) {
    if (isHidden(value)) {
      code.invokestatic(holder(value).name, "of", hold(value), false);
      code.put(Kind.REFERENCE.type);
    } else {
      code.put(value);
    }
  }

  /** Pops the frame and pushes its next value. */
  void get(Code code, Type value) {
    if (isHidden(value)) {
      Type holder = Type.getObjectType(holder(value).name);
      code.get(holder);
      code.getfield(holder.getInternalName(), VALUE, value.getDescriptor());
    } else {
      code.get(value);
    }
  }

  private static String hold(Type value) {
    return Type.getMethodDescriptor(Kind.REFERENCE.type, value);
  }

  private ClassNode holder(Type value) {
    return made.computeIfAbsent(value, this::make);
  }

  private ClassNode make(Type value) {
    ClassNode holder = new ClassNode();
    holder.version = type.version;
    holder.access = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
    holder.name = type.name + "$$Kept$" + (made.size() + 1);
    holder.superName = Names.OBJECT;
    holder.interfaces = new ArrayList<>();
    holder.sourceFile = type.sourceFile;
    holder.fields =
        new ArrayList<>(List.of(new FieldNode(0, VALUE, value.getDescriptor(), null, null)));
    holder.methods = new ArrayList<>(List.of(constructor(), factory(holder.name, value)));
    return holder;
  }

  private static MethodNode constructor() {
    MethodNode method = new MethodNode(0, "<init>", "()V", null, null);
    Code code = new Code(method);
    code.load(0, Kind.REFERENCE.type);
    code.invokespecial(Names.OBJECT, "<init>", "()V", false);
    code.areturn(Type.VOID_TYPE);
    return method;
  }

  private static MethodNode factory(String holder, Type value) {
    MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "of", hold(value), null, null);
    Code code = new Code(method);
    code.anew(Type.getObjectType(holder));
    code.dup();
    code.invokespecial(holder, "<init>", "()V", false);
    code.dup();
    code.load(0, value);
    code.putfield(holder, VALUE, value.getDescriptor());
    code.areturn(Kind.REFERENCE.type);
    return method;
  }
}
