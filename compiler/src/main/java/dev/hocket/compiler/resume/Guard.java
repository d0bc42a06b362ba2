package dev.hocket.compiler.resume;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Generates the check at the start of a twin: if a class compiled without Hocket overrides the
 * method, the twin calls that override.
 */
final class Guard {
  private static final String IS_OVERRIDDEN =
      "(Ljava/lang/Object;Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;)Z";

  private Guard() {}

  /**
   * Whether a method's twin needs the check. Final methods do, because calls by {@code super} rely
   * on it.
   */
  static boolean isNeeded(MethodNode method) {
    return !Methods.is(method, Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE);
  }

  /** Inserts the check into a twin. */
  static void insert(ClassNode type, MethodNode twin) {
    Call plain = Methods.virtualCallOf(type, twin).plain();
    Code code = new Code();
    Label own = new Label();
    beginMethod(code, twin);
    code.load(Methods.coroutine(twin), Names.COROUTINE_TYPE);
    code.load(0, Kind.REFERENCE.type);
    code.aconst(Type.getObjectType(type.name));
    code.aconst(plain.name());
    code.aconst(plain.descriptor());
    code.coroutine("isOverridden", IS_OVERRIDDEN);
    code.ifeq(own);
    code.loadAll(plain.operands(), 0);
    plain.emit(code);
    code.areturn(plain.result());
    code.mark(own);
    code.frame(FrameTypes.slotsOf(Methods.callOf(type, twin).operands()), List.of());
    twin.instructions.insert(code.instructions());
  }

  /**
   * Starts the method's first line and its parameters' scope here, so that debuggers stop at the
   * start.
   */
  private static void beginMethod(Code code, MethodNode twin) {
    Label begin = new Label();
    code.mark(begin);
    LineNumberNode first = Positions.first(twin);
    if (first != null) {
      code.visitLineNumber(first.line, begin);
      twin.instructions.remove(first);
    }
    if (twin.localVariables != null) {
      twin.localVariables.stream()
          .filter(variable -> variable.index < Methods.coroutine(twin))
          .forEach(parameter -> parameter.start = Code.node(begin));
    }
  }
}
