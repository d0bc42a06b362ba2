package dev.hocket.flow.generate;

import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.generate.Layout.Aside;
import dev.hocket.flow.generate.Layout.Block;
import dev.hocket.flow.generate.Layout.Inline;
import dev.hocket.flow.generate.Layout.Item;
import dev.hocket.flow.generate.Layout.Outlined;
import dev.hocket.flow.generate.MethodCode.Local;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region.Recur;
import dev.hocket.flow.graph.Region.Yield;
import dev.hocket.flow.link.Balancer;
import dev.hocket.flow.link.Iterators;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the code of nodes into one method: values become local variables, branches and loops
 * become jumps. The operand stack is empty between two nodes, so that an exception handler can
 * continue at any node.
 */
final class NodeWriter {
  private static final Type OBJECT = MethodCode.OBJECT;
  private static final Type THROWABLE = Type.getType(Throwable.class);
  private static final Type BALANCER = Type.getType(Balancer.class);
  private static final Type ITERATOR = Type.getType(Iterator.class);
  private static final Type LIST = Type.getType(ArrayList.class);
  private static final Type CODE = Type.getType(GeneratedCode.class);

  private final SectionWriter section;
  private final MethodCode code;
  private final ValueWriter values;
  private final CallWriter calls;

  /** The begin and the end of this method's innermost loop; null outside of loops. */
  private Turns turns;

  private record Turns(List<Local> variables, Label begin, Local result, Label end, int place) {}

  /**
   * Makes the writer for the nodes of one method.
   *
   * @param packet the variable with the packet; null if the packet never leaves the method
   * @param countsWhole see {@link CallWriter}
   */
  NodeWriter(SectionWriter section, MethodCode code, Local packet, boolean countsWhole) {
    this.section = section;
    this.code = code;
    this.values = new ValueWriter(section, code, packet);
    this.calls = new CallWriter(section, code, values, countsWhole);
  }

  ValueWriter values() {
    return values;
  }

  CallWriter calls() {
    return calls;
  }

  void write(List<Item> items) {
    for (Item item : items) {
      switch (item) {
        case Inline inline -> node(inline);
        case Aside aside -> putAside(aside.recur(), aside.loop());
        case Outlined outlined -> {
          code.loadThis();
          values.loadPacket();
          section.outline(outlined, code);
        }
      }
    }
  }

  private void node(Inline inline) {
    switch (inline.node()) {
      case Call call -> calls.call(call, inline.copy());
      case Expression expression -> calls.expression(expression, inline.copy());
      default -> {
        calls.enter();
        control(inline);
        calls.leave();
      }
    }
  }

  private void control(Inline inline) {
    switch (inline.node()) {
      case If choice -> choice(choice, inline.parts());
      case Loop loop -> loop(loop, inline.parts().getFirst());
      case SMap map -> map(map, inline.parts().getFirst());
      case Replicate copies -> replicate(copies, inline.copy(), inline.parts());
      default -> throw new AssertionError(inline.node());
    }
  }

  // --- branches and loops

  /** Writes a branch that ends a turn of a loop, or the method. */
  private void choice(If choice, List<Block> parts) {
    boolean tail = turns != null && Layout.endsTurn(choice);
    Type kind = values.kind(choice.id());
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
      values.store(choice.id(), kind);
    }
  }

  private void test(Argument test, Label otherwise) {
    Type kind = values.kind(test);
    values.load(test, kind);
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

  /** Stores the value that a region yields; null if no code uses it. */
  private void value(Block block, Local result) {
    switch (block.region().result()) {
      case Yield yield -> {
        if (result != null) {
          values.load(yield.value(), result.kind());
          code.store(result);
        }
      }
      case Recur recur -> {
        // A loop with parts in other sections takes one more turn when it sees this value.
        putAside(recur, block.loop());
        if (result != null) {
          section.load(code, SectionCode.AGAIN, OBJECT);
          code.store(result);
        }
      }
    }
  }

  private void putAside(Recur recur, Loop loop) {
    List<String> variables = loop.body().parameters();
    for (int i = 0; i < variables.size(); i++) {
      Local next = code.local(OBJECT);
      values.load(recur.values().get(i), OBJECT);
      code.store(next);
      values.storeSlot(section.slots().nextSlot(variables.get(i)), next);
    }
  }

  private void loop(Loop loop, Block body) {
    List<String> names = loop.body().parameters();
    List<Local> variables = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Local variable = code.local(values.kind(names.get(i)));
      values.load(loop.initial().get(i), variable.kind());
      code.store(variable);
      variables.add(variable);
    }
    int number = section.place(loop, null);
    Type kind = values.kind(loop.id());
    Local result = section.layout().isUsed(loop.id()) ? code.local(kind) : null;
    Turns around = turns;
    turns = new Turns(variables, new Label(), result, new Label(), number);
    MethodCode.Scope outside = code.scope();
    code.label(turns.begin());
    for (int i = 0; i < names.size(); i++) {
      values.assign(names.get(i), variables.get(i));
    }
    turn(body);
    if (result == null) {
      code.label(turns.end(), outside);
    } else {
      code.label(turns.end(), outside, result);
    }
    turns = around;
    if (result != null) {
      code.load(result);
      values.store(loop.id(), kind);
    }
  }

  /** Writes the end of a loop's turn: a jump to the next turn, or the loop's value. */
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
          values.load(recur.values().get(i), next.get(i).kind());
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
    int number = calls.at(map, null);
    Local results = code.local(LIST);
    Local elements = code.local(ITERATOR);
    String element = map.body().parameters().getFirst();
    Label next = new Label();
    Label end = new Label();
    code.out.visitTypeInsn(Opcodes.NEW, LIST.getInternalName());
    code.out.visitInsn(Opcodes.DUP);
    code.invoke(Opcodes.INVOKESPECIAL, LIST, "<init>", Type.VOID_TYPE);
    code.store(results);
    values.load(map.collection(), OBJECT);
    code.invokeStatic(Type.getType(Iterators.class), "of", ITERATOR, OBJECT);
    code.store(elements);
    MethodCode.Scope outside = code.scope();
    code.label(next);
    code.push(number);
    code.store(calls.place());
    code.load(elements);
    code.invoke(Opcodes.INVOKEINTERFACE, ITERATOR, "hasNext", Type.BOOLEAN_TYPE);
    code.out.visitJumpInsn(Opcodes.IFEQ, end);
    code.load(elements);
    code.invoke(Opcodes.INVOKEINTERFACE, ITERATOR, "next", OBJECT);
    values.store(element, OBJECT);
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
    values.store(map.id(), OBJECT);
    turns = around;
  }

  private void replicate(Replicate copies, String copy, List<Block> bodies) {
    Turns around = turns;
    turns = null;
    calls.at(copies, null);
    Balancer balancer = section.slots().balancer(copies, copy, section.retries());
    String input = copies.body().parameters().getFirst();
    Local chosen = code.local(Type.INT_TYPE);
    Local result = code.local(values.kind(copies.id()));
    values.load(copies.input(), values.kind(input));
    Local value = code.local(values.kind(input));
    code.store(value);
    code.load(value);
    values.store(input, value.kind());
    section.load(code, balancer, BALANCER);
    if (copies.key() == null) {
      code.load(value);
      code.convert(value.kind(), OBJECT);
    } else {
      values.load(copies.key().value(), OBJECT);
    }
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
    values.store(copies.id(), result.kind());
    turns = around;
  }

  private void left(Balancer balancer, Local chosen) {
    section.load(code, balancer, BALANCER);
    code.load(chosen);
    code.invoke(Opcodes.INVOKEVIRTUAL, BALANCER, "left", Type.VOID_TYPE, Type.INT_TYPE);
  }
}
