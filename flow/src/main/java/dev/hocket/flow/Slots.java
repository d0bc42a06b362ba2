package dev.hocket.flow;

import dev.hocket.flow.Argument.Constant;
import dev.hocket.flow.Argument.Env;
import dev.hocket.flow.Argument.Ref;
import dev.hocket.flow.Node.Loop;
import dev.hocket.flow.Node.Replicate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Assigns places in a {@link Frame} to the values that leave the generated method that makes them.
 * All other values are local variables of that method.
 */
final class Slots {
  private final Map<String, Object> environment;
  private final Map<String, Integer> slots = new HashMap<>();

  Slots(Map<String, Object> environment) {
    this.environment = environment;
  }

  /** Where an argument comes from. */
  interface Input {
    Object get(Object[] slots);
  }

  /** How many slots have been assigned so far. */
  int count() {
    return slots.size();
  }

  /** The slot of a value, assigned on the first call; the same for all copies of its node. */
  int slot(String id) {
    return slots.computeIfAbsent(id, any -> slots.size());
  }

  /** Whether a value has a slot already. */
  boolean has(String id) {
    return slots.containsKey(id);
  }

  /** The slot for the next value of a loop's variable. */
  int nextSlot(String variable) {
    return slot(variable + " next");
  }

  Object value(Env variable) {
    return environment.get(variable.name());
  }

  Input input(Argument argument) {
    return switch (argument) {
      case Constant constant -> constant(constant.value());
      case Env variable -> constant(value(variable));
      case Ref ref -> {
        int slot = slot(ref.id());
        yield values -> values[slot];
      }
    };
  }

  static Input constant(Object value) {
    return values -> value;
  }

  /** Gives a loop's variables their first values. */
  Step.Action begin(Loop loop) {
    Input[] initial = loop.initial().stream().map(this::input).toArray(Input[]::new);
    int[] variables = variables(loop);
    return frame -> {
      for (int i = 0; i < variables.length; i++) {
        frame.slots[variables[i]] = initial[i].get(frame.slots);
      }
    };
  }

  /** Gives a loop's variables the values stored for the next turn. */
  Step.Action again(Loop loop) {
    int[] variables = variables(loop);
    int[] next = loop.body().parameters().stream().mapToInt(this::nextSlot).toArray();
    return frame -> {
      for (int i = 0; i < variables.length; i++) {
        frame.slots[variables[i]] = frame.slots[next[i]];
      }
    };
  }

  private int[] variables(Loop loop) {
    return loop.body().parameters().stream().mapToInt(this::slot).toArray();
  }

  Balancer balancer(Replicate copies, int retries) {
    Object degree =
        switch (copies.degree()) {
          case Constant constant -> constant.value();
          case Env variable -> value(variable);
          case null, default -> null;
        };
    return new Balancer(copies.balance(), Degrees.of(copies, degree), retries);
  }

  /** Reads arguments that depend on no packet, from a frame of their own. */
  Input[] inputs(List<Argument> arguments) {
    return arguments.stream().map(this::input).toArray(Input[]::new);
  }
}
