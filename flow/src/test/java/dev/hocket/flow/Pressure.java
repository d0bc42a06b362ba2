package dev.hocket.flow;

import dev.hocket.flow.engine.Deployment;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.mapping.Division;
import dev.hocket.flow.mapping.Mapping;
import dev.hocket.flow.mapping.PromptNodes;
import dev.hocket.flow.mapping.Sharing;
import dev.hocket.flow.mapping.Units;
import dev.hocket.flow.settings.Sections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/** The ways in which a flow may run, which all have the result of the sequential program. */
public enum Pressure {
  /** One section. */
  SINGLE,
  /** A section for each function. */
  PER_FUNCTION,
  /** The first sections, and chunks, that a run has by default. */
  AUTOMATIC,
  /** The most sections and copies that measurements could choose. */
  PRESSED;

  private static final int COPIES = 2;
  private static final int LIMIT_MINUTES = 3;

  /** Runs a flow; returns its value. */
  public Object run(Flow flow) {
    return switch (this) {
      case SINGLE -> value(flow.sections(Sections.single()).start());
      case PER_FUNCTION -> value(flow.sections(Sections.perFunction()).start());
      case AUTOMATIC -> value(flow.processors(COPIES).start());
      case PRESSED ->
          flow.graph().hasSource() ? pressed(flow) : value(flow.processors(3 * COPIES).start());
    };
  }

  private static Object value(Run run) {
    return value(run.completion().toCompletableFuture());
  }

  private static Object value(java.util.concurrent.CompletableFuture<Object> done) {
    try {
      return done.get(LIMIT_MINUTES, TimeUnit.MINUTES);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException r
          ? r
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      done.cancel(true);
      throw new AssertionError(e);
    }
  }

  private static Object pressed(Flow flow) {
    Assembly assembly = flow.assembly();
    Graph graph = flow.graph();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Units units =
        Units.of(
            graph,
            assembly.bindings(),
            loader,
            Sharing.of(graph, assembly.bindings(), loader),
            PromptNodes.of(graph, assembly.bindings(), loader));
    int count = units.count();
    List<Integer> sections = IntStream.range(0, count).boxed().toList();
    Map<Integer, Integer> copies = new HashMap<>();
    units.copyable().forEach(unit -> copies.put(unit, COPIES));
    Division division = new Division(sections, count, units.blocking(), copies);
    Graph divided = units.divided(division);
    Deployment deployment =
        assembly.deployment(
            divided, Mapping.of(divided, units, division, assembly.mapping().groups()));
    assembly.begin(deployment);
    return value(assembly.execution().done().toCompletableFuture());
  }
}
