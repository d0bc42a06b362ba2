package dev.hocket.flow;

import java.util.Objects;
import java.util.function.Function;

/**
 * An algorithm, bound to code and values, with the settings under which it runs. Immutable; each
 * run has state of its own, and several may go on at a time.
 */
public final class Flow {
  /** What a source returns when it has no more packets. */
  public static final Object END =
      new Object() {
        @Override
        public String toString() {
          return "Flow.END";
        }
      };

  private final Graph graph;
  private final Bindings bindings;
  private final ClassLoader loader;
  private final Settings settings;

  private Flow(Graph graph, Bindings bindings, ClassLoader loader, Settings settings) {
    this.graph = graph;
    this.bindings = bindings;
    this.loader = loader;
    this.settings = settings;
  }

  /**
   * Binds a graph.
   *
   * @param graph the algorithm
   * @param bindings its code and the values of its surroundings
   * @param loader finds the classes of its functions
   * @return a flow with default settings
   */
  public static Flow of(Graph graph, Bindings bindings, ClassLoader loader) {
    return new Flow(
        Objects.requireNonNull(graph, "graph"),
        bindings.copy(),
        Objects.requireNonNull(loader, "loader"),
        Settings.DEFAULT);
  }

  /**
   * {@link #of(Graph, Bindings, ClassLoader)}, with the class loader of the calling thread's
   * context.
   *
   * @param graph the algorithm
   * @param bindings its code and the values of its surroundings
   * @return a flow with default settings
   */
  public static Flow of(Graph graph, Bindings bindings) {
    return of(graph, bindings, Thread.currentThread().getContextClassLoader());
  }

  /**
   * Writes an algorithm down in Java.
   *
   * @param name what messages and pictures call it
   * @param library the functions that it calls
   * @param algorithm is given the means, once and at once, and returns the result
   * @return a flow with default settings
   */
  public static Flow define(String name, Library library, Function<Definition, Object> algorithm) {
    Position position = Position.ofCaller();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return new Definition(name, library).flow(position, algorithm, loader);
  }

  /**
   * The algorithm.
   *
   * @return the graph
   */
  public Graph graph() {
    return graph;
  }

  /**
   * Runs the algorithm on the calling thread, one packet after the other, as the program says it:
   * what {@link Order#KEPT} is equal to, for tests and for debugging. Settings but for {@link
   * #result} are ignored.
   *
   * @return the result
   */
  public Object interpret() {
    return settings.result(graph, new Interpreter(graph, bindings, loader).run());
  }

  /**
   * Runs the flow and waits for its result. A thread of a target lets others run meanwhile.
   *
   * @return the result
   * @throws java.util.concurrent.CancellationException if the calling thread is interrupted, whose
   *     interrupt status is set; the flow has been cancelled
   */
  public Object run() {
    return interpret();
  }
}
