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
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.walk.KeyScopes;
import dev.hocket.flow.walk.Rewriting;
import dev.hocket.flow.walk.Site;
import dev.hocket.flow.walk.Thrown;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * An algorithm as all operators of a job in this JVM see it. Operators have a {@link ProgramRef}.
 */
final class Program {
  private static final int MOST_FAILURES = 100;

  private static final Map<String, Program> ALL = new ConcurrentHashMap<>();

  final ProgramRef ref;
  final Bound bound;
  final KeyScopes keys;
  final Invocations invocations;
  final List<Stage> stages;

  /** Whether positions and state are saved. */
  final boolean saves;

  /** Whether the JVM that waits for the result is another one. */
  final boolean isAway;

  private volatile boolean hasResult;
  private volatile Object result;

  /** What functions have thrown lately, the oldest first. */
  private final Deque<Throwable> failures = new ArrayDeque<>();

  /** Marks what a function has thrown on its way to the JVM that waits for the job. */
  static final class Reported extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Reported(Throwable thrown) {
      super(thrown.toString(), thrown);
    }
  }

  private Program(ProgramRef ref, Bound bound, List<Stage> stages, boolean saves, boolean isAway) {
    this.ref = ref;
    this.bound = bound;
    this.saves = saves;
    this.isAway = isAway;
    this.keys = KeyScopes.of(bound.graph());
    this.invocations = new Invocations(bound.bindings(), bound.loader());
    this.stages = stages;
  }

  /**
   * Divides an algorithm into stages, and registers it.
   *
   * @param isElsewhere whether its tasks run in other JVMs
   * @throws FlowException if something in it has no counterpart on a cluster
   */
  static Program make(Bound flow, boolean saves, boolean isElsewhere) {
    flow.settings().check(flow.graph());
    List<Group> groups = Sharing.of(flow.graph(), flow.bindings(), flow.loader());
    Refusals.check(flow, groups, saves, isElsewhere);
    Bound waiting = waiting(flow);
    List<Stage> stages = Plan.of(waiting, groups);
    byte[] shipment = isElsewhere ? Shipment.pack(flow, stages, saves) : null;
    ProgramRef ref = new ProgramRef(UUID.randomUUID().toString(), shipment);
    Program program = new Program(ref, waiting, stages, saves, /* isAway= */ false);
    ALL.put(ref.id(), program);
    return program;
  }

  /** Finds a program, or makes it again from what another JVM has sent. */
  static Program of(ProgramRef ref, byte[] shipment) {
    // One attempt for all tasks of a JVM, which begin at the same time.
    return ALL.computeIfAbsent(
        ref.id(),
        id -> {
          if (shipment == null) {
            throw new IllegalStateException("the program of this job has ended");
          }
          return arrived(ref, shipment);
        });
  }

  // Flink gives each job a class loader of its own, and with it a class Program, if the job's jar
  // has this class: then the program goes away with the last task of the job.
  private static Program arrived(ProgramRef ref, byte[] shipment) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Shipment read = Shipment.unpack(shipment, loader);
    Bound bound = waiting(read.bound(loader));
    return new Program(ref, bound, read.stages(), read.saves(), /* isAway= */ true);
  }

  void close() {
    ALL.remove(ref.id());
  }

  /**
   * Lets a task wait for the stage that an asynchronous function returns, in copies, branches and
   * loops; the others are stages of their own.
   */
  private static Bound waiting(Bound flow) {
    Bindings bindings = flow.bindings().copy();
    Invocations invocations = new Invocations(flow.bindings(), flow.loader());
    Graph graph =
        Rewriting.of(
            flow.graph(),
            call -> List.of(isAtTop(flow, call) ? call : waiting(call, bindings, invocations)),
            /* insideCopies= */ true);
    return new Bound(graph, bindings, flow.loader(), flow.settings());
  }

  private static boolean isAtTop(Bound flow, Call call) {
    return flow.graph().body().nodes().stream().anyMatch(node -> node.id().equals(call.id()));
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

  /**
   * Decides about a packet on which a function has failed, as the local engine does.
   *
   * @return what stops the job; null if the packet is skipped
   */
  Throwable stops(Node node, Throwable cause, long packet) {
    Failures.Failure failure =
        new Failures.Failure(Site.original(node.id()), node.position(), packet, cause);
    try {
      return !(cause instanceof VirtualMachineError) && bound.settings().failures().skips(failure)
          ? null
          : Thrown.at(cause, Thrown.place(node, packet));
    } catch (Throwable inReport) {
      return inReport;
    }
  }

  /**
   * Notes what a function has thrown; returns what the task throws. A mistake in the program would
   * be there again after each restart, so the job ends with it.
   */
  Throwable failed(Throwable thrown) {
    Throwable told = isAway ? new Reported(thrown) : noted(thrown);
    return thrown instanceof FlowException ? new SuppressRestartsException(told) : told;
  }

  private Throwable noted(Throwable thrown) {
    synchronized (failures) {
      if (failures.size() == MOST_FAILURES) {
        failures.removeFirst();
      }
      failures.add(thrown);
    }
    return thrown;
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
