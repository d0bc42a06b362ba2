package dev.hocket.compiler.resume;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.objectweb.asm.tree.MethodNode;

/**
 * Generates a method that converts the result of a referenced method: {@code Supplier<Integer> s =
 * this::size}. {@link java.lang.invoke.LambdaMetafactory} converts the value that a method returns,
 * but a suspended method hands its result over through the coroutine, unconverted.
 */
final class ResultAdapter {
  private ResultAdapter() {}

  static boolean isNeeded(Metafactory reference) {
    Type wanted = reference.exact().getReturnType();
    return wanted != Type.VOID_TYPE
        && Kind.of(wanted) != Kind.of(Call.resultOf(reference.code().getDesc()));
  }

  /** Generates a method that awaits the referenced method and converts its result. */
  static MethodNode of(Metafactory reference, String name, int line) {
    Call call = Call.of(reference.code());
    Type wanted = reference.exact().getReturnType();
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    String descriptor = Type.getMethodDescriptor(wanted, call.operands().toArray(Type[]::new));
    MethodNode method = new MethodNode(access, name, descriptor, null, null);
    GeneratorAdapter code = new GeneratorAdapter(method, access, name, descriptor);
    code.visitLineNumber(line, code.mark());
    code.loadArgs();
    call.emit(code);
    Marks.mark().accept(code);
    convert(code, call.result(), wanted);
    code.returnValue();
    code.visitMaxs(0, 0);
    return method;
  }

  private static void convert(GeneratorAdapter code, Type from, Type to) {
    if (Kind.of(to) == Kind.REFERENCE) {
      code.valueOf(from);
    } else if (Kind.of(from) != Kind.REFERENCE) {
      code.cast(from, to);
    } else if (from.equals(Type.getType(Character.class))) {
      // Character is the only box that is not a Number and can be widened.
      code.unbox(Type.CHAR_TYPE);
      code.cast(Type.CHAR_TYPE, to);
    } else {
      code.unbox(to);
    }
  }
}
