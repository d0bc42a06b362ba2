package dev.hocket.flow;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Graph;
import java.util.List;
import java.util.ServiceLoader;

/** Finds the engine that the command line has chosen. */
final class Engines {
  private static final String PROPERTY = "hocket.engine";

  private Engines() {}

  /** The chosen engine; null if it is that of this module. */
  static Engine chosen() {
    String name = System.getProperty(PROPERTY);
    return name == null ? null : named(name);
  }

  private static Engine named(String name) {
    List<Engine> all =
        ServiceLoader.load(Engine.class).stream().map(ServiceLoader.Provider::get).toList();
    return all.stream()
        .filter(engine -> engine.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalStateException(
                "no engine named "
                    + name
                    + " is on the class path; there are "
                    + all.stream().map(Engine::name).toList()));
  }

  /** Refuses what only the engine of this module does. */
  static void needLocal(Graph graph, String what) {
    String name = System.getProperty(PROPERTY);
    if (name != null) {
      throw new FlowException(
          graph.position(),
          what
              + " has no counterpart on the engine "
              + name
              + ", which gives the result of a flow at its end; run the flow for its value, or choose"
              + " the local engine");
    }
  }
}
