package dev.hocket.flow.flink;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.functions.Replayable;
import dev.hocket.flow.graph.Environment;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Implementation.Coded;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Position;
import dev.hocket.flow.link.Invocations;
import dev.hocket.flow.mapping.Bound;
import dev.hocket.flow.mapping.Settings;
import dev.hocket.flow.mapping.Sharing.Group;
import dev.hocket.flow.mapping.ValuesOfCode;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.state.Constants;
import dev.hocket.flow.state.JdkSettings;
import dev.hocket.flow.walk.Site;
import java.util.List;

/** Refuses, before a job starts, what has no counterpart on a cluster. */
final class Refusals {
  private final Bound bound;

  private Refusals(Bound bound) {
    this.bound = bound;
  }

  /**
   * Checks an algorithm with its settings.
   *
   * @param saves whether the job saves positions and state, to go on after a failure
   * @param isElsewhere whether its tasks run in other JVMs
   * @throws FlowException for the first thing that is refused
   */
  static void check(Bound bound, List<Group> groups, boolean saves, boolean isElsewhere) {
    Refusals refusals = new Refusals(bound);
    refusals.settings(bound.settings());
    refusals.environment();
    groups.forEach(refusals::shared);
    if (isElsewhere) {
      refusals.report(bound.settings().failures());
    }
    for (Site site : Site.of(bound.graph().body(), "")) {
      if (saves || isElsewhere) {
        refusals.used(site.node(), isElsewhere);
      }
      if (saves && site.node() instanceof Call call) {
        refusals.call(call);
      }
    }
  }

  private void settings(Settings settings) {
    if (settings.target() != null || settings.blockingTarget() != null) {
      throw refused(
          "the setting target names threads of this program, but Flink's tasks have their own; leave"
              + " it out");
    }
  }

  private FlowException refused(String what) {
    return new FlowException(bound.graph().position(), what);
  }

  private void environment() {
    for (Environment variable : bound.graph().environment()) {
      Object value = bound.bindings().value(variable);
      if (!Constants.isConstant(value)) {
        throw new FlowException(
            variable.position(),
            variable.name()
                + " is a "
                + value.getClass().getName()
                + ", which is not known never to change; on a cluster it would be one object here and"
                + " many there. Pass a string, a number, or a collection or record of these, or keep"
                + " it in the state of a function");
      }
    }
  }

  private void shared(Group group) {
    // What tasks print goes to the streams of their JVMs, and has no order there.
    boolean isOutput = group.value().matches("(what is in )?" + JdkSettings.PRINTING);
    if (group.acrossPackets() && !isOutput) {
      Position at =
          Site.of(bound.graph().body(), "").stream()
              .filter(site -> group.nodes().contains(site.node().id()))
              .findFirst()
              .orElseThrow()
              .node()
              .position();
      throw new FlowException(
          at,
          String.join(" and ", group.nodes())
              + " use "
              + group.value()
              + ", which is mutable and would be one object here and many on a cluster; keep it in"
              + " the state of one function, or mark what only reads it with @ReadOnly");
    }
  }

  /** Refuses a report of failures into an object of this JVM: the report happens in others. */
  private void report(Failures failures) {
    if (failures instanceof Failures.Retry retry) {
      report(retry.then());
    } else if (failures instanceof Failures.Skip skip) {
      String name = ":failures";
      Node.Expression reporting =
          new Node.Expression(name, bound.graph().position(), name, name, List.of());
      Bindings holding = new Bindings().pure(name, failure -> skip.report());
      if (changing(reporting, holding) != null) {
        throw refused(
            "what handles :failures holds an object that may change, which would be one object here"
                + " and many on a cluster; print the failure, or write it to a place outside of the"
                + " program");
      }
    }
  }

  private String changing(Node node, Bindings bindings) {
    String shared = ValuesOfCode.changing(node, bindings, bound.loader());
    String holder = ValuesOfCode.holding(node, bindings);
    return shared != null || holder == null ? shared : holder + ", which may change";
  }

  private void used(Node node, boolean isElsewhere) {
    String changing = changing(node, bound.bindings());
    if (changing != null) {
      throw new FlowException(
          node.position(),
          (node instanceof Node.Expression expression ? expression.label() : node.id())
              + " uses "
              + changing
              + (isElsewhere
                  ? ", which would be one object here and many on a cluster; keep it in the state of a"
                      + " function"
                  : ", which is not saved, so a failure would count packets twice; keep it in the"
                      + " state of a function, or run the job at most once, without saving anything"
                      + " (--at-most-once)"));
    }
  }

  private void call(Call call) {
    if (call.implementation().source()) {
      source(call);
    } else if (call.implementation().stateful()) {
      state(call);
    }
  }

  private void source(Call call) {
    boolean isReplayable =
        call.implementation() instanceof JavaMethod method
            && !method.isStatic()
            && Replayable.class.isAssignableFrom(owner(call, method));
    if (!isReplayable) {
      String owner =
          call.implementation() instanceof JavaMethod method
              ? "class " + method.owner()
              : "a class with the source's function";
      throw new FlowException(
          call.position(),
          "source "
              + call.function()
              + " cannot begin again at an earlier packet, so a failure would lose or repeat packets;"
              + " let "
              + owner
              + " implement dev.hocket.flow.functions.Replayable (position() returns the place of the"
              + " next packet, seek(position) continues there), or run the job at most once, without"
              + " saving anything (--at-most-once)");
    }
  }

  private void state(Call call) {
    String wayOut =
        "; write it as a method with @Function, whose object is its state, or run the job at most"
            + " once, without saving anything (--at-most-once)";
    switch (call.implementation()) {
      case Coded coded ->
          throw new FlowException(
              call.position(),
              "the state of "
                  + call.function()
                  + " is hidden in Clojure or in a lambda expression, so it cannot be saved"
                  + wayOut);
      case JavaMethod method when method.async() ->
          throw new FlowException(
              call.position(),
              "the state of "
                  + call.function()
                  + " may change while its result is pending, so it cannot be saved"
                  + wayOut.replace("method with @Function", "method that is not asynchronous"));
      case JavaMethod method -> Restorable.check(call, owner(call, method));
    }
  }

  private Class<?> owner(Call call, JavaMethod method) {
    try {
      return Class.forName(method.owner(), false, bound.loader());
    } catch (ClassNotFoundException e) {
      throw Invocations.unlinked(call, e);
    }
  }
}
