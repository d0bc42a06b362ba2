package dev.hocket.flow;

import dev.hocket.flow.Argument.Constant;
import dev.hocket.flow.Argument.Env;
import dev.hocket.flow.Argument.Ref;
import dev.hocket.flow.Node.Call;
import dev.hocket.flow.Node.Expression;
import dev.hocket.flow.Node.If;
import dev.hocket.flow.Node.Loop;
import dev.hocket.flow.Node.Replicate;
import dev.hocket.flow.Node.SMap;
import dev.hocket.flow.Op.Failed;
import dev.hocket.flow.Op.Input;
import dev.hocket.flow.Region.Recur;
import dev.hocket.flow.Region.Yield;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Turns nodes that run on one thread into direct calls: arcs are slots, loops are loops. */
final class Ops {
  /** The value of a region that takes one more turn of its loop. */
  static final Object AGAIN = new Object();

  private final Invocations invocations;
  private final int retries;
  private final boolean timed;
  private final Map<String, Object> environment;
  private final BiConsumer<Frame, Failed> failures;
  private final Map<String, Integer> slots = new HashMap<>();
  private final List<Invocation> counters = new ArrayList<>();

  Ops(
      Invocations invocations,
      int retries,
      boolean timed,
      Map<String, Object> environment,
      BiConsumer<Frame, Failed> failures) {
    this.invocations = invocations;
    this.retries = retries;
    this.timed = timed;
    this.environment = environment;
    this.failures = failures;
  }

  /** Evaluates a region. */
  interface Body {
    Object evaluate(Frame frame) throws Throwable;
  }

  /** Has any code run and counts, under the name that statistics use. */
  List<Invocation> counters() {
    return counters;
  }

  /** How many slots there are by now. */
  int slots() {
    return slots.size();
  }

  /** The slot of a value; the same for all copies of its node. */
  int slot(String id) {
    return slots.computeIfAbsent(id, any -> slots.size());
  }

  /** The slot for the next value of a loop's variable. */
  int nextSlot(String variable) {
    return slot(variable + " next");
  }

  Input input(Argument argument) {
    return switch (argument) {
      case Constant constant -> constant(constant.value());
      case Env variable -> constant(environment.get(variable.name()));
      case Ref ref -> {
        int slot = slot(ref.id());
        yield values -> values[slot];
      }
    };
  }

  static Input constant(Object value) {
    return values -> value;
  }

  private Input[] inputs(List<Argument> arguments) {
    return arguments.stream().map(this::input).toArray(Input[]::new);
  }

  /**
   * Code of a node.
   *
   * @param copy in which copy it stands
   * @param loop the innermost loop around, null if there is none
   */
  Op op(Node node, String copy, Loop loop) {
    int out = slot(node.id());
    return switch (node) {
      case Call call -> {
        Invocation invocation = counted(call, copy);
        yield frame -> frame.slots[out] = invocation.invoke(frame.slots);
      }
      case Expression expression -> {
        Invocation invocation = invocation(expression, "", expression.arguments());
        yield frame -> frame.slots[out] = invocation.invoke(frame.slots);
      }
      case If choice -> {
        Input test = input(choice.test());
        Body then = body(choice.then(), copy, loop);
        Body otherwise = body(choice.otherwise(), copy, loop);
        yield frame ->
            frame.slots[out] =
                (Interpreter.isTrue(test.get(frame.slots)) ? then : otherwise).evaluate(frame);
      }
      case Loop inner -> loop(inner, copy, out);
      case SMap map -> map(map, copy, out);
      case Replicate copies -> copies(copies, copy, out);
    };
  }

  /** {@link #op}, with what becomes of failures. */
  Step.Action action(Node node, String copy, Loop loop) {
    Op op = op(node, copy, loop);
    return frame -> {
      if (frame.dead) {
        return;
      }
      try {
        op.run(frame);
      } catch (Failed failed) {
        failures.accept(frame, failed);
      } catch (Throwable t) {
        failures.accept(frame, new Failed(node, t));
      }
    };
  }

  /** Code of a source: its value is returned and goes into no slot. */
  Body source(Call call, String copy) {
    Invocation invocation = counted(call, copy);
    return frame -> invocation.invoke(frame.slots);
  }

  private Invocation counted(Call call, String copy) {
    Invocation counted = invocation(call, call.id() + copy, call.arguments());
    counters.add(counted);
    return counted;
  }

  private Invocation invocation(Node node, String id, List<Argument> arguments) {
    int[] from = new int[arguments.size()];
    Object[] constants = new Object[from.length];
    for (int i = 0; i < from.length; i++) {
      boolean isValue = arguments.get(i) instanceof Ref;
      from[i] = isValue ? slot(((Ref) arguments.get(i)).id()) : Invocation.CONSTANT;
      constants[i] = isValue ? null : input(arguments.get(i)).get(null);
    }
    FlowFn function =
        node instanceof Call call
            ? invocations.onSlots(call, from, constants)
            : invocations.onSlots((Expression) node, from, constants);
    return new Invocation(node, id, function, retries, timed);
  }

  Body body(Region region, String copy, Loop loop) {
    Op[] ops = region.nodes().stream().map(node -> op(node, copy, loop)).toArray(Op[]::new);
    Body result = result(region, loop);
    return frame -> {
      for (Op op : ops) {
        op.run(frame);
      }
      return result.evaluate(frame);
    };
  }

  private Body result(Region region, Loop loop) {
    return switch (region.result()) {
      case Yield yield -> {
        Input value = input(yield.value());
        yield frame -> value.get(frame.slots);
      }
      case Recur recur -> {
        Step.Action again = recur(recur, loop);
        yield frame -> {
          again.run(frame);
          return AGAIN;
        };
      }
    };
  }

  /** Puts the next values of a loop's variables aside; they may be made of the present ones. */
  Step.Action recur(Recur recur, Loop loop) {
    Input[] values = inputs(recur.values());
    int[] next = loop.body().parameters().stream().mapToInt(this::nextSlot).toArray();
    return frame -> {
      for (int i = 0; i < next.length; i++) {
        frame.slots[next[i]] = values[i].get(frame.slots);
      }
    };
  }

  /** Gives a loop's variables their first values. */
  Step.Action begin(Loop loop) {
    Input[] initial = inputs(loop.initial());
    int[] variables = loop.body().parameters().stream().mapToInt(this::slot).toArray();
    return frame -> {
      for (int i = 0; i < variables.length; i++) {
        frame.slots[variables[i]] = initial[i].get(frame.slots);
      }
    };
  }

  /** Gives a loop's variables the values that {@link #recur} has put aside. */
  Step.Action again(Loop loop) {
    int[] variables = loop.body().parameters().stream().mapToInt(this::slot).toArray();
    int[] next = loop.body().parameters().stream().mapToInt(this::nextSlot).toArray();
    return frame -> {
      for (int i = 0; i < variables.length; i++) {
        frame.slots[variables[i]] = frame.slots[next[i]];
      }
    };
  }

  private Op loop(Loop loop, String copy, int out) {
    Step.Action begin = begin(loop);
    Step.Action again = again(loop);
    Body body = body(loop.body(), copy, loop);
    return frame -> {
      begin.run(frame);
      Object result;
      while ((result = body.evaluate(frame)) == AGAIN) {
        if (Thread.currentThread().isInterrupted()) {
          throw new Failed(loop, new InterruptedException("interrupted in a loop"));
        }
        again.run(frame);
      }
      frame.slots[out] = result;
    };
  }

  private Op map(SMap map, String copy, int out) {
    Input collection = input(map.collection());
    int element = slot(map.body().parameters().getFirst());
    Body body = body(map.body(), copy, null);
    return frame -> {
      List<Object> results = new ArrayList<>();
      Iterator<?> elements = elements(map, collection, frame);
      while (hasNext(map, elements)) {
        frame.slots[element] = next(map, elements);
        results.add(body.evaluate(frame));
      }
      frame.slots[out] = results;
    };
  }

  /** The elements of a collection may be code of the program's that fails. */
  static Iterator<?> elements(SMap map, Input collection, Frame frame) throws Failed {
    try {
      return Iterators.of(collection.get(frame.slots));
    } catch (Throwable t) {
      throw new Failed(map, t);
    }
  }

  static boolean hasNext(SMap map, Iterator<?> elements) throws Failed {
    try {
      return elements.hasNext();
    } catch (Throwable t) {
      throw new Failed(map, t);
    }
  }

  static Object next(SMap map, Iterator<?> elements) throws Failed {
    try {
      return elements.next();
    } catch (Throwable t) {
      throw new Failed(map, t);
    }
  }

  private Op copies(Replicate copies, String copy, int out) {
    Input input = input(copies.input());
    int parameter = slot(copies.body().parameters().getFirst());
    Balancer balancer = balancer(copies);
    Body[] bodies = new Body[copies.copies()];
    for (int i = 0; i < bodies.length; i++) {
      bodies[i] = body(copies.body(), copy + "/" + (i + 1), null);
    }
    return frame -> {
      Object value = input.get(frame.slots);
      frame.slots[parameter] = value;
      int chosen = balancer.choose(value);
      try {
        frame.slots[out] = bodies[chosen].evaluate(frame);
      } finally {
        balancer.left(chosen);
      }
    };
  }

  Balancer balancer(Replicate copies) {
    Object degree =
        copies.degree() == null ? null : input(copies.degree()).get(new Object[slots.size() + 1]);
    return new Balancer(copies.balance(), Degrees.of(copies, degree));
  }
}
