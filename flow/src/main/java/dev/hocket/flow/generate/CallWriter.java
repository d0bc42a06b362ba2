package dev.hocket.flow.generate;

import dev.hocket.flow.generate.Layout.Inline;
import dev.hocket.flow.generate.Layout.Item;
import dev.hocket.flow.generate.MethodCode.Local;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.link.Keyed;
import java.lang.invoke.MethodHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the code of calls: loads the arguments, and counts, times and repeats the call where the
 * settings ask for it.
 */
final class CallWriter {
  private static final Type OBJECT = MethodCode.OBJECT;
  private static final Type ARRAY = Type.getType(Object[].class);
  private static final Type THROWABLE = Type.getType(Throwable.class);
  private static final Type FLOW_FN = Type.getType(FlowFn.class);
  private static final Type HANDLE = Type.getType(MethodHandle.class);
  private static final Type KEYED = Type.getType(Keyed.class);
  private static final Type CODE = Type.getType(GeneratedCode.class);

  /** With more counters than this, the JIT would find no registers for them. */
  private static final int MOST_COUNTS = 40;

  private final SectionWriter section;
  private final MethodCode code;
  private final ValueWriter values;

  /** The variable with the place of the current call, for the exception handler. */
  private final Local place;

  /** Counts of the calls of this method's places, if they are kept in variables. */
  private final Map<Integer, Local> counts = new LinkedHashMap<>();

  /** Variables for counts that no call uses yet. */
  private final Queue<Local> free = new ArrayDeque<>();

  private final boolean countsWhole;

  /** The places that each packet passes, in their order. */
  private final List<Integer> straight = new ArrayList<>();

  /** The number of branches and loops that enclose the current instruction. */
  private int depth;

  /**
   * Makes the writer for the calls of one method.
   *
   * @param countsWhole whether packets are counted; a call that each packet passes then needs no
   *     counter of its own
   */
  CallWriter(SectionWriter section, MethodCode code, ValueWriter values, boolean countsWhole) {
    this.section = section;
    this.code = code;
    this.values = values;
    this.countsWhole = countsWhole;
    this.place = code.initialised(Type.INT_TYPE);
  }

  Local place() {
    return place;
  }

  /** Notes that a branch or a loop begins. */
  void enter() {
    depth++;
  }

  void leave() {
    depth--;
  }

  /** Keeps counts of some calls in variables, since the method is a loop. */
  void keepCounts(List<Item> items) {
    for (int i = Math.min(MOST_COUNTS, calls(items)); i > 0; i--) {
      free.add(code.initialised(Type.LONG_TYPE));
    }
  }

  private static int calls(List<Item> items) {
    int calls = 0;
    for (Item item : items) {
      if (item instanceof Inline inline) {
        calls += inline.node() instanceof Call ? 1 : 0;
        calls += inline.parts().stream().mapToInt(part -> calls(part.items())).sum();
      }
    }
    return calls;
  }

  /** The variables of {@link #keepCounts}, by place. */
  Map<Integer, Local> counts() {
    return counts;
  }

  /** The places that are not counted, since each packet passes them. */
  List<Integer> straight() {
    return straight;
  }

  /** Notes that the code reaches a place that may fail. */
  int at(Node node, String id) {
    int number = section.place(node, id);
    code.push(number);
    code.store(place);
    show(number);
    return number;
  }

  /** Notes that the code is at no call. */
  void leaves() {
    show(-1);
  }

  private void show(int number) {
    if (section.samples()) {
      code.loadThis();
      code.push(number);
      code.out.visitFieldInsn(Opcodes.PUTFIELD, CODE.getInternalName(), "at", "I");
    }
  }

  private void count(int number) {
    if (countsWhole && depth == 0 && !section.guards()) {
      straight.add(number);
      return;
    }
    if (!free.isEmpty()) {
      Local count = free.remove();
      counts.put(number, count);
      code.load(count);
      code.out.visitInsn(Opcodes.LCONST_1);
      code.out.visitInsn(Opcodes.LADD);
      code.store(count);
      return;
    }
    code.loadThis();
    code.out.visitFieldInsn(Opcodes.GETFIELD, CODE.getInternalName(), "calls", "[J");
    code.push(number);
    code.out.visitInsn(Opcodes.DUP2);
    code.out.visitInsn(Opcodes.LALOAD);
    code.out.visitInsn(Opcodes.LCONST_1);
    code.out.visitInsn(Opcodes.LADD);
    code.out.visitInsn(Opcodes.LASTORE);
  }

  void call(Call call, String copy) {
    int number = at(call, call.id() + copy);
    Type result = Kinds.result(call);
    Local value = guarded(number, true, result, () -> invoke(call, call.id() + copy));
    store(call.id(), value, result);
  }

  /** Writes a call of a source, which leaves its value on the stack and in its variable. */
  void draw(Call source) {
    int number = at(source, source.id());
    Type result = Kinds.result(source);
    Local value = guarded(number, true, result, () -> invoke(source, source.id()));
    if (value != null) {
      code.load(value);
    }
    code.convert(result, OBJECT);
    values.keep(source);
  }

  void expression(Expression expression, String copy) {
    int number = at(expression, expression.id() + copy);
    FlowFn function = section.states().code(expression.id() + copy);
    Local value =
        guarded(number, section.times(), OBJECT, () -> invoke(function, expression.arguments()));
    store(expression.id(), value, OBJECT);
  }

  /** Stores a value from a variable, or from the stack if the variable is null. */
  private void store(String id, Local value, Type kind) {
    if (value != null) {
      code.load(value);
    }
    values.store(id, kind);
  }

  /**
   * Writes a call, with the code that repeats and times it.
   *
   * @return where its value is, or null if it is on the stack
   */
  private Local guarded(int number, boolean counted, Type result, Runnable call) {
    if (!section.guards()) {
      if (counted) {
        count(number);
      }
      call.run();
      return null;
    }
    Local value = code.local(result);
    MethodCode.Scope around = code.scope();
    Local left = code.local(Type.INT_TYPE);
    Local begun = code.local(Type.LONG_TYPE);
    Label again = new Label();
    Label begin = new Label();
    Label end = new Label();
    Label failed = new Label();
    Label done = new Label();
    code.push(section.retries());
    code.store(left);
    code.label(again);
    if (section.times()) {
      code.invokeStatic(Type.getType(System.class), "nanoTime", Type.LONG_TYPE);
    } else {
      code.out.visitInsn(Opcodes.LCONST_0);
    }
    code.store(begun);
    if (counted) {
      count(number);
    }
    MethodCode.Scope guarded = code.scope();
    code.mark(begin);
    call.run();
    code.store(value);
    code.mark(end);
    code.loadThis();
    code.push(number);
    code.load(begun);
    code.invoke(
        Opcodes.INVOKEVIRTUAL, CODE, "spent", Type.VOID_TYPE, Type.INT_TYPE, Type.LONG_TYPE);
    code.jump(done);
    code.handler(failed, guarded);
    Local thrown = code.local(THROWABLE);
    code.store(thrown);
    code.loadThis();
    code.load(thrown);
    code.push(number);
    code.load(left);
    code.load(begun);
    code.invoke(
        Opcodes.INVOKEVIRTUAL,
        CODE,
        "again",
        Type.INT_TYPE,
        THROWABLE,
        Type.INT_TYPE,
        Type.INT_TYPE,
        Type.LONG_TYPE);
    code.store(left);
    code.jump(again);
    code.label(done, around, value);
    code.out.visitTryCatchBlock(begin, end, failed, null);
    return value;
  }

  private void invoke(Call call, String id) {
    if (call.implementation() instanceof JavaMethod method) {
      invoke(call, method, id);
    } else if (section.keys().isKeyed(call)) {
      invoke(
          () -> {
            loadState(call, id);
            code.out.visitTypeInsn(Opcodes.CHECKCAST, FLOW_FN.getInternalName());
          },
          call.arguments());
    } else {
      invoke(section.states().code(id), call.arguments());
    }
  }

  /** Loads the object of a call, or the object for the present key if the call has keys. */
  private void loadState(Call call, String id) {
    List<Argument> keys = section.keys().values(call);
    if (keys.isEmpty()) {
      section.load(code, section.states().object(id), OBJECT);
      return;
    }
    section.load(code, section.states().object(id), KEYED);
    if (keys.size() == 1) {
      values.load(keys.getFirst(), OBJECT);
      code.invoke(Opcodes.INVOKEVIRTUAL, KEYED, "of", OBJECT, OBJECT);
    } else {
      loadAll(keys);
      code.invoke(Opcodes.INVOKEVIRTUAL, KEYED, "of", OBJECT, ARRAY);
    }
  }

  /** Writes {@code handle.invokeExact(state, arguments…)}. */
  private void invoke(Call call, JavaMethod method, String id) {
    section.loadHandle(code, section.target(call, method));
    List<Type> types = new ArrayList<>();
    if (!method.isStatic()) {
      loadState(call, id);
      types.add(OBJECT);
    }
    Type[] parameters = Type.getArgumentTypes(method.descriptor());
    for (int i = 0; i < call.arguments().size(); i++) {
      boolean collected = method.varargs() && i >= parameters.length - 1;
      Type type =
          MethodCode.kind(collected ? element(parameters[parameters.length - 1]) : parameters[i]);
      values.load(call.arguments().get(i), type);
      types.add(type);
    }
    Type result = Type.getReturnType(method.descriptor());
    boolean isVoid = result == Type.VOID_TYPE;
    code.invoke(
        Opcodes.INVOKEVIRTUAL,
        HANDLE,
        "invokeExact",
        isVoid ? result : MethodCode.kind(result),
        types.toArray(Type[]::new));
    if (isVoid) {
      code.out.visitInsn(Opcodes.ACONST_NULL);
    }
  }

  private static Type element(Type array) {
    return Type.getType(array.getDescriptor().substring(1));
  }

  /** Writes {@code function.call(new Object[] {arguments…})}. */
  private void invoke(FlowFn function, List<Argument> arguments) {
    invoke(() -> section.load(code, function, FLOW_FN), arguments);
  }

  private void invoke(Runnable loadFunction, List<Argument> arguments) {
    loadFunction.run();
    loadAll(arguments);
    code.invoke(Opcodes.INVOKEINTERFACE, FLOW_FN, "call", OBJECT, ARRAY);
  }

  /** Loads an array of values. */
  private void loadAll(List<Argument> arguments) {
    code.push(arguments.size());
    code.out.visitTypeInsn(Opcodes.ANEWARRAY, OBJECT.getInternalName());
    for (int i = 0; i < arguments.size(); i++) {
      code.out.visitInsn(Opcodes.DUP);
      code.push(i);
      values.load(arguments.get(i), OBJECT);
      code.out.visitInsn(Opcodes.AASTORE);
    }
  }
}
