package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Expression;
import java.util.Map;

/** The mutable values that the code of a node has without getting them as arguments. */
public final class ValuesOfCode {
  private ValuesOfCode() {}

  /**
   * Finds a value that the code of a node uses without getting it, and that changes although
   * several threads may use it: a global counter, for example.
   *
   * @return its name and its class; null if none is known
   */
  public static String changing(Node node, Bindings bindings, ClassLoader loader) {
    for (Map.Entry<String, Object> used :
        Surroundings.used(node, bindings, new Mutability(loader), loader).entrySet()) {
      Object shared = Reach.of(used.getValue()).shared();
      if (shared != null) {
        return used.getKey() + " with a " + shared.getClass().getName();
      }
    }
    return null;
  }

  /**
   * Finds code, called without state, that holds an object which it may change.
   *
   * @return what holds it; null if there is none
   */
  public static String holding(Node node, Bindings bindings) {
    if (!(node instanceof Expression expression) || !expression.effect().mayChange()) {
      return null;
    }
    String holder = Bindings.holder(expression.code());
    Object code = bindings.used(expression.code()).get(holder);
    return code != null && Reach.ofCode(code).isMutable() ? holder : null;
  }
}
