package dev.hocket.flow.flink;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.Environment;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Implementation.Coded;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.link.Invocations;
import dev.hocket.flow.link.Stages;
import dev.hocket.flow.mapping.Bound;
import dev.hocket.flow.mapping.Sharing;
import dev.hocket.flow.mapping.Sharing.Group;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.walk.KeyScopes;
import dev.hocket.flow.walk.Rewriting;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An algorithm as all operators of a job see it. Operators know its id; the objects stay in this
 * JVM, in which the embedded cluster runs.
 */
final class Program {
  private static final int MOST_FAILURES = 100;

  private static final Map<String, Program> ALL = new ConcurrentHashMap<>();

  final String id = UUID.randomUUID().toString();
  final Bound bound;
  final KeyScopes keys;
  final Invocations invocations;
  final List<Stage> stages;

  /** Whether positions and state are saved. */
  final boolean saves;

  private volatile boolean hasResult;
  private volatile Object result;

  /** What functions have thrown lately, the oldest first. */
  private final Deque<Throwable> failures = new ArrayDeque<>();

  private Program(Bound bound, List<Group> groups, boolean saves) {
    this.bound = bound;
    this.saves = saves;
    this.keys = KeyScopes.of(bound.graph());
    this.invocations = new Invocations(bound.bindings(), bound.loader());
    this.stages = Plan.of(bound, groups);
  }

  /**
   * Divides an algorithm into stages, and registers it.
   *
   * @throws FlowException if something in it has no counterpart on a cluster
   */
  static Program make(Bound flow, boolean saves) {
    flow.settings().check(flow.graph());
    List<Group> groups = Sharing.of(flow.graph(), flow.bindings(), flow.loader());
    Refusals.check(flow, groups, saves);
    Program program = new Program(waiting(flow), groups, saves);
    ALL.put(program.id, program);
    return program;
  }

  static Program of(String id) {
    Program program = ALL.get(id);
    if (program == null) {
      throw new IllegalStateException("the program of this job has ended");
    }
    return program;
  }

  void close() {
    ALL.remove(id);
  }

  /** Lets a task wait for the stage that an asynchronous function returns. */
  // Slow and right: Flink's asynchronous operator would let packets overtake the task.
  private static Bound waiting(Bound flow) {
    Bindings bindings = flow.bindings().copy();
    Invocations invocations = new Invocations(flow.bindings(), flow.loader());
    Graph graph =
        Rewriting.of(
            flow.graph(),
            call -> List.of(waiting(call, bindings, invocations)),
            /* insideCopies= */ true);
    return new Bound(graph, bindings, flow.loader(), flow.settings());
  }

  private static Node waiting(Call call, Bindings bindings, Invocations invocations) {
    if (!call.implementation().async() || Plan.isSource(call)) {
      return call;
    }
    String code = "joined " + call.id();
    bindings.code(
        code,
        () -> {
          FlowFn function = invocations.of(call);
          return arguments -> Stages.join(function.call(arguments), call);
        });
    boolean isStateful = call.implementation().stateful();
    boolean isReplicable = call.implementation().replicable();
    Coded joined =
        new Coded(code, isStateful, false, true, isReplicable, Node.Effect.UNKNOWN, false, false);
    return new Call(call.id(), call.position(), call.function(), joined, call.arguments());
  }

  ClassLoader loader() {
    return bound.loader();
  }

  /** The values of the surroundings by name. */
  Map<String, Object> environment() {
    Map<String, Object> values = new HashMap<>();
    for (Environment variable : bound.graph().environment()) {
      values.put(variable.name(), bound.bindings().value(variable));
    }
    return values;
  }

  Results results() {
    return bound.settings().resultOf(bound.graph());
  }

  void result(Object value) {
    result = value;
    hasResult = true;
  }

  /** Returns whether all packets have ended; a job that is stopped early has no result. */
  boolean hasResult() {
    return hasResult;
  }

  Object result() {
    return result;
  }

  void failed(Throwable thrown) {
    synchronized (failures) {
      if (failures.size() == MOST_FAILURES) {
        failures.removeFirst();
      }
      failures.add(thrown);
    }
  }

  /**
   * Finds the exception of which Flink has a copy; null if there is none. A job may have continued
   * after other failures, and tasks that Flink cancels fail, too.
   */
  Throwable original(Throwable copy) {
    synchronized (failures) {
      return failures.stream()
          .filter(thrown -> thrown.toString().equals(copy.toString()))
          .findFirst()
          .orElse(null);
    }
  }

  /** Notes that the value of a node cannot be sent to another task. */
  Unsaved unsent(String id, Unsaved cause) {
    Node node =
        bound.graph().body().nodes().stream()
            .filter(each -> each.id().equals(id))
            .findFirst()
            .orElseThrow();
    String name = node instanceof Node.Expression expression ? expression.label() : id;
    return mistaken(Unsaved.value(node.position(), "the value of " + name, cause), cause);
  }

  /** Notes that a mistake in the program stops the job. */
  Unsaved mistaken(FlowException mistake, Unsaved cause) {
    failed(mistake);
    return cause.because(mistake);
  }
}
