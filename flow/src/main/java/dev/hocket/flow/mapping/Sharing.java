package dev.hocket.flow.mapping;

import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Graph;
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
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the nodes that use the same mutable value: one of the surrounding program, or a function's
 * result that several other functions get. They must share a section, and run in the order of the
 * program.
 */
// A value is traced through branches, loops and copies back to its root: a value of the surrounding
// program, or the value of a call or expression. Values stored inside other values are not traced.
public final class Sharing {
  private final Mutability mutability;
  private final Map<String, Set<Argument>> roots = new HashMap<>();
  private final Map<Argument, Set<Node>> users = new LinkedHashMap<>();
  private final Map<String, Set<String>> needs = new HashMap<>();
  private final NodeSets sets = new NodeSets();

  /**
   * For each node, the branches that enclose it, true for the first branch of an {@code if}. Only
   * an {@code if} that each packet passes once is listed.
   */
  private final Map<String, Map<String, Boolean>> branches = new HashMap<>();

  private Map<String, Boolean> around = Map.of();
  private boolean isRepeated;

  private Sharing(Mutability mutability) {
    this.mutability = mutability;
  }

  /**
   * Nodes that must share a section.
   *
   * @param value what they share, for messages
   * @param nodes their ids, in the order of the program
   * @param acrossPackets whether different packets share the value
   */
  public record Group(String value, List<String> nodes, boolean acrossPackets) {}

  public static List<Group> of(Graph graph, Mutability mutability) {
    Sharing sharing = new Sharing(mutability);
    sharing.region(graph.body(), Set.of());
    return sharing.groups();
  }

  private List<Group> groups() {
    List<Group> groups = new ArrayList<>();
    users.forEach((root, nodes) -> {
      if (root instanceof Env variable) {
        if (nodes.stream().anyMatch(Call.class::isInstance)
            && mutability.isShareable(variable, nodes)) {
          groups.add(new Group(variable.name(), ids(nodes), true));
        }
      } else if (root instanceof Ref ref) {
        Set<Node> meeting = meeting(ref.id(), nodes);
        if (meeting.size() > 1) {
          groups.add(new Group("the value of " + ref.id(), ids(meeting), false));
        }
      }
    });
    return groups;
  }

  private static List<String> ids(Set<Node> nodes) {
    return nodes.stream().map(Node::id).toList();
  }

  /** Finds the groups in which one node may change the value while another one uses it. */
  private Set<Node> meeting(String root, Set<Node> nodes) {
    Set<Node> meeting = new LinkedHashSet<>();
    Set<Node> changing =
        nodes.size() == 1
            ? Set.of()
            : nodes.stream()
                .filter(node -> mutability.mayChange(root, node))
                .collect(Collectors.toSet());
    for (Node a : nodes) {
      for (Node b : nodes) {
        if (a != b
            && (changing.contains(a) || changing.contains(b))
            && !isOrdered(a, b)
            && !areExclusive(a, b)) {
          meeting.add(a);
        }
      }
    }
    return meeting;
  }

  private boolean isOrdered(Node a, Node b) {
    return needs.get(a.id()).contains(b.id()) || needs.get(b.id()).contains(a.id());
  }

  /** Whether no packet goes to both nodes. */
  private boolean areExclusive(Node a, Node b) {
    Map<String, Boolean> others = branches.get(b.id());
    return branches.get(a.id()).entrySet().stream()
        .anyMatch(
            branch -> Boolean.valueOf(!branch.getValue()).equals(others.get(branch.getKey())));
  }

  /** A branch of a choice. */
  private Set<Argument> branch(If choice, boolean isFirst, Set<String> before) {
    Map<String, Boolean> outside = around;
    Region region = isFirst ? choice.then() : choice.otherwise();
    if (!isRepeated) {
      around = new HashMap<>(outside);
      around.put(choice.id(), isFirst);
    }
    Set<Argument> found = region(region, before);
    around = outside;
    return found;
  }

  /**
   * Traces a region that one packet may pass several times, so that the packet may take all
   * branches in it.
   */
  private Set<Argument> repeated(Region region, Set<String> before) {
    boolean wasRepeated = isRepeated;
    isRepeated = true;
    Set<Argument> found = region(region, before);
    isRepeated = wasRepeated;
    return found;
  }

  /** The roots of a region's value. */
  private Set<Argument> region(Region region, Set<String> before) {
    for (Node node : region.nodes()) {
      node(node, before);
    }
    Set<Argument> found = new HashSet<>();
    switch (region.result()) {
      case Yield yield -> found.addAll(rootsOf(yield.value()));
      case Recur recur -> recur.values().forEach(value -> found.addAll(rootsOf(value)));
    }
    return found;
  }

  private void node(Node node, Set<String> before) {
    branches.put(node.id(), around);
    Set<String> needed = sets.copyOf(before);
    Set<Argument> own = new HashSet<>();
    switch (node) {
      case Call call -> {
        use(call, call.arguments(), needed);
        own.add(new Ref(call.id()));
      }
      case Expression expression -> {
        use(expression, expression.arguments(), needed);
        own.add(new Ref(expression.id()));
      }
      case If choice -> {
        need(choice.test(), needed);
        own.addAll(branch(choice, true, needed));
        own.addAll(branch(choice, false, needed));
        needInside(choice.then(), needed);
        needInside(choice.otherwise(), needed);
      }
      case Loop loop -> {
        loop.initial().forEach(value -> need(value, needed));
        // The values that one turn hands to the next are known after tracing two turns.
        List<String> variables = loop.body().parameters();
        for (int i = 0; i < variables.size(); i++) {
          roots.put(variables.get(i), new HashSet<>(rootsOf(loop.initial().get(i))));
        }
        own.addAll(repeated(loop.body(), needed));
        variables.forEach(variable -> roots.get(variable).addAll(own));
        own.addAll(repeated(loop.body(), needed));
        needInside(loop.body(), needed);
      }
      case SMap map -> {
        need(map.collection(), needed);
        roots.put(map.body().parameters().getFirst(), rootsOf(map.collection()));
        own.addAll(repeated(map.body(), needed));
        needInside(map.body(), needed);
      }
      case Replicate copies -> {
        need(copies.input(), needed);
        roots.put(copies.body().parameters().getFirst(), rootsOf(copies.input()));
        own.addAll(region(copies.body(), needed));
        needInside(copies.body(), needed);
      }
    }
    roots.put(node.id(), own);
    needs.put(node.id(), needed);
  }

  private void use(Node node, List<Argument> arguments, Set<String> needed) {
    for (Argument argument : arguments) {
      need(argument, needed);
      for (Argument root : rootsOf(argument)) {
        users.computeIfAbsent(root, any -> new LinkedHashSet<>()).add(node);
      }
    }
  }

  private void need(Argument argument, Set<String> needed) {
    if (argument instanceof Ref ref) {
      needed.add(ref.id());
      needed.addAll(needs.getOrDefault(ref.id(), Set.of()));
    }
  }

  /** A node after a region runs after everything in the region. */
  private void needInside(Region region, Set<String> needed) {
    for (Site site : Site.of(region, "")) {
      needed.add(site.node().id());
      needed.addAll(needs.get(site.node().id()));
    }
  }

  private Set<Argument> rootsOf(Argument argument) {
    return switch (argument) {
      case Ref ref -> roots.getOrDefault(ref.id(), Set.of());
      case Env variable -> Set.of(variable);
      case Constant constant -> Set.of();
    };
  }
}
