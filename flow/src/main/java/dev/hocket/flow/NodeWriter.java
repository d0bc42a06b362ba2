package dev.hocket.flow;

import dev.hocket.flow.Argument.Constant;
import dev.hocket.flow.Argument.Env;
import dev.hocket.flow.Argument.Ref;
import dev.hocket.flow.Implementation.JavaMethod;
import dev.hocket.flow.Invocations.Linked;
import dev.hocket.flow.Layout.Aside;
import dev.hocket.flow.Layout.Block;
import dev.hocket.flow.Layout.Inline;
import dev.hocket.flow.Layout.Item;
import dev.hocket.flow.Layout.Outlined;
import dev.hocket.flow.MethodCode.Local;
import dev.hocket.flow.Node.Call;
import dev.hocket.flow.Node.Expression;
import dev.hocket.flow.Node.If;
import dev.hocket.flow.Node.Loop;
import dev.hocket.flow.Node.Replicate;
import dev.hocket.flow.Node.SMap;
import dev.hocket.flow.Region.Recur;
import dev.hocket.flow.Region.Yield;
import java.lang.invoke.MethodHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.IntStream;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the nodes of an algorithm into one method: values are local variables, branches are
 * branches, and loops are loops. The stack is empty between two nodes, so that a handler of
 * exceptions can go on anywhere.
 */
final class NodeWriter {
  private static final Type OBJECT = MethodCode.OBJECT;
  private static final Type ARRAY = Type.getType(Object[].class);
  private static final Type THROWABLE = Type.getType(Throwable.class);
  private static final Type FRAME = Type.getType(Frame.class);
  private static final Type FLOW_FN = Type.getType(FlowFn.class);
  private static final Type BALANCER = Type.getType(Balancer.class);
  private static final Type ITERATOR = Type.getType(Iterator.class);
  private static final Type LIST = Type.getType(ArrayList.class);
  private static final Type HANDLE = Type.getType(MethodHandle.class);
  private static final Type CODE = Type.getType(SectionCode.class);

  /** More variables for counts would not find registers. */
  private static final int MOST_COUNTS = 40;

  private final SectionWriter section;
  private final MethodCode code;

  /** Where the packet's frame is; null if it has none. */
  private final Local frame;

  /** The place of what is being done, for the handler of exceptions. */
  private final Local place;

  private final Kinds kinds;
  private final Map<String, Local> values = new HashMap<>();

  /** Values with variables that have a value wherever the method goes. */
  private final Map<String, Local> declared = new HashMap<>();

  /** Where the innermost loop of this method begins and ends; null outside. */
  private Turns turns;

  /** Counts of the calls of this method's places, if they are kept in variables. */
  private final Map<Integer, Local> counts = new LinkedHashMap<>();

  /** Variables for counts. */
  private final Queue<Local> free = new ArrayDeque<>();

  private final boolean countsWhole;

  /** The places that each packet passes, in their order. */
  private final List<Integer> straight = new ArrayList<>();

  /** How many branches and loops are around. */
  private int depth;

  private record Turns(List<Local> variables, Label begin, Local result, Label end, int place) {}

  /**
   * Begins to write.
   *
   * @param countsWhole whether packets are counted, so that nobody needs to count the calls that
   *     each of them passes
   */
  NodeWriter(SectionWriter section, MethodCode code, Local frame, boolean countsWhole) {
    this.section = section;
    this.code = code;
    this.frame = frame;
    this.countsWhole = countsWhole;
    this.place = code.initialised(Type.INT_TYPE);
    this.kinds = new Kinds();
  }

  Local place() {
    return place;
  }

  /** Keeps counts of some calls in variables, since the method is a loop. */
  void keepCounts(List<Item> items) {
    for (int i = Math.min(MOST_COUNTS, calls(items)); i > 0; i--) {
      free.add(code.initialised(Type.INT_TYPE));
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

  /** Makes variables for values that are used behind a handler of exceptions. */
  void declare(List<Item> items) {
    kinds.infer(items);
    for (Item item : items) {
      if (item instanceof Inline inline && section.layout().isUsed(inline.node().id())) {
        String id = inline.node().id();
        declare(id, kinds.of(id));
      }
    }
  }

  Type kind(Argument argument) {
    return kinds.of(argument);
  }

  /** Makes a variable for the value of a source. */
  void declare(Call source) {
    declare(source.id(), OBJECT);
  }

  private void declare(String id, Type kind) {
    Local value = code.initialised(kind);
    declared.put(id, value);
    values.put(id, value);
  }

  void write(List<Item> items) {
    for (Item item : items) {
      switch (item) {
        case Inline inline -> node(inline);
        case Aside aside -> putAside(aside.recur(), aside.loop());
        case Outlined outlined -> {
          code.loadThis();
          code.load(frame);
          section.outline(outlined, code);
        }
      }
    }
  }

  private void node(Inline inline) {
    depth += inline.parts().isEmpty() ? 0 : 1;
    switch (inline.node()) {
      case Call call -> call(call, inline.copy());
      case Expression expression -> expression(expression);
      case If choice -> choice(choice, inline.parts());
      case Loop loop -> loop(loop, inline.parts().getFirst());
      case SMap map -> map(map, inline.parts().getFirst());
      case Replicate copies -> replicate(copies, inline.parts());
    }
    depth -= inline.parts().isEmpty() ? 0 : 1;
  }

  // --- values

  /** Loads an argument as a value of some kind. */
  void load(Argument argument, Type kind) {
    switch (argument) {
      case Constant constant -> {
        Type of = MethodCode.kind(constant.value());
        if (constant.value() == null) {
          code.out.visitInsn(Opcodes.ACONST_NULL);
          code.convert(OBJECT, kind);
        } else if (MethodCode.isPrimitive(of) && MethodCode.isPrimitive(kind)) {
          code.push(constant.value(), of);
          code.convert(of, kind);
        } else {
          section.load(code, constant.value(), OBJECT);
          code.convert(OBJECT, kind);
        }
      }
      case Env variable -> {
        section.load(code, section.slots().value(variable), OBJECT);
        code.convert(OBJECT, kind);
      }
      case Ref ref -> {
        Local value = values.get(ref.id());
        if (value == null) {
          loadSlot(section.slots().slot(ref.id()));
          code.convert(OBJECT, kind);
        } else {
          code.load(value);
          code.convert(value.kind(), kind);
        }
      }
    }
  }

  private void loadSlot(int slot) {
    code.load(frame);
    code.out.visitFieldInsn(
        Opcodes.GETFIELD, FRAME.getInternalName(), "slots", ARRAY.getDescriptor());
    code.push(slot);
    code.out.visitInsn(Opcodes.AALOAD);
  }

  /** Stores the value on the stack. */
  void store(String id, Type kind) {
    if (!section.layout().isUsed(id)) {
      code.pop(kind);
      return;
    }
    Local value = declared.get(id);
    if (value == null) {
      value = code.local(kind);
      values.put(id, value);
    }
    code.convert(kind, value.kind());
    code.store(value);
    if (section.slots().has(id)) {
      storeSlot(section.slots().slot(id), value);
    }
  }

  private void storeSlot(int slot, Local value) {
    code.load(frame);
    code.out.visitFieldInsn(
        Opcodes.GETFIELD, FRAME.getInternalName(), "slots", ARRAY.getDescriptor());
    code.push(slot);
    code.load(value);
    code.convert(value.kind(), OBJECT);
    code.out.visitInsn(Opcodes.AASTORE);
  }

  // --- calls

  private int at(Node node, String id) {
    int number = section.place(node, id);
    code.push(number);
    code.store(place);
    return number;
  }

  private void count(int number) {
    if (countsWhole && depth == 0 && !section.guards()) {
      straight.add(number);
      return;
    }
    if (!free.isEmpty()) {
      Local count = free.remove();
      counts.put(number, count);
      code.out.visitIincInsn(count.index(), 1);
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

  private void call(Call call, String copy) {
    int number = at(call, call.id() + copy);
    Type result = Kinds.result(call);
    Local value = guarded(number, true, result, () -> invoke(call));
    store(call.id(), value, result);
  }

  /** Writes a call of a source, which leaves its value on the stack and in its variable. */
  void draw(Call source) {
    int number = at(source, source.id());
    Type result = Kinds.result(source);
    Local value = guarded(number, true, result, () -> invoke(source));
    if (value != null) {
      code.load(value);
    }
    code.convert(result, OBJECT);
    if (values.containsKey(source.id())) {
      code.out.visitInsn(Opcodes.DUP);
      code.store(values.get(source.id()));
    }
  }

  /** Stores the value of a source into the frame, if another method names it. */
  void storeSlot(Call source) {
    if (section.slots().has(source.id())) {
      storeSlot(section.slots().slot(source.id()), values.get(source.id()));
    }
  }

  private void expression(Expression expression) {
    int number = at(expression, null);
    Local value =
        guarded(
            number, false, OBJECT, () -> invoke(section.code(expression), expression.arguments()));
    store(expression.id(), value, OBJECT);
  }

  /** Stores a value that is in a variable, or on the stack if that is null. */
  private void store(String id, Local value, Type kind) {
    if (value != null) {
      code.load(value);
    }
    store(id, kind);
  }

  /**
   * Writes a call, with what repeats and times it.
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

  private void invoke(Call call) {
    if (call.implementation() instanceof JavaMethod method) {
      invoke(call, method);
    } else {
      invoke(section.code(call), call.arguments());
    }
  }

  /** {@code handle.invokeExact(state, arguments…)}. */
  private void invoke(Call call, JavaMethod method) {
    Linked linked = section.link(call, method);
    section.loadHandle(code, linked.target());
    List<Type> types = new ArrayList<>();
    if (!method.isStatic()) {
      section.load(code, linked.state(), OBJECT);
      types.add(OBJECT);
    }
    Type[] parameters = Type.getArgumentTypes(method.descriptor());
    for (int i = 0; i < call.arguments().size(); i++) {
      boolean collected = method.varargs() && i >= parameters.length - 1;
      Type type =
          MethodCode.kind(collected ? element(parameters[parameters.length - 1]) : parameters[i]);
      load(call.arguments().get(i), type);
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

  /** {@code function.call(new Object[] {arguments…})}. */
  private void invoke(FlowFn function, List<Argument> arguments) {
    section.load(code, function, FLOW_FN);
    code.push(arguments.size());
    code.out.visitTypeInsn(Opcodes.ANEWARRAY, OBJECT.getInternalName());
    for (int i = 0; i < arguments.size(); i++) {
      code.out.visitInsn(Opcodes.DUP);
      code.push(i);
      load(arguments.get(i), OBJECT);
      code.out.visitInsn(Opcodes.AASTORE);
    }
    code.invoke(Opcodes.INVOKEINTERFACE, FLOW_FN, "call", OBJECT, ARRAY);
  }

  // --- branches and loops

  /** Writes a branch that is the end of a turn or of the method's own. */
  private void choice(If choice, List<Block> parts) {
    boolean tail = turns != null && Layout.endsTurn(choice);
    Type kind = kinds.of(choice.id());
    Local result = tail || !section.layout().isUsed(choice.id()) ? null : code.local(kind);
    Label otherwise = new Label();
    Label end = new Label();
    MethodCode.Scope around = code.scope();
    test(choice.test(), otherwise);
    branch(parts.get(0), tail, result, end);
    code.label(otherwise, around);
    branch(parts.get(1), tail, result, end);
    if (tail) {
      return;
    }
    if (result == null) {
      code.label(end, around);
    } else {
      code.label(end, around, result);
      code.load(result);
      store(choice.id(), kind);
    }
  }

  private void test(Argument test, Label otherwise) {
    Type kind = kinds.of(test);
    load(test, kind);
    code.jumpIfFalse(kind, otherwise);
  }

  private void branch(Block block, boolean tail, Local result, Label end) {
    if (tail) {
      turn(block);
      return;
    }
    write(block.items());
    value(block, result);
    code.jump(end);
  }

  /** Stores what a region yields; null if nobody asks for it. */
  private void value(Block block, Local result) {
    switch (block.region().result()) {
      case Yield yield -> {
        if (result != null) {
          load(yield.value(), result.kind());
          code.store(result);
        }
      }
      case Recur recur -> {
        // Of a loop with parts elsewhere, which goes on when it sees this value.
        putAside(recur, block.loop());
        if (result != null) {
          section.load(code, Control.AGAIN, OBJECT);
          code.store(result);
        }
      }
    }
  }

  private void putAside(Recur recur, Loop loop) {
    List<String> variables = loop.body().parameters();
    for (int i = 0; i < variables.size(); i++) {
      Local next = code.local(OBJECT);
      load(recur.values().get(i), OBJECT);
      code.store(next);
      storeSlot(section.slots().nextSlot(variables.get(i)), next);
    }
  }

  private void loop(Loop loop, Block body) {
    List<String> names = loop.body().parameters();
    List<Local> variables = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Local variable = code.local(kinds.of(names.get(i)));
      load(loop.initial().get(i), variable.kind());
      code.store(variable);
      variables.add(variable);
    }
    int number = section.place(loop, null);
    Type kind = kinds.of(loop.id());
    Local result = section.layout().isUsed(loop.id()) ? code.local(kind) : null;
    Turns around = turns;
    turns = new Turns(variables, new Label(), result, new Label(), number);
    MethodCode.Scope outside = code.scope();
    code.label(turns.begin());
    assign(names, variables);
    turn(body);
    if (result == null) {
      code.label(turns.end(), outside);
    } else {
      code.label(turns.end(), outside, result);
    }
    turns = around;
    if (result != null) {
      code.load(result);
      store(loop.id(), kind);
    }
  }

  /** The variables of a loop have new values. */
  private void assign(List<String> names, List<Local> variables) {
    for (int i = 0; i < names.size(); i++) {
      values.put(names.get(i), variables.get(i));
      if (section.slots().has(names.get(i))) {
        storeSlot(section.slots().slot(names.get(i)), variables.get(i));
      }
    }
  }

  /** Writes what ends in one more turn of the loop, or in its value. */
  private void turn(Block block) {
    write(block.items());
    boolean hasEnded =
        !block.items().isEmpty()
            && block.items().getLast() instanceof Inline last
            && Layout.endsTurn(last.node());
    if (hasEnded) {
      return;
    }
    Turns here = turns;
    switch (block.region().result()) {
      case Yield yield -> {
        value(block, here.result());
        code.jump(here.end());
      }
      case Recur recur -> {
        List<Local> next =
            IntStream.range(0, here.variables().size())
                .mapToObj(i -> code.local(here.variables().get(i).kind()))
                .toList();
        for (int i = 0; i < next.size(); i++) {
          load(recur.values().get(i), next.get(i).kind());
          code.store(next.get(i));
        }
        for (int i = 0; i < next.size(); i++) {
          code.load(next.get(i));
          code.store(here.variables().get(i));
        }
        code.loadThis();
        code.push(here.place());
        code.invoke(Opcodes.INVOKEVIRTUAL, CODE, "turn", Type.VOID_TYPE, Type.INT_TYPE);
        code.jump(here.begin());
      }
    }
  }

  private void map(SMap map, Block body) {
    Turns around = turns;
    turns = null;
    int number = at(map, null);
    Local results = code.local(LIST);
    Local elements = code.local(ITERATOR);
    String element = map.body().parameters().getFirst();
    Label next = new Label();
    Label end = new Label();
    code.out.visitTypeInsn(Opcodes.NEW, LIST.getInternalName());
    code.out.visitInsn(Opcodes.DUP);
    code.invoke(Opcodes.INVOKESPECIAL, LIST, "<init>", Type.VOID_TYPE);
    code.store(results);
    load(map.collection(), OBJECT);
    code.invokeStatic(Type.getType(Iterators.class), "of", ITERATOR, OBJECT);
    code.store(elements);
    MethodCode.Scope outside = code.scope();
    code.label(next);
    code.push(number);
    code.store(place);
    code.load(elements);
    code.invoke(Opcodes.INVOKEINTERFACE, ITERATOR, "hasNext", Type.BOOLEAN_TYPE);
    code.out.visitJumpInsn(Opcodes.IFEQ, end);
    code.load(elements);
    code.invoke(Opcodes.INVOKEINTERFACE, ITERATOR, "next", OBJECT);
    store(element, OBJECT);
    write(body.items());
    Local result = code.local(OBJECT);
    value(body, result);
    code.load(results);
    code.load(result);
    code.invoke(Opcodes.INVOKEVIRTUAL, LIST, "add", Type.BOOLEAN_TYPE, OBJECT);
    code.out.visitInsn(Opcodes.POP);
    code.jump(next);
    code.label(end, outside);
    code.load(results);
    store(map.id(), OBJECT);
    turns = around;
  }

  private void replicate(Replicate copies, List<Block> bodies) {
    Turns around = turns;
    turns = null;
    at(copies, null);
    Balancer balancer = section.slots().balancer(copies);
    String input = copies.body().parameters().getFirst();
    Local chosen = code.local(Type.INT_TYPE);
    Local result = code.local(kinds.of(copies.id()));
    load(copies.input(), kinds.of(input));
    Local value = code.local(kinds.of(input));
    code.store(value);
    code.load(value);
    store(input, value.kind());
    section.load(code, balancer, BALANCER);
    code.load(value);
    code.convert(value.kind(), OBJECT);
    code.invoke(Opcodes.INVOKEVIRTUAL, BALANCER, "choose", Type.INT_TYPE, OBJECT);
    code.store(chosen);
    Label begin = new Label();
    Label end = new Label();
    Label failed = new Label();
    Label done = new Label();
    Label[] labels = bodies.stream().map(any -> new Label()).toArray(Label[]::new);
    MethodCode.Scope outside = code.scope();
    code.mark(begin);
    code.load(chosen);
    code.out.visitTableSwitchInsn(0, labels.length - 1, labels[0], labels);
    for (int i = 0; i < labels.length; i++) {
      code.label(labels[i], outside);
      write(bodies.get(i).items());
      value(bodies.get(i), result);
      code.jump(end);
    }
    code.label(end, outside, result);
    left(balancer, chosen);
    code.jump(done);
    code.handler(failed, outside);
    Local thrown = code.local(THROWABLE);
    code.store(thrown);
    left(balancer, chosen);
    code.load(thrown);
    code.out.visitInsn(Opcodes.ATHROW);
    code.label(done, outside, result);
    code.out.visitTryCatchBlock(begin, end, failed, null);
    code.load(result);
    store(copies.id(), result.kind());
    turns = around;
  }

  private void left(Balancer balancer, Local chosen) {
    section.load(code, balancer, BALANCER);
    code.load(chosen);
    code.invoke(Opcodes.INVOKEVIRTUAL, BALANCER, "left", Type.VOID_TYPE, Type.INT_TYPE);
  }
}
