package dev.hocket.flow.code;

import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.link.Balancer;
import dev.hocket.flow.link.Degrees;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Assigns places in a {@link Packet} to the values that leave the generated method that makes them.
 * All other values are local variables of that method.
 */
public final class Slots {
  private final Map<String, Object> environment;
  private final Map<String, Integer> slots = new HashMap<>();
  private final Map<String, Balancer> balancers;

  public Slots(Map<String, Object> environment) {
    this(environment, new HashMap<>());
  }

  private Slots(Map<String, Object> environment, Map<String, Balancer> balancers) {
    this.environment = environment;
    this.balancers = balancers;
  }

  /** Makes empty slots for other sections of the same run. */
  public Slots anew() {
    return new Slots(environment, balancers);
  }

  /** The number of slots that have been assigned. */
  public int count() {
    return slots.size();
  }

  /** The slot of a value, assigned on the first call; the same for all copies of its node. */
  public int slot(String id) {
    return slots.computeIfAbsent(id, any -> slots.size());
  }

  /** Returns whether a value has a slot already. */
  public boolean has(String id) {
    return slots.containsKey(id);
  }

  /** The slot for the next value of a loop's variable. */
  public int nextSlot(String variable) {
    return slot(variable + " next");
  }

  public Object value(Env variable) {
    return environment.get(variable.name());
  }

  public Input input(Argument argument) {
    return switch (argument) {
      case Constant constant -> Input.constant(constant.value());
      case Env variable -> Input.constant(value(variable));
      case Ref ref -> {
        int slot = slot(ref.id());
        yield values -> values[slot];
      }
    };
  }

  /**
   * Returns the balancer of a set of copies. Each run has one for each place; it continues where it
   * was if the run is re-mapped.
   *
   * @param copy the copy in which the node stands
   */
  public Balancer balancer(Replicate copies, String copy, int retries) {
    return balancers.computeIfAbsent(
        copies.id() + copy + " of " + copies.copies(), any -> newBalancer(copies, retries));
  }

  private Balancer newBalancer(Replicate copies, int retries) {
    Object degree =
        switch (copies.degree()) {
          case Constant constant -> constant.value();
          case Env variable -> value(variable);
          case null, default -> null;
        };
    return new Balancer(copies.balance(), Degrees.of(copies, degree), retries);
  }

  /** Reads arguments that depend on no packet, from slots of their own. */
  public Input[] inputs(List<Argument> arguments) {
    return arguments.stream().map(this::input).toArray(Input[]::new);
  }
}
