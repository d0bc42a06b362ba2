package dev.hocket.flow.mapping;

import dev.hocket.core.Target;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.settings.Arcs;
import dev.hocket.flow.settings.Conveyance;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Order;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import dev.hocket.flow.walk.Site;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The settings of a flow.
 *
 * @param result null for the default
 * @param target null for the default
 * @param blockingTarget null for the default
 * @param processors the number that sections may use; 0 for those of the machine
 */
public record Settings(
    Sections sections,
    Arcs arcs,
    Order order,
    Results result,
    Failures failures,
    int inFlight,
    Target target,
    Target blockingTarget,
    Conveyance conveyance,
    int processors) {
  public static final Settings DEFAULT = new Builder().build();

  /** Begins a changed copy of these settings. */
  public Builder with() {
    return new Builder(this);
  }

  /** Collects settings; those that are not set have their defaults. */
  public static final class Builder {
    private static final int IN_FLIGHT = 256;

    private Sections sections = Sections.automatic();
    private Arcs arcs = Arcs.defaults();
    private Order order = Order.KEPT;
    private Results result;
    private Failures failures = Failures.stop();
    private int inFlight = IN_FLIGHT;
    private Target target;
    private Target blockingTarget;
    private Conveyance conveyance = Conveyance.NONE;
    private int processors;

    Builder() {}

    private Builder(Settings from) {
      sections = from.sections;
      arcs = from.arcs;
      order = from.order;
      result = from.result;
      failures = from.failures;
      inFlight = from.inFlight;
      target = from.target;
      blockingTarget = from.blockingTarget;
      conveyance = from.conveyance;
      processors = from.processors;
    }

    public Builder sections(Sections changed) {
      sections = Objects.requireNonNull(changed, "sections");
      return this;
    }

    public Builder arcs(Arcs changed) {
      arcs = Objects.requireNonNull(changed, "arcs");
      return this;
    }

    public Builder order(Order changed) {
      order = Objects.requireNonNull(changed, "order");
      return this;
    }

    public Builder result(Results changed) {
      result = changed;
      return this;
    }

    public Builder failures(Failures changed) {
      failures = Objects.requireNonNull(changed, "failures");
      return this;
    }

    public Builder inFlight(int changed) {
      if (changed < 1) {
        throw new IllegalArgumentException(changed + " packets in flight; allow 1 or more");
      }
      inFlight = changed;
      return this;
    }

    public Builder target(Target changed) {
      target = changed;
      return this;
    }

    public Builder blockingTarget(Target changed) {
      blockingTarget = changed;
      return this;
    }

    public Builder conveyance(Conveyance changed) {
      conveyance = Objects.requireNonNull(changed, "conveyance");
      return this;
    }

    public Builder processors(int changed) {
      processors = changed;
      return this;
    }

    public Settings build() {
      return new Settings(
          sections,
          arcs,
          order,
          result,
          failures,
          inFlight,
          target,
          blockingTarget,
          conveyance,
          processors);
    }
  }

  private void checkResult(Graph graph) {
    if (!graph.hasSource() && result != null && result != Results.LAST) {
      throw new FlowException(
          graph.position(),
          "the option :result of "
              + graph.name()
              + " is "
              + result
              + ", but the flow has no source, and so one packet, whose value is the result; remove"
              + " the option");
    }
  }

  public Results resultOf(Graph graph) {
    if (!graph.hasSource()) {
      return Results.LAST;
    }
    return result == null ? Results.LAST : result;
  }

  /** Makes the result from the values of all packets. */
  public Object result(Graph graph, List<Object> values) {
    checkResult(graph);
    return switch (resultOf(graph)) {
      case ALL -> values;
      case LAST -> values.isEmpty() ? null : values.getLast();
      case NONE -> null;
    };
  }

  /** The capacity of the arcs into a call: the smallest of its inputs' settings. */
  public int capacity(Call call) {
    int capacity = arcs.capacity();
    for (Arcs input : inputs(call)) {
      capacity = Math.min(capacity, input.capacity());
    }
    return capacity;
  }

  /** Returns the number of packets that the arcs into a call hold if they are inside a section. */
  public int inside(Call call) {
    List<Arcs> inputs = inputs(call);
    return inputs.isEmpty()
        ? arcs.inside()
        : inputs.stream().mapToInt(Arcs::inside).max().orElseThrow();
  }

  /** Returns whether each arc holds all packets in flight, so that none has to wait for room. */
  public boolean hasRoom() {
    return arcs.capacity() >= inFlight
        && arcs.byInput().values().stream().allMatch(input -> input.capacity() >= inFlight);
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

  /**
   * Refuses a result of many packets if there is only one, and settings of inputs that do not
   * exist.
   */
  public void check(Graph graph) {
    checkResult(graph);
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
