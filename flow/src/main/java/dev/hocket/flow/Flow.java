package dev.hocket.flow;

import dev.hocket.core.Target;
import dev.hocket.flow.engine.Collector;
import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Position;
import dev.hocket.flow.mapping.Bound;
import dev.hocket.flow.mapping.Copies;
import dev.hocket.flow.mapping.JvmOutput;
import dev.hocket.flow.mapping.Settings;
import dev.hocket.flow.settings.Arcs;
import dev.hocket.flow.settings.Conveyance;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Order;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.util.Objects;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.Flow.Subscriber;
import java.util.function.Function;

/**
 * An algorithm, bound to code and values, with the settings under which it runs. Immutable; each
 * run has its own state, and several runs may be active at a time.
 */
public final class Flow {
  /** A source returns this value when it has no more packets. */
  public static final Object END = Graph.END;

  static {
    JvmOutput.remember();
    // Engines in other modules read flows by this; programs cannot name the class.
    Bound.readBy(flow -> {
      Flow read = (Flow) flow;
      return new Bound(read.graph, read.bindings, read.loader, read.settings);
    });
  }

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
        Copies.bind(bindings),
        Objects.requireNonNull(loader, "loader"),
        Settings.DEFAULT);
  }

  /**
   * Binds a graph, with the class loader of the calling thread's context.
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
   * @param name the name in messages and pictures
   * @param library the functions that it calls
   * @param algorithm is called once, before this method returns, to build the graph; returns the
   *     result of the algorithm
   * @return a flow with default settings
   */
  public static Flow define(String name, Library library, Function<Definition, Object> algorithm) {
    Position position = Caller.position();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Definition definition = new Definition(name, library);
    Graph graph = definition.graph(position, algorithm);
    return of(graph, definition.bindings(), loader);
  }

  /**
   * Returns the graph of the algorithm.
   *
   * @return the graph
   */
  public Graph graph() {
    return graph;
  }

  /**
   * Runs the algorithm on the calling thread, one packet after the other, for tests and for
   * debugging. With {@link Order#KEPT} the parallel flow computes the same. All settings but {@link
   * #result} are ignored.
   *
   * @return the result
   */
  public Object interpret() {
    return settings.result(graph, new Interpreter(graph, bindings, loader).run());
  }

  /**
   * Runs the flow and waits for its result. A target's thread that waits gives up its place, so the
   * target runs other work meanwhile.
   *
   * @return the result; an exception of a function is thrown as it is
   * @throws java.util.concurrent.CancellationException if the calling thread is interrupted, whose
   *     interrupt status is set; the flow has been cancelled
   * @throws FlowException if the settings do not fit the algorithm
   */
  public Object run() {
    Engine other = Engines.chosen();
    return other == null ? started().await() : other.run(this);
  }

  /**
   * Starts the flow.
   *
   * @return the run, which continues in the background
   * @throws FlowException if the settings do not fit the algorithm
   */
  public Run start() {
    Engines.needLocal(graph, "a run in the background");
    return started();
  }

  private Run started() {
    return assembly().start();
  }

  /**
   * may be called only while there is demand, so the stream may end only after a request for more
   * values than there are. A value null stops the run with a {@link FlowException}, because
   * Reactive Streams cannot carry it; a setting that does not fit the algorithm stops it too. The
   * setting {@link #result} is ignored.
   *
   * @return the publisher
   */
  public Publisher<Object> publisher() {
    return this::subscribe;
  }

  private void subscribe(Subscriber<? super Object> subscriber) {
    Engines.needLocal(graph, "a publisher");
    Publication publication = new Publication(graph, subscriber);
    Assembly assembly;
    try {
      assembly = with(settings.with().result(null)).assembly(publication);
    } catch (FlowException notFitting) {
      publication.refuse(notFitting);
      return;
    }
    assembly.start();
  }

  Assembly assembly() {
    return assembly(new Collector(settings.resultOf(graph)));
  }

  private Assembly assembly(Collector collector) {
    return new Assembly(graph, bindings, loader, settings, collector);
  }

  /**
   * Lists the nodes of the graph by section, with their places in the source and their inputs.
   *
   * @return lines of text
   * @throws FlowException if the settings do not fit the algorithm
   */
  public String explain() {
    return PictureWriter.text(graph, picture());
  }

  /**
   * Draws the graph for Graphviz, with sections as boxes.
   *
   * @return a graph in the language DOT
   * @throws FlowException if the settings do not fit the algorithm
   */
  public String dot() {
    return PictureWriter.dot(graph, picture());
  }

  /**
   * Draws the graph as a page for a browser, with a colour for each section.
   *
   * @return a complete page without external files
   * @throws FlowException if the settings do not fit the algorithm
   */
  public String html() {
    return PicturePage.of(graph, picture());
  }

  private Picture picture() {
    return Assembly.picture(graph, bindings, loader, settings);
  }

  /**
   * Chooses which functions share a section.
   *
   * @param sections the mapping; by default measurements choose it, {@link Sections#automatic}
   * @return a changed flow
   */
  public Flow sections(Sections sections) {
    return with(settings.with().sections(sections));
  }

  /**
   * Chooses how packets get from section to section.
   *
   * @param arcs the settings
   * @return a changed flow
   */
  public Flow arcs(Arcs arcs) {
    return with(settings.with().arcs(arcs));
  }

  /**
   * Chooses in which order packets pass.
   *
   * @param order by default it is kept
   * @return a changed flow
   */
  public Flow order(Order order) {
    return with(settings.with().order(order));
  }

  /**
   * Chooses the result. A flow without a source has one packet, and accepts only {@link
   * Results#LAST}.
   *
   * @param results by default, or if null, the last value
   * @return a changed flow
   */
  public Flow result(Results results) {
    return with(settings.with().result(results));
  }

  /**
   * Chooses what happens when a function throws. A source that throws always stops the flow.
   *
   * @param failures by default it stops
   * @return a changed flow
   */
  public Flow failures(Failures failures) {
    return with(settings.with().failures(failures));
  }

  /**
   * Limits how many packets are in flight at a time.
   *
   * @param packets 256 by default
   * @return a changed flow
   */
  public Flow inFlight(int packets) {
    return with(settings.with().inFlight(packets));
  }

  /**
   * Chooses the target for sections that compute.
   *
   * @param target by default {@code worker}
   * @return a changed flow
   */
  public Flow target(Target target) {
    return with(settings.with().target(target));
  }

  /**
   * Chooses the target for sections that may block while they wait for something outside the
   * program.
   *
   * @param target by default {@code flow-blocking}, which has a virtual thread for each
   * @return a changed flow
   */
  public Flow blockingTarget(Target target) {
    return with(settings.with().blockingTarget(target));
  }

  /**
   * Chooses what a section's thread inherits from the program's thread.
   *
   * @param conveyance by default nothing
   * @return a changed flow
   */
  public Flow conveyance(Conveyance conveyance) {
    return with(settings.with().conveyance(conveyance));
  }

  /** Lets sections use a number of processors, whatever the machine has; for tests. */
  Flow processors(int number) {
    return with(settings.with().processors(number));
  }

  private Flow with(Settings.Builder changed) {
    return new Flow(graph, bindings, loader, changed.build());
  }
}
