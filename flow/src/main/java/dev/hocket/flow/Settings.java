package dev.hocket.flow;

import dev.hocket.core.Target;
import dev.hocket.flow.Node.Call;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Under which a flow runs.
 *
 * @param result null for the default
 * @param target null for the default
 * @param blockingTarget null for the default
 */
record Settings(
    Sections sections,
    Arcs arcs,
    Order order,
    Results result,
    Failures failures,
    int inFlight,
    Target target,
    Target blockingTarget,
    Conveyance conveyance) {
  private static final int IN_FLIGHT = 256;

  static final Settings DEFAULT =
      new Settings(
          Sections.perFunction(),
          Arcs.defaults(),
          Order.KEPT,
          null,
          Failures.stop(),
          IN_FLIGHT,
          null,
          null,
          Conveyance.NONE);

  Settings with(Sections changed) {
    return new Settings(
        changed, arcs, order, result, failures, inFlight, target, blockingTarget, conveyance);
  }

  Settings with(Arcs changed) {
    return new Settings(
        sections, changed, order, result, failures, inFlight, target, blockingTarget, conveyance);
  }

  Settings with(Order changed) {
    return new Settings(
        sections, arcs, changed, result, failures, inFlight, target, blockingTarget, conveyance);
  }

  Settings with(Results changed) {
    return new Settings(
        sections, arcs, order, changed, failures, inFlight, target, blockingTarget, conveyance);
  }

  Settings with(Failures changed) {
    return new Settings(
        sections, arcs, order, result, changed, inFlight, target, blockingTarget, conveyance);
  }

  Settings withInFlight(int changed) {
    return new Settings(
        sections, arcs, order, result, failures, changed, target, blockingTarget, conveyance);
  }

  Settings withTarget(Target changed) {
    return new Settings(
        sections, arcs, order, result, failures, inFlight, changed, blockingTarget, conveyance);
  }

  Settings withBlockingTarget(Target changed) {
    return new Settings(
        sections, arcs, order, result, failures, inFlight, target, changed, conveyance);
  }

  Settings with(Conveyance changed) {
    return new Settings(
        sections, arcs, order, result, failures, inFlight, target, blockingTarget, changed);
  }

  Results resultOf(Graph graph) {
    if (!graph.hasSource()) {
      return Results.LAST;
    }
    return result == null ? Results.LAST : result;
  }

  /** From the values of all packets. */
  Object result(Graph graph, List<Object> values) {
    return switch (resultOf(graph)) {
      case ALL -> values;
      case LAST -> values.isEmpty() ? null : values.getLast();
      case NONE -> null;
    };
  }

  /** The capacity of the arcs into a call: the smallest of its inputs' settings. */
  int capacity(Call call) {
    int capacity = arcs.capacity();
    for (Arcs input : inputs(call)) {
      capacity = Math.min(capacity, input.capacity());
    }
    return capacity;
  }

  /** How many packets the arcs into a call hold if they are inside a section. */
  int inside(Call call) {
    List<Arcs> inputs = inputs(call);
    return inputs.isEmpty()
        ? arcs.inside()
        : inputs.stream().mapToInt(Arcs::inside).max().orElseThrow();
  }

  /** The settings of single inputs of a call. */
  List<Arcs> inputs(Call call) {
    return arcs.byInput().entrySet().stream()
        .filter(entry -> isInput(call, entry.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  private static boolean isInput(Call call, String name) {
    int dot = name.lastIndexOf('.');
    if (dot < 0) {
      return false;
    }
    String of = name.substring(0, dot);
    String number = name.substring(dot + 1);
    return (of.equals(call.function()) || of.equals(call.id()))
        && number.matches("\\d{1,3}")
        && Integer.parseInt(number) < call.arguments().size();
  }

  /** Refuses settings of inputs that do not exist. */
  void check(Graph graph) {
    Set<String> inputs = new TreeSet<>();
    for (Site site : Site.of(graph.body(), "")) {
      if (site.node() instanceof Call call) {
        for (int i = 0; i < call.arguments().size(); i++) {
          inputs.add(call.function() + "." + i);
          inputs.add(call.id() + "." + i);
        }
      }
    }
    for (String name : arcs.byInput().keySet()) {
      if (!inputs.contains(name)) {
        throw new FlowException(
            graph.position(),
            "settings of arc " + name + ", but no function has this input; there are " + inputs);
      }
    }
  }
}
