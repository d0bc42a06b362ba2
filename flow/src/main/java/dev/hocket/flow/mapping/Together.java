package dev.hocket.flow.mapping;

import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.mapping.Sharing.Group;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Joins the groups of {@link Sharing} whose nodes need one order together. */
final class Together {
  private final Graph graph;
  private List<Group> groups;

  Together(Graph graph, List<Group> groups) {
    this.graph = graph;
    this.groups = groups;
  }

  List<Group> groups() {
    return groups;
  }

  /** The ids of nodes in the order of the program. */
  static List<String> ids(Graph graph, Collection<Node> nodes) {
    return ids(graph, nodes::contains);
  }

  private static List<String> ids(Graph graph, Predicate<Node> isOneOf) {
    return Site.of(graph.body(), "").stream()
        .map(Site::node)
        .filter(isOneOf)
        .map(Node::id)
        .distinct()
        .toList();
  }

  /**
   * Joins the groups of each node that may put one value into another: code that uses the one may
   * change the other.
   *
   * @param putting the ids of these nodes
   */
  void joinAt(Set<String> putting) {
    Map<String, Integer> groupsOf = new LinkedHashMap<>();
    for (Group group : groups) {
      group.nodes().stream()
          .filter(putting::contains)
          .forEach(id -> groupsOf.merge(id, 1, Integer::sum));
    }
    groupsOf.forEach((id, count) -> {
      if (count > 1) {
        join(group -> group.nodes().contains(id));
      }
    });
  }

  /**
   * Joins the groups of sources that share values with other code. Only the section in which
   * packets begin draws a value when the packet before has ended; other sections draw ahead.
   */
  void joinSources() {
    Set<String> sources =
        graph.body().nodes().stream()
            .filter(node -> node instanceof Call call && call.implementation().source())
            .map(Node::id)
            .collect(Collectors.toSet());
    join(group ->
        group.acrossPackets()
            && group.nodes().size() > 1
            && group.nodes().stream().anyMatch(sources::contains));
  }

  private void join(Predicate<Group> isOneOf) {
    List<Group> joined = groups.stream().filter(isOneOf).toList();
    if (joined.size() < 2) {
      return;
    }
    Set<String> nodes =
        joined.stream().flatMap(group -> group.nodes().stream()).collect(Collectors.toSet());
    String value = joined.stream().map(Group::value).collect(Collectors.joining(" and "));
    boolean acrossPackets = joined.stream().anyMatch(Group::acrossPackets);
    List<Group> all = new ArrayList<>();
    all.add(new Group(value, ids(graph, node -> nodes.contains(node.id())), acrossPackets));
    groups.stream().filter(isOneOf.negate()).forEach(all::add);
    groups = all;
  }
}
