package dev.hocket.compiler.resume;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Generates the methods by which the runtime library calls a class: <em>resumers</em> continue a
 * suspended activation, <em>starters</em> make a deferred call.
 */
final class Resumers {
  private static final Type RESUME =
      Type.getMethodType(Type.VOID_TYPE, Type.getObjectType(Names.FRAME), Names.COROUTINE_TYPE);

  private static final int FRAME = 0;
  private static final int COROUTINE = 1;

  private final ClassNode type;
  private final Holders holders;
  private final Map<Call, Handle> starters = new HashMap<>();
  private int made;

  Resumers(ClassNode type, Holders holders) {
    this.type = type;
    this.holders = holders;
  }

  /** Generates the method that continues a suspended activation of a twin. */
  Handle resumer(MethodNode twin) {
    Call call = Methods.callOf(type, twin);
    Code code = begin("resume$" + twin.name);
    List<Type> operands = call.operands();
    if (!call.isStatic()) {
      get(code, operands.removeFirst());
    }
    operands.removeLast();
    operands.forEach(code::dummy);
    return end(code, call);
  }

  /** Generates the method that makes a deferred call of a twin, once per call. */
  Handle starter(Call call) {
    return starters.computeIfAbsent(
        call,
        c -> {
          Code code = begin("start$" + call.name());
          List<Type> operands = call.operands();
          operands.removeLast();
          if (call.isSuper(type.name)) {
            // The receiver must have the type of the calling class (JVMS 4.10.1.9).
            operands.set(0, Type.getObjectType(type.name));
          }
          operands.forEach(operand -> get(code, operand));
          if (call.isSuper(type.name)) {
            code.exact(COROUTINE);
          }
          return end(code, call);
        });
  }

  /** Pushes a {@code Resumer} object for one of these methods. */
  void push(Code code, Handle handle) {
    code.invokedynamic(
        "resume",
        "()" + Type.getObjectType(Names.RESUMER),
        Metafactory.SIMPLE,
        new Object[] {RESUME, handle, RESUME});
  }

  private Code begin(String name) {
    MethodNode method =
        new MethodNode(
            Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
            name + "$" + made++,
            RESUME.getDescriptor(),
            null,
            new String[] {Type.getInternalName(Throwable.class)});
    type.methods.add(method);
    return new Code(method);
  }

  private void get(Code code, Type operand) {
    code.load(FRAME, Type.getObjectType(Names.FRAME));
    holders.get(code, operand);
  }

  private Handle end(Code code, Call twin) {
    boolean isVoid = twin.result() == Type.VOID_TYPE;
    code.load(COROUTINE, Names.COROUTINE_TYPE);
    twin.emit(code);
    if (!isVoid) {
      Type result = Kind.of(twin.result()).type;
      code.storeAll(List.of(result), COROUTINE + 1);
      code.load(COROUTINE, Names.COROUTINE_TYPE);
      code.loadAll(List.of(result), COROUTINE + 1);
      code.coroutine("complete", "(" + result + ")V");
    }
    code.areturn(Type.VOID_TYPE);
    MethodNode method = type.methods.getLast();
    return new Handle(
        Opcodes.H_INVOKESTATIC, type.name, method.name, method.desc, Methods.isInterface(type));
  }
}
