package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Implementation.Coded;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Effect;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.state.Summary;
import dev.hocket.flow.walk.Site;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The mutable values of the surrounding program that a flow uses: those given to its nodes, and
 * those that the code of a node uses by itself. Values that lead to one mutable object are one.
 */
final class Surroundings {
  private final Map<String, Reach> reached = new TreeMap<>();

  /** For each node, the values that its code uses by itself, and whether it may change them. */
  private final Map<String, Map<String, Boolean>> usedBy = new HashMap<>();

  Surroundings(Graph graph, Bindings bindings, Mutability mutability, ClassLoader loader) {
    graph.environment().forEach(variable -> reach(variable.name(), bindings.value(variable)));
    for (Site site : Site.of(graph.body(), "")) {
      Node node = site.node();
      if (node instanceof Call call && call.implementation() instanceof JavaMethod method) {
        Summary summary = mutability.summary(call, method);
        for (String name : summary.statics()) {
          use(node, name, staticValue(name, loader), summary.changedStatics().contains(name));
        }
      } else {
        bindings
            .used(code(node))
            .forEach((name, value) -> use(node, name, value, effect(node).mayChange()));
      }
    }
  }

  private void use(Node node, String name, Object value, boolean changes) {
    reach(name, value);
    if (reached.get(name).isMutable()) {
      usedBy.computeIfAbsent(node.id(), any -> new TreeMap<>()).put(name, changes);
    }
  }

  /** The value of a static field; an object of its own if it cannot be read. */
  private static Object staticValue(String name, ClassLoader loader) {
    int dot = name.lastIndexOf('.');
    try {
      for (Class<?> c = Class.forName(name.substring(0, dot), true, loader);
          c != null;
          c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          if (field.getName().equals(name.substring(dot + 1))) {
            field.setAccessible(true);
            return field.get(null);
          }
        }
      }
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      // It counts as a mutable value that nothing else leads to.
    }
    return new StringBuilder(name);
  }

  private static Effect effect(Node node) {
    return switch (node) {
      case Expression expression -> expression.effect();
      case Call call when call.implementation() instanceof Coded coded -> coded.effect();
      default -> throw new AssertionError(node);
    };
  }

  private static String code(Node node) {
    return switch (node) {
      case Expression expression -> expression.code();
      case Call call when call.implementation() instanceof Coded coded -> coded.code();
      default -> null;
    };
  }

  private void reach(String name, Object value) {
    reached.computeIfAbsent(name, any -> Reach.of(value));
  }

  boolean isMutable(String name) {
    return reached.get(name).isMutable();
  }

  /**
   * The names of the mutable values that a node's code uses without getting them as arguments, and
   * whether it may change them.
   */
  Map<String, Boolean> usedBy(Node node) {
    return usedBy.getOrDefault(node.id(), Map.of());
  }

  /** Groups names whose values lead to one mutable object. */
  List<Set<String>> together(Set<String> names) {
    List<Set<String>> groups = new ArrayList<>();
    for (String name : names) {
      Set<String> joined = new LinkedHashSet<>();
      for (Set<String> group : List.copyOf(groups)) {
        if (group.stream().anyMatch(other -> reached.get(other).meets(reached.get(name)))) {
          joined.addAll(group);
          groups.remove(group);
        }
      }
      joined.add(name);
      groups.add(joined);
    }
    return groups;
  }
}
