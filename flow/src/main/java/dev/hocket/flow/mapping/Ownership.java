package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Environment;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Implementation.Coded;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.graph.Region.Recur;
import dev.hocket.flow.graph.Region.Yield;
import dev.hocket.flow.state.Constants;
import dev.hocket.flow.walk.References;
import dev.hocket.flow.walk.Site;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Finds the arguments that may lead to an object that changes and that another packet, or another
 * element of a collection, may lead to as well.
 */
// Code that never waits comes only to its arguments, to constants, to its state and to what it
// makes (PromptCode). So what it makes from the values of one packet belongs to that packet, unless
// its state could give one object to several. What the elements of a collection have in common is
// what comes from outside of the collection's body, and the elements themselves.
final class Ownership {
  private final Bindings bindings;
  private final Mutability mutability;
  private final Map<String, Object> environment = new HashMap<>();
  private final Map<String, Node> nodes = new LinkedHashMap<>();

  /** For each node, the innermost collection that encloses it; nothing outside of collections. */
  private final Map<String, SMap> around = new HashMap<>();

  private final Map<String, Boolean> known = new HashMap<>();

  Ownership(Graph graph, Bindings bindings, ClassLoader loader) {
    this.bindings = bindings;
    this.mutability = new Mutability(loader);
    for (Environment variable : graph.environment()) {
      environment.put(variable.name(), bindings.value(variable));
    }
    add(graph.body(), null);
    // A node needs nodes before it, so the search goes no deeper than regions are nested.
    nodes.values().forEach(this::isOwned);
  }

  private void add(Region region, SMap in) {
    for (Node node : region.nodes()) {
      nodes.put(node.id(), node);
      around.put(node.id(), in);
      switch (node) {
        case Call call -> {}
        case Expression expression -> {}
        case If choice -> {
          add(choice.then(), in);
          add(choice.otherwise(), in);
        }
        case Loop loop -> add(loop.body(), in);
        case SMap map -> add(map.body(), map);
        case Replicate copies -> add(copies.body(), in);
      }
    }
  }

  /**
   * Returns the arguments of a call that are to be checked when a packet comes, since nothing is
   * known of them before.
   */
  Set<Argument> doubtful(Call call) {
    Set<Argument> doubtful = new LinkedHashSet<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      Argument argument = call.arguments().get(i);
      if (!mutability.takesConstant(call, i) && !isOwned(argument, around.get(call.id()))) {
        doubtful.add(argument);
      }
    }
    return doubtful;
  }

  /** Finds an object that changes in a value that is known before the flow runs. */
  Object changing(Argument argument) {
    return switch (argument) {
      case Ref ref -> null;
      case Env variable ->
          Constants.changing(environment.get(variable.name()), false, Long.MAX_VALUE);
      case Constant constant -> Constants.changing(constant.value(), false, Long.MAX_VALUE);
    };
  }

  /**
   * Finds an object that changes in the values that a node's code uses without getting them.
   *
   * @param reads whether collections that are only read count as constant
   */
  Object changingInCode(Node node, boolean reads) {
    String code =
        switch (node) {
          case Expression expression -> expression.code();
          case Call call when call.implementation() instanceof Coded coded -> coded.code();
          default -> null;
        };
    // Prompt code holds nothing that changes.
    String held = "what " + code + " holds";
    return code == null
        ? null
        : bindings.used(code).entrySet().stream()
            .filter(used -> !used.getKey().equals(held))
            .map(used -> Constants.changing(used.getValue(), reads, Long.MAX_VALUE))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
  }

  private boolean isOwned(Argument argument, SMap in) {
    if (!(argument instanceof Ref ref)) {
      return changing(argument) == null;
    }
    Node node = nodes.get(ref.id());
    return node != null
        && (mutability.returnsConstant(node) || around.get(ref.id()) == in && isOwned(node));
  }

  private boolean isOwned(Node node) {
    Boolean found = known.get(node.id());
    if (found == null) {
      found = makesOwned(node);
      known.put(node.id(), found);
    }
    return found;
  }

  private boolean makesOwned(Node node) {
    SMap in = around.get(node.id());
    return switch (node) {
      case Call call -> mutability.hasPlainState(call) && doubtful(call).isEmpty();
      case Expression expression -> mutability.returnsConstant(expression);
      case If choice -> isOwned(choice.then(), in) && isOwned(choice.otherwise(), in);
      case SMap map -> isOwned(map.body(), map);
      case Replicate copies -> isOwned(copies.body(), in);
      // Its value may come from any turn.
      case Loop loop -> false;
    };
  }

  private boolean isOwned(Region region, SMap in) {
    return region.result() instanceof Yield yield && isOwned(yield.value(), in);
  }

  /**
   * What the elements of a collection have in common.
   *
   * @param values the values from outside of the collection's body that its code gets
   * @param elements whether the code gets the elements, of which several may be one object
   * @param isRead whether the code only reads what it gets
   * @param changing an object that changes and that the code uses without getting it; null if there
   *     is none
   */
  record Common(List<Argument> values, boolean elements, boolean isRead, Object changing) {}

  /** Finds what the elements of a collection have in common and may change. */
  Common common(SMap map) {
    Ref element = new Ref(map.body().parameters().getFirst());
    Uses uses = new Uses();
    uses.nodes(map.body());
    boolean elements = uses.used.remove(element);
    uses.used.removeAll(uses.inside);
    uses.used.removeIf(value ->
        value instanceof Ref ref
            ? mutability.returnsConstant(nodes.get(ref.id()))
            : changing(value) == null);
    Object changing =
        Site.of(map, "").stream()
            .map(site -> changingInCode(site.node(), uses.isRead))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    return new Common(List.copyOf(uses.used), elements, uses.isRead, changing);
  }

  /** The values that the code of a region gets, unless the types of its parameters never change. */
  private final class Uses {
    private final Set<Argument> used = new LinkedHashSet<>();
    private final Set<Argument> inside = new HashSet<>();
    private boolean isRead = true;

    void nodes(Region region) {
      for (Node node : region.nodes()) {
        inside.add(new Ref(node.id()));
        node(node);
      }
    }

    private void node(Node node) {
      switch (node) {
        case Call call -> code(call, call.arguments());
        case Expression expression -> code(expression, expression.arguments());
        case If choice -> {
          region(choice.then());
          region(choice.otherwise());
        }
        case Loop loop -> {
          used.addAll(loop.initial());
          region(loop.body());
        }
        case SMap map -> {
          used.add(map.collection());
          region(map.body());
        }
        case Replicate copies -> {
          used.addAll(References.direct(copies));
          region(copies.body());
        }
      }
    }

    /** Adds the values of a region whose result other code gets. */
    private void region(Region region) {
      region.parameters().forEach(parameter -> inside.add(new Ref(parameter)));
      nodes(region);
      switch (region.result()) {
        case Yield yield -> used.add(yield.value());
        case Recur recur -> used.addAll(recur.values());
      }
    }

    private void code(Node node, List<Argument> arguments) {
      for (int i = 0; i < arguments.size(); i++) {
        if (!mutability.takesConstant(node, i)) {
          used.add(arguments.get(i));
          isRead &= mutability.onlyReads(node, i);
        }
      }
    }
  }
}
