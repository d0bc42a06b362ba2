package dev.hocket.flow.mapping;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.mapping.Meetings.Use;
import java.util.Map;

/**
 * Refuses code that uses a {@link ThreadLocal}: the calls of a function run on several threads, one
 * after the other, so they would find different values there.
 */
final class ThreadVariables {
  private ThreadVariables() {}

  static void refuse(Surroundings surroundings, Map<Surroundings.Part, Map<Node, Use>> users) {
    users.forEach((part, of) -> {
      if (surroundings.hasVariableOfThreads(part.name())) {
        of.forEach((node, use) -> {
          if (use.changes()) {
            refuse(node, part.name());
          }
        });
      }
    });
  }

  /** Refuses a node that uses one, which messages call by a name. */
  static void refuse(Node node, String name) {
    throw new FlowException(
        node.position(),
        Mapping.said(node)
            + " uses "
            + name
            + ", which is or leads to a ThreadLocal: its calls run on several threads, each with a"
            + " value of its own; keep the value in a field of a function's object, or, if no call"
            + " uses what another one has left there, make it an object of a class below"
            + " ThreadLocal that is marked @ThreadSafe");
  }
}
