package dev.hocket.flow.mapping;

import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.mapping.Meetings.Use;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The values that nodes may put into each other, so that code that uses one may change another. */
final class Links {
  /** For each node, the values of other nodes that it may put into each other. */
  private final Map<String, Set<Ref>> values = new HashMap<>();

  /** For each value, the nodes that may put it into another one. */
  private final Map<Ref, Set<String>> nodes = new HashMap<>();

  /** For each value, the users of all values that are linked with it, one by another. */
  private final Map<Ref, Map<Node, Use>> found = new HashMap<>();

  void add(Node node, Ref value) {
    values.computeIfAbsent(node.id(), any -> new LinkedHashSet<>()).add(value);
    nodes.computeIfAbsent(value, any -> new LinkedHashSet<>()).add(node.id());
  }

  /**
   * Returns the nodes that use a value, and those that may use it through another one: a node has
   * put one into the other, and they do not run before that. Values of one chain of links that have
   * the same users get the same map.
   */
  Map<Node, Use> users(Ref ref, Map<Ref, Map<Node, Use>> users, Meetings meetings) {
    Map<Node, Use> own = users.get(ref);
    if (!nodes.containsKey(ref)) {
      return own;
    }
    Map<Node, Use> through = found.get(ref);
    if (through == null) {
      Set<Ref> together = together(ref);
      through = through(together, users, meetings);
      for (Ref one : together) {
        found.put(one, through);
      }
    }
    if (contains(through, own)) {
      return through;
    }
    Map<Node, Use> all = new LinkedHashMap<>(own);
    through.forEach((node, use) -> all.merge(node, use, Use::or));
    return all;
  }

  /** The values that are linked with one, one by another. */
  private Set<Ref> together(Ref ref) {
    Set<Ref> seen = new HashSet<>(Set.of(ref));
    Set<String> passed = new HashSet<>();
    Deque<Ref> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      for (String by : nodes.getOrDefault(open.pop(), Set.of())) {
        if (passed.add(by)) {
          values.get(by).stream().filter(seen::add).forEach(open::push);
        }
      }
    }
    return seen;
  }

  private Map<Node, Use> through(
      Set<Ref> together, Map<Ref, Map<Node, Use>> users, Meetings meetings) {
    Map<Node, Use> all = new LinkedHashMap<>();
    for (Ref ref : together) {
      users
          .get(ref)
          .forEach((node, use) -> {
            if (nodes.get(ref).stream().anyMatch(by -> !meetings.needs(by).contains(node.id()))) {
              all.merge(node, use, Use::or);
            }
          });
    }
    return all;
  }

  private static boolean contains(Map<Node, Use> all, Map<Node, Use> some) {
    return some.entrySet().stream()
        .allMatch(user -> {
          Use use = all.get(user.getKey());
          return use != null && use.or(user.getValue()).equals(use);
        });
  }
}
