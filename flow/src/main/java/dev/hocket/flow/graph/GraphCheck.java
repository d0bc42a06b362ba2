package dev.hocket.flow.graph;

import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Node.Balance;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Key;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region.Recur;
import dev.hocket.flow.graph.Region.Yield;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Refuses graphs that no engine can run: unknown names and names used twice, sources and {@code
 * recur} where they cannot stand, state that would be split among copies.
 */
final class GraphCheck {
  /** Engines recurse this deep on the stack of the thread that starts a flow. */
  private static final int MOST_DEPTH = 400;

  private final Set<String> names = new HashSet<>();
  private final Set<String> environment = new HashSet<>();

  /** Names of values that do not depend on a packet, so that sources may use them. */
  private final Set<String> fixed = new HashSet<>();

  /** The number of calls with state that have been checked. */
  private int stateful;

  private GraphCheck() {}

  static void check(Position position, List<Environment> environment, Region body) {
    GraphCheck check = new GraphCheck();
    for (Environment variable : environment) {
      if (!check.environment.add(variable.name())) {
        throw new FlowException(
            variable.position(), "the environment has two values named " + variable.name());
      }
    }
    if (!body.parameters().isEmpty()) {
      throw new FlowException(position, "a flow has no parameters, but " + body.parameters());
    }
    check.region(new Scope(position, 0, null, -1, false), body, Set.of());
  }

  /**
   * Where a region stands.
   *
   * @param depth the number of enclosing regions
   * @param inside the part of the algorithm that encloses it, for messages; null for the whole
   *     algorithm
   * @param turns how many variables the innermost loop has that the region's end may go back to; -1
   *     if it may not
   * @param copied whether it is in a {@link Replicate} without a key
   */
  private record Scope(Position position, int depth, String inside, int turns, boolean copied) {
    Scope inside(Position at, String what, int turnsThere, boolean copiedThere) {
      if (depth == MOST_DEPTH) {
        throw new FlowException(
            at,
            "branches and loops nest more than "
                + MOST_DEPTH
                + " deep, as each clause of a cond or case does; move some of them into a function");
      }
      return new Scope(at, depth + 1, what, turnsThere, copiedThere);
    }
  }

  private void region(Scope scope, Region region, Set<String> outer) {
    Set<String> seen = new HashSet<>(outer);
    for (String parameter : region.parameters()) {
      name(scope.position(), parameter);
      seen.add(parameter);
    }
    for (Node node : region.nodes()) {
      name(node.position(), node.id());
      boolean last =
          scope.turns() >= 0
              && node == region.nodes().getLast()
              && region.result().equals(new Yield(new Ref(node.id())));
      node(scope, node, last, seen);
      seen.add(node.id());
    }
    switch (region.result()) {
      case Yield yield -> argument(scope.position(), yield.value(), seen);
      case Recur recur -> {
        if (scope.turns() < 0) {
          throw new FlowException(
              scope.position(),
              "recur is not at the end of a loop's turn; make it the last thing that the loop does");
        }
        if (recur.values().size() != scope.turns()) {
          throw new FlowException(
              scope.position(),
              "recur has "
                  + recur.values().size()
                  + " values, but its loop has "
                  + scope.turns()
                  + " variables");
        }
        recur.values().forEach(value -> argument(scope.position(), value, seen));
      }
    }
  }

  private void node(Scope scope, Node node, boolean last, Set<String> seen) {
    Position at = node.position();
    switch (node) {
      case Call call -> {
        call.arguments().forEach(value -> argument(at, value, seen));
        call(scope, call);
      }
      case Expression expression -> {
        expression.arguments().forEach(value -> argument(at, value, seen));
        if (expression.arguments().stream().allMatch(this::isFixed)) {
          fixed.add(expression.id());
        }
      }
      case If choice -> {
        argument(at, choice.test(), seen);
        Scope branch =
            scope.inside(at, "the branch of an if", last ? scope.turns() : -1, scope.copied());
        parameters(at, choice.then(), 0);
        parameters(at, choice.otherwise(), 0);
        region(branch, choice.then(), seen);
        region(branch, choice.otherwise(), seen);
      }
      case Loop loop -> {
        loop.initial().forEach(value -> argument(at, value, seen));
        parameters(at, loop.body(), loop.initial().size());
        region(
            scope.inside(at, "a loop", loop.initial().size(), scope.copied()), loop.body(), seen);
      }
      case SMap map -> {
        argument(at, map.collection(), seen);
        parameters(at, map.body(), 1);
        region(scope.inside(at, "an smap", -1, scope.copied()), map.body(), seen);
      }
      case Replicate copies -> replicate(scope, copies, seen);
    }
  }

  private void replicate(Scope scope, Replicate copies, Set<String> seen) {
    Position at = copies.position();
    argument(at, copies.input(), seen);
    if (copies.copies() < 1) {
      throw new FlowException(at, copies.copies() + " copies; give 1 or more");
    }
    if (copies.degree() instanceof Ref) {
      throw new FlowException(
          at,
          "the number of copies in use depends on a packet; it is fixed when the flow starts, so use"
              + " a constant or a value of the surroundings");
    }
    parameters(at, copies.body(), 1);
    if (copies.key() == null) {
      region(scope.inside(at, "copies", -1, true), copies.body(), seen);
      return;
    }
    key(at, copies.key(), seen);
    if (copies.balance() != Balance.BY_HASH) {
      throw new FlowException(
          at, "copies by key cannot balance by " + copies.balance() + "; the key selects the copy");
    }
    int before = stateful;
    region(scope.inside(at, "copies", -1, scope.copied()), copies.body(), seen);
    if (stateful == before) {
      throw new FlowException(
          at,
          "no function in the copies by key has state, so no key needs a copy of its own; leave out"
              + " the key");
    }
  }

  private void key(Position at, Key key, Set<String> seen) {
    argument(at, key.value(), seen);
    if (key.most() < 1) {
      throw new FlowException(at, "state for at most " + key.most() + " keys; allow 1 or more");
    }
  }

  private void call(Scope scope, Call call) {
    Implementation what = call.implementation();
    if (what.source() && scope.inside() != null) {
      throw new FlowException(
          call.position(),
          "source "
              + call.function()
              + " stands in "
              + scope.inside()
              + "; a source begins a flow, so call it outside");
    }
    if (what.source() && !call.arguments().stream().allMatch(this::isFixed)) {
      throw new FlowException(
          call.position(),
          "source "
              + call.function()
              + " has an argument that depends on a packet; give it constants, values of the"
              + " surroundings and plain expressions of these");
    }
    stateful += what.stateful() ? 1 : 0;
    if (scope.copied() && what.stateful() && !what.replicable()) {
      throw new FlowException(
          call.position(),
          "the copies of "
              + call.function()
              + " would have state of their own, each of a part of the packets; if that is meant,"
              + " mark it @Replicable; if state belongs to a key, give the copies the key");
    }
  }

  private boolean isFixed(Argument argument) {
    return switch (argument) {
      case Ref ref -> fixed.contains(ref.id());
      case Constant constant -> true;
      case Env variable -> true;
    };
  }

  private void name(Position at, String name) {
    if (!names.add(name)) {
      throw new FlowException(at, "two values are named " + name + "; ids are unique in a graph");
    }
  }

  private static void parameters(Position at, Region region, int expected) {
    if (region.parameters().size() != expected) {
      throw new FlowException(
          at, "a region with parameters " + region.parameters() + " is given " + expected);
    }
  }

  private void argument(Position at, Argument argument, Set<String> seen) {
    if (argument instanceof Ref ref && !seen.contains(ref.id())) {
      throw new FlowException(at, "no value named " + ref.id() + " is known here");
    }
    if (argument instanceof Env variable && !environment.contains(variable.name())) {
      throw new FlowException(at, "the graph's environment has no value named " + variable.name());
    }
  }
}
