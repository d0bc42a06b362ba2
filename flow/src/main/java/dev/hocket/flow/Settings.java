package dev.hocket.flow;

import java.util.List;

/** Under which a flow runs. */
record Settings(Results result) {
  static final Settings DEFAULT = new Settings(null);

  /** From the values of all packets. */
  Object result(Graph graph, List<Object> values) {
    boolean streams = hasSource(graph);
    if (!streams) {
      return values.getFirst();
    }
    return switch (result == null ? Results.LAST : result) {
      case ALL -> values;
      case LAST -> values.isEmpty() ? null : values.getLast();
      case NONE -> null;
    };
  }

  static boolean hasSource(Graph graph) {
    return graph.body().nodes().stream()
        .anyMatch(node -> node instanceof Node.Call call && call.implementation().source());
  }
}
