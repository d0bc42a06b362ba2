package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.Graph;
import java.util.function.Function;

/**
 * An algorithm with its code, values and settings, as an engine in another module gets it from a
 * flow.
 */
public record Bound(Graph graph, Bindings bindings, ClassLoader loader, Settings settings) {
  /** Reads a flow, whose class is in a package above this one. */
  private static volatile Function<Object, Bound> reader;

  /** Called once, by the class of flows. */
  public static void readBy(Function<Object, Bound> ofFlow) {
    reader = ofFlow;
  }

  /** Returns what a flow binds. */
  public static Bound of(Object flow) {
    return reader.apply(flow);
  }
}
