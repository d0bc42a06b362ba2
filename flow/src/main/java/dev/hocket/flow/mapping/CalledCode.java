package dev.hocket.flow.mapping;

import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.state.CodeUse;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The static fields that nodes use through objects that they get: they call methods of an
 * interface, or a lambda, and the code behind it may change a static field.
 */
// Which code an object has is known of the objects of the surroundings, and of those that a Java
// function makes. A node that puts an object into another one gives it all code that it knows.
final class CalledCode {
  private final Surroundings surroundings;

  /** For each value, the nodes that may call it or what it leads to. */
  private final Map<Argument, Set<Node>> callers = new LinkedHashMap<>();

  /** For each node that puts objects into others, the values that it gets. */
  private final Map<Node, Set<Argument>> got = new LinkedHashMap<>();

  /** For each node, the values into which it may put objects. */
  private final Map<Node, Set<Argument>> changed = new LinkedHashMap<>();

  private final Map<Argument, CodeUse> put = new HashMap<>();

  CalledCode(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** Notes that a node gets a value. */
  void get(Node node, Argument value, boolean calls, boolean changes) {
    got.computeIfAbsent(node, any -> new HashSet<>()).add(value);
    if (calls) {
      callers.computeIfAbsent(value, any -> new LinkedHashSet<>()).add(node);
    }
    if (changes) {
      changed.computeIfAbsent(node, any -> new HashSet<>()).add(value);
    }
  }

  /** Passes the static fields that nodes use to a consumer of the nodes and their uses. */
  void forEachUse(BiConsumer<Node, CodeUse> consumer) {
    while (spread()) {}
    callers.forEach((value, nodes) -> {
      CodeUse use = of(value);
      if (!use.isNothing()) {
        nodes.forEach(node -> consumer.accept(node, use));
      }
    });
  }

  /** Gives values the code that nodes may put into them; returns whether there was more. */
  private boolean spread() {
    boolean isMore = false;
    for (Map.Entry<Node, Set<Argument>> one : changed.entrySet()) {
      CodeUse all = surroundings.codeOf(one.getKey().id());
      for (Argument value : got.get(one.getKey())) {
        all = all.or(of(value));
      }
      for (Argument value : one.getValue()) {
        CodeUse before = of(value);
        CodeUse after = before.or(all);
        if (!after.equals(before)) {
          put.put(value, after);
          isMore = true;
        }
      }
    }
    return isMore;
  }

  private CodeUse of(Argument value) {
    CodeUse known = put.get(value);
    if (known != null) {
      return known;
    }
    return switch (value) {
      case Ref ref -> surroundings.codeOf(ref.id());
      case Env variable -> surroundings.codeIn(variable.name());
      case Argument.Constant constant -> CodeUse.NONE;
    };
  }
}
