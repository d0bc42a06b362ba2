package dev.hocket.flow.walk;

import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Key;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The keys for which calls have state: the keys of the copies by key that enclose a call. */
public final class KeyScopes {
  private final Map<String, List<Key>> keys = new HashMap<>();

  private KeyScopes() {}

  /** Returns scopes in which no call has state for keys. */
  public static KeyScopes none() {
    return new KeyScopes();
  }

  /** Finds the keys of all calls with state. */
  public static KeyScopes of(Graph graph) {
    KeyScopes scopes = new KeyScopes();
    scopes.region(graph.body(), List.of());
    return scopes;
  }

  private void region(Region region, List<Key> around) {
    region.nodes().forEach(node -> node(node, around));
  }

  private void node(Node node, List<Key> around) {
    switch (node) {
      case Call call -> {
        if (call.implementation().stateful() && !around.isEmpty()) {
          keys.put(call.id(), around);
        }
      }
      case Expression expression -> {}
      case If choice -> {
        region(choice.then(), around);
        region(choice.otherwise(), around);
      }
      case Loop loop -> region(loop.body(), around);
      case SMap map -> region(map.body(), around);
      case Replicate copies -> {
        List<Key> inside = new ArrayList<>(around);
        if (copies.key() != null) {
          inside.add(copies.key());
        }
        region(copies.body(), inside);
      }
    }
  }

  /** Returns whether a call has state for each key. */
  public boolean isKeyed(Call call) {
    return keys.containsKey(call.id());
  }

  /**
   * Returns the values that select the state of a call, the outermost first; empty if it has no
   * keys.
   */
  public List<Argument> values(Call call) {
    return keys.getOrDefault(call.id(), List.of()).stream().map(Key::value).toList();
  }

  /**
   * Returns the largest number of keys for which a call may have state: the limit of the innermost
   * copies by key.
   */
  public int most(Call call) {
    return keys.get(call.id()).getLast().most();
  }
}
