package dev.hocket.flow;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Environment;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.graph.Region.Recur;
import dev.hocket.flow.graph.Region.Yield;
import dev.hocket.flow.link.Degrees;
import dev.hocket.flow.link.Invocations;
import dev.hocket.flow.link.Iterators;
import dev.hocket.flow.link.Keyed;
import dev.hocket.flow.link.Stages;
import dev.hocket.flow.walk.KeyScopes;
import dev.hocket.flow.walk.References;
import dev.hocket.flow.walk.Thrown;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Runs a graph on the calling thread, one packet after the other, node by node. Tests compare
 * engines with it. It ignores sections, and uses the copies of a {@link Replicate} in turn.
 */
final class Interpreter {
  private final Graph graph;
  private final Invocations invocations;
  private final Map<String, Object> environment = new HashMap<>();
  private final KeyScopes scopes;
  private final Map<String, FlowFn> functions = new HashMap<>();
  private final Map<String, Keyed> keyed = new HashMap<>();
  private final Map<String, Keyed.Budget> budgets = new HashMap<>();
  private final Map<String, Long> turns = new HashMap<>();

  /** For each source, the values that its arguments are made of. */
  private final Map<String, Map<String, Object>> argumentsOfSources = new HashMap<>();

  /** The values of the current packet; those of a later turn replace those of an earlier one. */
  private final Map<String, Object> values = new HashMap<>();

  private long packet;

  /** The next values of a loop's variables. */
  private record Again(List<Object> values) {}

  Interpreter(Graph graph, Bindings bindings, ClassLoader loader) {
    this.graph = graph;
    this.invocations = new Invocations(bindings, loader);
    this.scopes = KeyScopes.of(graph);
    for (Environment variable : graph.environment()) {
      environment.put(variable.name(), bindings.value(variable));
    }
  }

  /** The values of all packets. */
  List<Object> run() {
    List<Object> results = new ArrayList<>();
    do {
      packet++;
      Map<String, Object> drawn = draw();
      if (drawn == null) {
        break;
      }
      values.clear();
      values.putAll(drawn);
      results.add(region(graph.body(), ""));
    } while (graph.hasSource());
    return results;
  }

  /** Draws the next value of each source; null if a source has ended. */
  private Map<String, Object> draw() {
    Map<String, Object> drawn = new HashMap<>();
    for (Node node : graph.body().nodes()) {
      if (node instanceof Call call && call.implementation().source()) {
        Object value = call(call, argumentsOf(call), "");
        if (value == Graph.END) {
          return null;
        }
        drawn.put(call.id(), value);
      }
    }
    return drawn;
  }

  /** The values of the expressions that the arguments of a source are made of; made once. */
  private Map<String, Object> argumentsOf(Call source) {
    Map<String, Object> known = argumentsOfSources.get(source.id());
    if (known == null) {
      known = new HashMap<>();
      for (Expression expression : References.expressions(source, graph.body())) {
        known.put(expression.id(), expression(expression, known, ""));
      }
      argumentsOfSources.put(source.id(), known);
    }
    return known;
  }

  private Object region(Region region, String copy) {
    for (Node node : region.nodes()) {
      boolean drawn = copy.isEmpty() && region == graph.body() && values.containsKey(node.id());
      if (!drawn) {
        values.put(node.id(), node(node, copy));
      }
    }
    return switch (region.result()) {
      case Yield yield -> value(yield.value(), values);
      case Recur recur -> new Again(all(recur.values(), values));
    };
  }

  private Object node(Node node, String copy) {
    return switch (node) {
      case Call call -> call(call, values, copy);
      case Expression expression -> expression(expression, values, copy);
      case If choice ->
          region(
              If.isTrue(value(choice.test(), values)) ? choice.then() : choice.otherwise(), copy);
      case Loop loop -> loop(loop, copy);
      case SMap map -> map(map, copy);
      case Replicate copies -> replicate(copies, copy);
    };
  }

  private Object loop(Loop loop, String copy) {
    List<Object> variables = all(loop.initial(), values);
    while (true) {
      for (int i = 0; i < variables.size(); i++) {
        values.put(loop.body().parameters().get(i), variables.get(i));
      }
      Object result = region(loop.body(), copy);
      if (!(result instanceof Again again)) {
        return result;
      }
      variables = again.values();
    }
  }

  private Object map(SMap map, String copy) {
    List<Object> results = new ArrayList<>();
    Iterator<?> elements = Iterators.of(value(map.collection(), values));
    while (elements.hasNext()) {
      values.put(map.body().parameters().getFirst(), elements.next());
      results.add(region(map.body(), copy));
    }
    return results;
  }

  private Object replicate(Replicate copies, String copy) {
    Object input = value(copies.input(), values);
    Object hashed = value(copies.hashed(), values);
    int degree =
        Degrees.of(copies, copies.degree() == null ? null : value(copies.degree(), values));
    long turn = turns.merge(copies.id() + copy, 1L, Long::sum) - 1;
    int chosen =
        copies.balance() == Node.Balance.BY_HASH
            ? (int)
                invoke(
                    copies,
                    given -> Degrees.byHash(given[0], degree),
                    Collections.singletonList(hashed))
            : (int) (turn % degree);
    values.put(copies.body().parameters().getFirst(), input);
    return region(copies.body(), copy + "/" + (chosen + 1));
  }

  private Object call(Call call, Map<String, Object> known, String copy) {
    FlowFn function = function(call, copy);
    FlowFn joined =
        call.implementation().async()
            ? arguments -> Stages.join(function.call(arguments), call)
            : function;
    return invoke(call, joined, all(call.arguments(), known));
  }

  /** A function with its state; a call that has keys has state for each of them. */
  private FlowFn function(Call call, String copy) {
    if (!scopes.isKeyed(call)) {
      return functions.computeIfAbsent(call.id() + copy, id -> invocations.of(call));
    }
    Keyed.Budget budget =
        budgets.computeIfAbsent(call.id(), id -> new Keyed.Budget(scopes.most(call)));
    Keyed states =
        keyed.computeIfAbsent(
            call.id() + copy, id -> new Keyed(call, () -> invocations.of(call), budget, null));
    Object[] keys = all(scopes.values(call), values).toArray();
    return arguments ->
        ((FlowFn) (keys.length == 1 ? states.of(keys[0]) : states.of(keys))).call(arguments);
  }

  private Object expression(Expression expression, Map<String, Object> known, String copy) {
    FlowFn code =
        functions.computeIfAbsent(expression.id() + copy, id -> invocations.of(expression));
    return invoke(expression, code, all(expression.arguments(), known));
  }

  private Object invoke(Node node, FlowFn function, List<Object> arguments) {
    try {
      return function.call(arguments.toArray());
    } catch (Throwable t) {
      throw Thrown.sneak(Thrown.at(t, Thrown.place(node, packet)));
    }
  }

  private List<Object> all(List<Argument> arguments, Map<String, Object> known) {
    List<Object> all = new ArrayList<>();
    arguments.forEach(argument -> all.add(value(argument, known)));
    return all;
  }

  private Object value(Argument argument, Map<String, Object> known) {
    return switch (argument) {
      case Ref ref -> known.get(ref.id());
      case Constant constant -> constant.value();
      case Env variable -> environment.get(variable.name());
    };
  }
}
